"""Names of squares: columns A…Z, AA…, rows from 1 at the top, so C7 is x 2, y 6."""

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
    """The column and row a name stands for, or None where it is no square's name."""
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
