"""Compressed meshes: read by the wheel, and named with a remedy if it was built without meshoptimizer."""
import json
import os
import struct
import unittest
from pathlib import Path

import libvrm
from support import ROOT, memory

FILES = ROOT / "build/python-package/compressed"  # .ci/steps/python.sh makes them


def values_of(path: Path) -> list[bytes]:
    """The numbers of all accessors."""
    data, model = path.read_bytes(), libvrm.load(path)
    document = json.loads(data[20:20 + struct.unpack_from("<I", data, 12)[0]])
    return [memory(model.floats(index)).tobytes() for index in range(len(document["accessors"]))]


class Compressed(unittest.TestCase):
    def test_compressed_files(self) -> None:
        """GL-048, BI-026: the same numbers, or the reason and what to do."""
        if not FILES.is_dir():
            self.skipTest(f"there is no {FILES}")
        model, whole = libvrm.load(FILES / "small.vrm"), libvrm.load(FILES / "plain.vrm")
        if os.environ.get("LIBVRM_MESHOPTIMIZER") != "none":
            self.assertEqual([one.code for one in model.report], [one.code for one in whole.report])
            self.assertEqual(values_of(FILES / "small.vrm"), values_of(FILES / "plain.vrm"))
            return
        found = [one for one in model.report if one.code == "buffer-compressed"]
        self.assertEqual(len(found), 1)
        self.assertIn("EXT_meshopt_compression", found[0].message)
        self.assertTrue(found[0].remedy)
        with self.assertRaises(libvrm.Error):
            model.floats(0)
