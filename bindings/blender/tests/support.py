"""What the tests share: the modules of the extension that need no Blender, and broken files."""
import importlib.util
import json
import os
import struct
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
SAMPLES = ROOT / "samples"
FOLDER = Path(os.environ.get("VRM_BLENDER_EXTENSION", HERE.parent / "extension"))  # the built one has texts.json


def load_extension():
    """The extension as a package; its parts for Blender are not loaded without bpy."""
    found = importlib.util.spec_from_file_location("libvrm_tools", FOLDER / "__init__.py",
                                                   submodule_search_locations=[str(FOLDER)])
    module = importlib.util.module_from_spec(found)
    sys.modules["libvrm_tools"] = module
    found.loader.exec_module(module)


if "libvrm_tools" not in sys.modules:
    load_extension()


def split_glb(data):
    """The JSON of a GLB and what follows it."""
    length, = struct.unpack_from("<I", data, 12)
    return json.loads(data[20:20 + length]), data[20 + length:]


def join_glb(document, rest):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest


def break_file(source, change):
    """A GLB whose JSON was changed."""
    document, rest = split_glb(Path(source).read_bytes())
    change(document)
    return join_glb(document, rest)
