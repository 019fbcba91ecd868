"""The contract as files, from which bot authors generate code."""

from importlib.util import find_spec
from pathlib import Path

from arena.system.files import not_written, write_whole

STUBS = "koikoi.v1.referee_pb2"
# Where a proto is looked for below an import folder.
PLACE = Path("koikoi", "v1")


def contract() -> dict[str, str]:
    """Return the text of every proto, by the name of its file."""
    # They lie beside the stubs. The package alone would not tell: any folder can be a part of it.
    spec = find_spec(STUBS)
    assert spec is not None, f"{STUBS} is not installed"
    assert spec.origin is not None
    protos = sorted(Path(spec.origin).parent.glob("*.proto"))
    return {proto.name: proto.read_text(encoding="utf-8") for proto in protos}


def export_contract(folder: Path) -> list[Path]:
    """Write the protos below `folder`, replacing those of another version.

    The files are returned in the order of their names. Raises NotWritten.
    """
    return [_written(folder / PLACE / name, text) for name, text in contract().items()]


def _written(file: Path, text: str) -> Path:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise not_written(file, error) from error
    write_whole(file, [text])
    return file
