"""Compressed meshes: read if the module was built with meshoptimizer, and named with a remedy otherwise."""
import json
import os
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

import libvrm
from support import ROOT, SAMPLES, memory

AME = SAMPLES / "character-1.0.vrm"
VRM = Path(os.environ.get("VRM_PROGRAM", ROOT / "build/release/vrm"))


def values_of(path: Path) -> list[bytes]:
    """The numbers of all accessors."""
    data, model = path.read_bytes(), libvrm.load(path)
    document = json.loads(data[20:20 + struct.unpack_from("<I", data, 12)[0]])
    return [memory(model.floats(index)).tobytes() for index in range(len(document["accessors"]))]


class Compressed(unittest.TestCase):
    def setUp(self) -> None:
        if not (VRM.parent / "vrm-optimize").exists():
            self.skipTest(f"{VRM.parent} has no vrm-optimize")

    def test_compressed_files(self) -> None:
        """GL-048: the same numbers, or the reason and what to do."""
        with tempfile.TemporaryDirectory() as folder:
            path, plain = Path(folder) / "small.vrm", Path(folder) / "plain.vrm"
            for words in (["--compress", str(AME), str(path)], ["--decompress", str(path), str(plain)]):
                subprocess.run([VRM, "optimize", *words], check=True, capture_output=True)
            model, whole = libvrm.load(path), libvrm.load(plain)
            if os.environ.get("LIBVRM_MESHOPTIMIZER"):
                self.assertEqual([one.code for one in model.report], [one.code for one in whole.report])
                self.assertEqual(values_of(path), values_of(plain))
                return
            found = [one for one in model.report if one.code == "buffer-compressed"]
            self.assertEqual(len(found), 1)
            self.assertIn("EXT_meshopt_compression", found[0].message)
            self.assertTrue(found[0].remedy)
            with self.assertRaises(libvrm.Error):
                model.floats(0)
