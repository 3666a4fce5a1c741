"""Every struct has the size and the offsets of api.json, as the compiler of this module sees them."""
import json
import os
import unittest
from pathlib import Path

import libvrm
from libvrm import _core, experimental

API = Path(os.environ.get("VRM_API", Path(__file__).resolve().parents[3] / "api.json"))


@unittest.skipUnless(API.exists(), f"{API} is missing")
class Layout(unittest.TestCase):
    def setUp(self) -> None:
        whole = json.loads(API.read_text(encoding="utf-8"))
        self.headers = [h for h in whole["headers"] if h["library"] in ("vrm", "vrm-author", "vrm-live")]

    def test_sizes_and_offsets(self) -> None:
        """BI-020: sizes and offsets."""
        expected = {}
        for header in self.headers:
            for struct in header["structs"]:
                expected[struct["name"]] = (0, struct["size"])
                for field in struct["fields"]:
                    expected[f"{struct['name']}.{field['name']}"] = (field["offset"], field["size"])
        self.assertGreater(len(expected), 700)
        self.assertEqual(_core.layout(), expected)

    def test_constants(self) -> None:
        """BI-020: constants."""
        counted = 0
        for header in self.headers:
            module = libvrm if header["stability"] == "stable" else experimental
            for entry in header["enumerations"]:
                name = "".join(part.capitalize() for part in entry["name"][4:].split("_"))
                values = {int(member) for member in getattr(module, name)}
                wanted = {v["value"] for v in entry["values"] if not v["name"].endswith("_COUNT")}
                if entry["kind"] != "flags":  # of flags, Python lists single bits
                    self.assertEqual(values, wanted, name)
                self.assertLessEqual(values, wanted, name)
                counted += len(wanted)
        self.assertGreater(counted, 300)


if __name__ == "__main__":
    unittest.main()
