"""Large request bodies: only on some paths, and read only after the GM's token is checked."""

from __future__ import annotations

from typing import Final, TypeVar

from fastapi import HTTPException, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError

FILE_BODY: Final = 4 * 1024 * 1024
"""One of our files with its values, as JSON."""
UPLOAD_BODY: Final = 48 * 1024 * 1024
"""An import, with its picture."""
LARGER: Final = (
    ("/api/library/", FILE_BODY),
    ("/api/editor/", FILE_BODY),
    ("/api/chances", FILE_BODY),
    ("/api/handouts", FILE_BODY),
    ("/api/uploads", UPLOAD_BODY),
    ("/api/archive", UPLOAD_BODY),
)
Model = TypeVar("Model", bound=BaseModel)


def most_body(path: str, usual: int) -> int:
    """Maximum body size of a path."""
    return next((most for start, most in LARGER if path.startswith(start)), usual)


async def body_of(request: Request, most: int) -> bytes:
    """The body, read in chunks up to the limit."""
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise HTTPException(413, f"That is larger than {most // (1024 * 1024)} MB.")
        parts.append(part)
    return b"".join(parts)


async def read_model(request: Request, model: type[Model]) -> Model:
    """Parse a model from a body read here, after the token check, instead of by the framework."""
    data = await body_of(request, FILE_BODY)
    try:
        return model.model_validate_json(data)
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_input=False)) from None
