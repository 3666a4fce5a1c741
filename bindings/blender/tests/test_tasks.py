"""Check, fix, convert and optimize files, and the texts of diagnostics."""
import ast
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from support import FOLDER, SAMPLES, break_file

import libvrm
from libvrm_tools import language, locate, tasks, texts

PLACES = re.compile(r"\{\d\}")
PLANTED = "character-1.0.vrm"


def plant(document):
    """Faults of which libvrm fixes one, and which name a bone, a spring and a material."""
    springs = document["extensions"]["VRMC_springBone"]["springs"]
    springs[0]["joints"][0]["dragForce"] = 1.5
    document["materials"][0].setdefault("pbrMetallicRoughness", {})["metallicFactor"] = 7
    document["nodes"][springs[0]["joints"][0]["node"]]["rotation"] = [0, 0, 0, 2]


class Tasks(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.broken = str(Path(self.folder.name) / "broken.vrm")
        Path(self.broken).write_bytes(break_file(SAMPLES / PLANTED, plant))

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return str(Path(self.folder.name) / name)

    def test_check_names_parts(self):
        rows = tasks.check(self.broken)
        kinds = {row.target.kind for row in rows}
        self.assertIn(locate.SPRING, kinds)
        self.assertIn(locate.MATERIAL, kinds)
        self.assertIn(locate.BONES, kinds)
        order = [("ERROR", "WARNING", "NOTE").index(row.severity) for row in rows]
        self.assertEqual(order, sorted(order))
        for row in rows:
            self.assertTrue(row.message and row.code)

    def test_good_file_has_no_problem(self):
        self.assertEqual([row for row in tasks.check(str(SAMPLES / PLANTED)) if row.severity == "ERROR"], [])

    def test_fix(self):
        done = tasks.fix(self.broken, self.path("fixed.vrm"))
        self.assertTrue(done.changes)
        self.assertLess(len(tasks.check(done.path)), len(tasks.check(self.broken)))
        self.assertEqual(done.new_bytes, os.path.getsize(done.path))

    def test_migrate_asks_for_consent(self):
        old, new = str(SAMPLES / "character-0.x.vrm"), self.path("new.vrm")
        try:
            tasks.migrate(old, new)
        except tasks.TaskError as error:
            self.assertTrue(str(error))
        tasks.migrate(old, new, accept_license_mapping=True, license_url="https://vrm.dev/licenses/1.0/", author="A")
        self.assertEqual(libvrm.load(new).version, libvrm.Dialect.V1)

    def test_optimize(self):
        done = tasks.optimize(str(SAMPLES / PLANTED), self.path("small.vrm"))
        self.assertLessEqual(done.new_bytes, done.old_bytes)
        self.assertEqual([row for row in tasks.check(done.path) if row.severity == "ERROR"], [])

    def test_refusals_are_sentences(self):
        """BI-040: nonsense, an empty file, none, a folder."""
        nonsense = self.path("nonsense.vrm")
        Path(nonsense).write_bytes(b"nonsense")
        Path(self.path("empty.vrm")).write_bytes(b"")
        for source in (nonsense, self.path("empty.vrm"), self.path("absent.vrm"), self.folder.name):
            for task in (tasks.fix, tasks.migrate, tasks.optimize):
                with self.assertRaises(tasks.TaskError) as raised:
                    task(source, self.path("out.vrm"))
                self.assertGreater(len(str(raised.exception)), 10)
        with self.assertRaises(tasks.TaskError):
            tasks.fix(self.broken, self.path("no/folder/out.vrm"))
        self.assertFalse(Path(self.path("out.vrm")).exists())
        self.assertEqual([row.severity for row in tasks.check(nonsense)][0], "ERROR")

    def test_portrait_without_libvrm_render(self):
        if tasks.has_pictures():
            self.skipTest("libvrm-render is installed")
        with self.assertRaisesRegex(tasks.TaskError, "libvrm-render"):
            tasks.portrait(self.broken, self.path("p.png"))
        with self.assertRaisesRegex(tasks.TaskError, "libvrm-render"):
            tasks.optimize(self.broken, self.path("p.vrm"), images=True)

    def test_portrait(self):
        if not tasks.has_pictures():
            self.skipTest("libvrm-render is not installed")
        tasks.portrait(str(SAMPLES / PLANTED), self.path("p.png"), 64)
        self.assertEqual(Path(self.path("p.png")).read_bytes()[:4], b"\x89PNG")
        with self.assertRaises(tasks.TaskError):
            tasks.portrait(self.path("absent.vrm"), self.path("p.png"))

    def test_names_of_results(self):
        self.assertEqual(tasks.beside("/a/b.vrm", "fixed"), "/a/b-fixed.vrm")
        self.assertEqual(tasks.beside("/a/b-fixed.vrm", "optimized"), "/a/b-optimized.vrm")
        self.assertEqual(tasks.beside("/a/b.c.vrm", "1.0"), "/a/b.c-1.0.vrm")


class Texts(unittest.TestCase):
    @unittest.skipUnless((FOLDER / "texts.json").is_file(), "the built extension has the texts")
    def test_japanese_of_every_diagnostic(self):
        """BI-043: sentences have their arguments, and Blender's remedies are there."""
        table = texts.table("ja_JP")
        self.assertGreater(len(table["diagnostics"]), 300)
        self.assertEqual(set(table["blender"]), set(texts.data()["blender"]))
        report = tasks.vrmx.check(break_file(SAMPLES / PLANTED, plant))
        for found in report:
            text = texts.message(found, table)
            self.assertRegex(text, "[\u3040-\u30ff\u4e00-\u9fff]", found.code)
            self.assertNotRegex(text, r"\{\d\}", found.code)
            self.assertTrue(texts.remedy(found, table) or not found.remedy)

    def test_english_without_texts(self):
        for found in tasks.vrmx.check(break_file(SAMPLES / PLANTED, plant)):
            self.assertEqual(texts.message(found, texts.table("en_US")), found.message)

    def test_fill(self):
        self.assertEqual(texts.fill("{2} {1} {3}", ["a", "b{1}"]), "b{1} a {3}")
        table = {"words": {"{1} to {2}": "{1}～{2}"}, "quotes": "「」"}
        self.assertEqual(texts.words("0.5 to 12", table), "0.5～12")
        self.assertEqual(texts.words("3 apples", table), "3 apples")

    def test_wrap(self):
        self.assertEqual(texts.wrap("one two three", 7), ["one two", "three"])
        self.assertEqual(texts.wrap("", 7), [])
        self.assertEqual(texts.wrap("日本語の文", 4), ["日本", "語の", "文"])
        for text in ("a" * 50, "ボーン hips の位置が 12.5 cm です", "a b  c", "  x"):
            for columns in (2, 5, 20):
                found = texts.wrap(text, columns)
                self.assertTrue(all(texts.width(line) <= columns for line in found), (text, columns, found))
                self.assertEqual("".join(found).replace(" ", ""), text.replace(" ", ""))

    def test_every_text_of_the_panel_has_japanese(self):
        """BI-043: texts that the code shows are those that language.py translates."""
        wanted, known = set(), set(language.TEXTS) | set(language.OPERATORS)
        for name in ("operators", "panel", "scene", "live", "tasks", "preview"):
            tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                wanted |= texts_of(node)
        self.assertEqual(wanted - known, set())
        self.assertEqual(known - wanted, set())
        for english, japanese in {**language.TEXTS, **language.OPERATORS}.items():
            self.assertEqual(sorted(PLACES.findall(english)), sorted(PLACES.findall(japanese)))


def strings(value):
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return {value.value}
    if isinstance(value, (ast.Tuple, ast.List)):
        return set().union(*(strings(one) for one in value.elts))
    return set()


def texts_of(node):
    """Texts for users in a node of the syntax."""
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in ("say", "show"):
            return strings(node.args[0])
        if name in ("TaskError", "PreviewError"):
            return {text for text in strings(node.args[0]) if text}
        return set().union(*(strings(key.value) for key in node.keywords if key.arg in ("name", "description")
                             and name.endswith("Property")))
    if isinstance(node, ast.keyword) and node.arg == "items":
        return {one.elts[at].value for one in node.value.elts for at in (1, 2)}
    if isinstance(node, ast.Assign):
        names = [one.id for target in node.targets for one in
                 (target.elts if isinstance(target, ast.Tuple) else [target]) if isinstance(one, ast.Name)]
        values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        return {text for name, value in zip(names, values) if name in ("bl_label", "bl_description", "NO_PORTRAIT")
                for text in strings(value)}
    return set()


if __name__ == "__main__":
    unittest.main()
