"""Names of squares: columns A…Z, AA…, rows from 1 at the top, so C7 is x 2, y 6.

Without a map positions are named in feet, `30ft`, and where they lie over a field `30ft/15ft`.
"""

from __future__ import annotations


def column_name(x: int) -> str:
    name = ""
    left = x + 1
    while left > 0:
        left -= 1
        name = chr(65 + left % 26) + name
        left //= 26
    return name


def square_name(x: int, y: int) -> str:
    return column_name(x) + str(y + 1)


def parse_square(text: str) -> tuple[int, int] | None:
    """The column and row of a square's name, or None."""
    letters = 0
    while letters < len(text) and text[letters].isascii() and text[letters].isalpha():
        letters += 1
    digits = text[letters:]
    if not 1 <= letters <= 3 or not 1 <= len(digits) <= 4:
        return None
    if not (digits.isascii() and digits.isdigit()) or digits[0] == "0":
        return None
    x = 0
    for letter in text[:letters].upper():
        x = x * 26 + ord(letter) - 64
    return x - 1, int(digits) - 1


def parse_position(text: str) -> tuple[int, int] | None:
    """The position of a name in feet, or None; feet between positions are rounded down."""
    parts = text.lower().split("/")
    numbers: list[int] = []
    for part in parts:
        digits = part[:-2]
        if not part.endswith("ft") or not 1 <= len(digits) <= 5:
            return None
        if not (digits.isascii() and digits.isdigit()):
            return None
        numbers.append(int(digits) // 5)
    if len(numbers) > 2:
        return None
    return numbers[0], numbers[1] if len(numbers) == 2 else 0


def place_name(x: int, y: int, height: int, mapless: bool) -> str:
    if not mapless:
        return square_name(x, y)
    return f"{x * 5}ft" if height == 1 else f"{x * 5}ft/{y * 5}ft"


def parse_place(text: str, mapless: bool) -> tuple[int, int] | None:
    return parse_position(text) if mapless else parse_square(text)
