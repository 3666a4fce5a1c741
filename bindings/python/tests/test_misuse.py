"""The wrong programs of misuse.py, in one process: a crash of one ends it."""
import unittest

import misuse


class Misuse(unittest.TestCase):
    def test_wrong_programs_raise(self) -> None:
        """BI-023: each wrong program raises what it should."""
        self.assertGreaterEqual(len(misuse.PROGRAMS), 30)
        for name in misuse.PROGRAMS:
            with self.subTest(name):
                self.assertIsNone(misuse.play(name))


if __name__ == "__main__":
    unittest.main()
