"""What the tests share."""
import os
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = Path(os.environ.get("VRM_SAMPLES", ROOT / "samples"))


def memory(array: Any) -> memoryview:
    """The memory of an array of numpy or a view, without numpy."""
    return memoryview(array)
