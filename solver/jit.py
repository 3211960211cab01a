"""The one ``njit`` decorator of the project and the folder of its compiled code.

numba notices a change in a kernel's own file but not in a helper that it inlined from another
file, so compiled code lives in a folder named by a hash of all sources of this package.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba import types
from numba.core import ir as numba_ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NopythonTypeInference
from numba.core.typing.templates import signature
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., object])

config: Any = numba.config


@register_pass(mutates_CFG=False, analysis_only=False)
class IndexFromFront(FunctionPass):
    """Type every array index as unsigned.

    numba lets an index count from the end as Python does; to look for its sign at every access
    cost the search a sixth of its speed. Kernels index from the front only.
    """

    _name = "index_from_front"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        for place, told in list(state.calltypes.items()):
            indexes = isinstance(place, numba_ir.SetItem) or (
                isinstance(place, numba_ir.Expr) and place.op == "getitem"
            )
            if indexes and isinstance(told.args[0], types.Array) and told.args[1] == types.int64:
                args = (told.args[0], types.uint64, *told.args[2:])
                del state.calltypes[place]
                state.calltypes[place] = signature(told.return_type, *args)
        return True


class KernelCompiler(CompilerBase):
    """numba's own passes and the one above."""

    def define_pipelines(self) -> list[Any]:
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.add_pass_after(IndexFromFront, NopythonTypeInference)
        pipeline.finalize()
        return [pipeline]


# Kernels allocate nothing, so reference counting is off (_nrt): the atomic counts for array
# arguments took more than half of the search's time. forceinline lets LLVM keep a caller's arrays
# in registers across helpers. error_model numpy leaves out Python's division checks.
OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "forceinline": True,
    "_nrt": False,
    "pipeline_class": KernelCompiler,
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


def _private_temporary() -> Path:
    """A folder of this user's own among the temporary files: others' code must not run here."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"pasyans-{user}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        told = folder.lstat()
    except OSError:
        return Path(tempfile.mkdtemp(prefix="pasyans-"))
    private = stat.S_ISDIR(told.st_mode) and told.st_uid == user and not told.st_mode & 0o022
    return folder if private else Path(tempfile.mkdtemp(prefix="pasyans-"))


def _cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    # Code compiled with bounds checks must not be mixed up with code without them.
    kind = "checked" if config.BOUNDSCHECK else "kernels"
    name = f"{kind}-{source_digest()}"
    home = Path(base) / "pasyans" / name
    return home if _writable(home) else _private_temporary() / name


if not os.environ.get("NUMBA_CACHE_DIR"):
    config.CACHE_DIR = str(_cache_folder())


def owns_cache() -> bool:
    """Whether the cache folder is one of this program's own (and not NUMBA_CACHE_DIR)."""
    return not os.environ.get("NUMBA_CACHE_DIR")


def is_compiled(*kernels: Callable[..., object]) -> bool:
    """Whether the cache folder holds code for every one of these kernels."""
    folder = Path(config.CACHE_DIR)
    names = [getattr(kernel, "py_func", kernel).__name__ for kernel in kernels]
    return config.DISABLE_JIT or all(any(folder.rglob(f"*.{name}-*.nbi")) for name in names)


def _type_alike(kernel: Any) -> None:
    """Let a kernel's callers find one version of it, whether they pass constants or not.

    numba would compile another for every constant; a constant is of no use before inlining.
    """
    typed = kernel.get_call_template

    def template(args: Any, kws: dict[str, Any]) -> Any:
        plain = {name: types.unliteral(kind) for name, kind in kws.items()}
        return typed(tuple(types.unliteral(kind) for kind in args), plain)

    kernel.get_call_template = template


def _compiled(function: F, options: dict[str, Any]) -> F:
    compiled: F = numba.njit(**options)(function)
    if not config.DISABLE_JIT:
        _type_alike(compiled)
    return compiled


def njit(function: F) -> F:
    """Compile a kernel, which allocates nothing; the machine code is kept on disk."""
    return _compiled(function, OPTIONS)


def njit_apart(function: F) -> F:
    """The same for a kernel that is called from several places and need not be inlined there."""
    return _compiled(function, OPTIONS | {"forceinline": False})


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
        return _count_trailing_zeros(bits)
