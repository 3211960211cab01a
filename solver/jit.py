"""The one ``njit`` decorator of the project and the folder of its compiled code.

numba notices a change in a kernel's own file but not in a helper that it inlined from another
file, so compiled code lives in a folder named by a hash of all sources of this package.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., object])

config: Any = numba.config

# Kernels allocate nothing, so reference counting is off (_nrt): the atomic counts for array
# arguments took more than half of the search's time. forceinline lets LLVM keep a caller's arrays
# in registers across helpers. error_model numpy leaves out Python's division checks.
OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "forceinline": True,
    "_nrt": False,
}


def source_digest() -> str:
    """16 hex digits over every source file of this package, in path order."""
    root = Path(__file__).parent
    told = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        told.update(str(path.relative_to(root)).encode())
        told.update(path.read_bytes())
    return told.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    # Code compiled with bounds checks must not be mixed up with code without them.
    kind = "checked" if config.BOUNDSCHECK else "kernels"
    name = f"{kind}-{source_digest()}"
    home = Path(base) / "pasyans" / name
    return home if _writable(home) else Path(tempfile.gettempdir()) / "pasyans" / name


if not os.environ.get("NUMBA_CACHE_DIR"):
    config.CACHE_DIR = str(_cache_folder())


def is_compiled(*kernels: Callable[..., object]) -> bool:
    """Whether the cache folder holds code for every one of these kernels."""
    folder = Path(config.CACHE_DIR)
    names = [getattr(kernel, "py_func", kernel).__name__ for kernel in kernels]
    return config.DISABLE_JIT or all(any(folder.rglob(f"*.{name}-*.nbi")) for name in names)


def njit(function: F) -> F:
    """Compile a kernel, which allocates nothing; the machine code is kept on disk."""
    compiled: F = numba.njit(**OPTIONS)(function)
    return compiled


@intrinsic
def _count_trailing_zeros(typing_context: Any, bits: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


if config.DISABLE_JIT:

    def lowest(bits: int) -> int:
        """Index of the lowest set bit of a number that is not 0."""
        return (int(bits) & -int(bits)).bit_length() - 1

else:

    @njit
    def lowest(bits: int) -> int:
        """Index of the lowest set bit of a number that is not 0."""
        return _count_trailing_zeros(bits)  # type: ignore[call-arg]
