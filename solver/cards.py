"""Cards: a face is a small int; text in and out.

A face is ``13*suit + rank - 1``: suits C D H S are 0..3, ranks A 2 ... 10 J Q K are 1..13. The two
copies of a face in a game of two packs are the same card, so nothing here tells them apart.

Text, upper or lower case, the rank first:

    ========  ==========================  =========================================
    alphabet  ranks                       suits
    ========  ==========================  =========================================
    Latin     A 2 ... 10 (or T) J Q K     C D H S, or a sign: ♣♦♥♠ ♧♢♡♤
    Russian   Т 2 ... 10 В Д К            т б ч п (clubs ... spades), or a sign
    ========  ==========================  =========================================

Two letters that look alike differ: Latin T is the ten, Cyrillic Т the ace (туз). So ``T♣`` is the
ten and ``Т♣`` the ace of clubs, and a card that mixes the alphabets is refused.
"""

from __future__ import annotations

SUITS = "CDHS"
SUIT_SYMBOLS = "♣♦♥♠"

_OUTLINE_SYMBOLS = "♧♢♡♤"
_SIGNS = frozenset(SUIT_SYMBOLS + _OUTLINE_SYMBOLS)
_RUSSIAN_SUITS = "ТБЧП"
_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_RUSSIAN_RANKS = {"Т": 1, "В": 11, "Д": 12, "К": 13}
_EMOJI_STYLE = "\ufe0f"
_LONGEST = len("10♣")


def _both_cases(table: dict[str, int]) -> dict[str, int]:
    # Listed case by case: str.upper() would also let in strangers such as the long s.
    return table | {text.lower(): value for text, value in table.items()}


_RANK_OF = _both_cases({text: i for i, text in enumerate(_RANKS, 1)} | {"T": 10} | _RUSSIAN_RANKS)
_SUIT_OF = _both_cases(
    {
        letter: suit
        for alphabet in (SUITS, _RUSSIAN_SUITS, SUIT_SYMBOLS, _OUTLINE_SYMBOLS)
        for suit, letter in enumerate(alphabet)
    }
)

# Cyrillic letters that pass for a Latin rank or suit: what is meant, in Russian, in Latin.
_RANK_TWINS = {
    "А": ("the ace is", "Т", "A"),
    "Ј": ("the jack is", "В", "J"),
    "Ԛ": ("the queen is", "Д", "Q"),
}
_SUIT_TWINS = {
    "С": ("clubs are", "т", "C"),
    "Ԁ": ("diamonds are", "б", "D"),
    "Н": ("hearts are", "ч", "H"),
    "Ѕ": ("spades are", "п", "S"),
}
_RANK_HINTS = {
    "1": "write A for the ace (Т in Russian) or 10 for the ten",
    "11": "write J for the jack (В in Russian)",
    "12": "write Q for the queen (Д in Russian)",
    "13": "write K for the king (К in Russian)",
}


class CardError(ValueError):
    """A text or number that is no card; the message is one line that says how to mend it."""


def face(suit: int, rank: int) -> int:
    """The face of ``suit`` (0..3 for C D H S) and ``rank`` (1..13); else CardError."""
    if not (0 <= suit < 4 and 1 <= rank <= 13):
        raise CardError(f"no card has suit {suit} and rank {rank}: suits are 0..3, ranks 1..13")
    return 13 * suit + rank - 1


def suit_of(face: int) -> int:
    """Suit 0..3 (C D H S) of a face 0..51, which is not checked."""
    return face // 13


def rank_of(face: int) -> int:
    """Rank 1..13 (A ... K) of a face 0..51, which is not checked."""
    return face % 13 + 1


def card_text(face: int, symbols: bool = False) -> str:
    """The name of a face: ``10C``, or ``10♣`` with ``symbols``; CardError unless 0 <= face < 52."""
    if not 0 <= face < 52:
        raise CardError(f"no card has the number {face}: faces are 0..51")
    return _RANKS[face % 13] + (SUIT_SYMBOLS if symbols else SUITS)[face // 13]


def parse_card(text: str) -> int:
    """The face that ``text`` names in any notation of this module; else CardError.

    White space around the card is ignored. Latin ``T♣`` is the ten, Cyrillic ``Т♣`` the ace.
    """
    body = _without_emoji_style(text.strip())
    rank, suit = _RANK_OF.get(body[:-1]), _SUIT_OF.get(body[-1:])
    if rank is None or suit is None or _mixes_alphabets(body):
        raise CardError(f"{quoted(text.strip())} is not a card: {_complaint(body)}")
    return face(suit, rank)


def quoted(text: str, limit: int = 20) -> str:
    """``text`` in quotes for a message: cut after ``limit`` characters, control codes escaped."""
    return repr(text if len(text) <= limit else text[:limit] + "…")


def _without_emoji_style(text: str) -> str:
    # Phones and chats put this mark behind a suit sign to ask for the coloured picture.
    return text[:-1] if text.endswith(_EMOJI_STYLE) and text[-2:-1] in _SIGNS else text


def _is_latin(letter: str) -> bool:
    return letter.isascii() and letter.isalpha()


def _is_cyrillic(letter: str) -> bool:
    return "\u0400" <= letter <= "\u052f"


def _mixes_alphabets(body: str) -> bool:
    return any(map(_is_latin, body)) and any(map(_is_cyrillic, body))


def _complaint(body: str) -> str:
    """Why ``body`` is no card, the likeliest slip first, and what to write instead."""
    if not body:
        return "it is empty; write a rank and a suit, such as 10C or A♣"
    if len(body) > _LONGEST:
        return "it is too long; a card is a rank and a suit, such as 10C or A♣"
    if _mixes_alphabets(body):
        latin, cyrillic = next(filter(_is_latin, body)), next(filter(_is_cyrillic, body))
        return (
            f"{latin} is a Latin letter and {cyrillic} a Cyrillic one (Latin T is the ten, "
            "Cyrillic Т the ace); write both in one alphabet"
        )
    if body in _RANK_OF:
        return "the suit is missing; add C, D, H or S (т, б, ч or п in Russian) or a suit sign"
    if body in _SUIT_OF:
        return "the rank is missing; write it first, as in 10C"
    if body[0] in _SUIT_OF and body[1:] in _RANK_OF:
        return f"the rank goes first; write {body[1:] + body[0]}"
    return _complaint_of_parts(body[:-1], body[-1])


def _complaint_of_parts(rank: str, suit: str) -> str:
    for letter, twins in ((rank.upper(), _RANK_TWINS), (suit.upper(), _SUIT_TWINS)):
        if letter in twins:
            what, russian, latin = twins[letter]
            return f"{letter} is Cyrillic; {what} {russian} in Russian and {latin} in Latin letters"
    if suit not in _SUIT_OF:
        return f"{quoted(suit)} is no suit; suits are C D H S, т б ч п or ♣ ♦ ♥ ♠"
    hint = _RANK_HINTS.get(rank, "ranks are A 2 ... 10 J Q K, or Т 2 ... 10 В Д К in Russian")
    return f"{quoted(rank)} is no rank; {hint}"
