"""5. The contributor."""
import re
from .finding import ROOT, finding, want


@finding("B39", "No recipes, and tests that do not say which file to touch.")
def b39(user):
    page = user.page("CONTRIBUTING.md")
    for recipe in ("A diagnostic", "A collider shape", "An expression bind", "A command-line option",
                   "A requirement", "A test", "A benchmark"):
        want(f"### {recipe}" in page, f"CONTRIBUTING.md has no recipe '{recipe}'")
    user.tested("test/support/check_message.c", "add one to %s, add a fault to %s")
    return "CONTRIBUTING.md has recipes; the test of diagnostics names the files to touch"


@finding("B40", "MSVC and macOS: atomics, EGL, universal binaries; no words about macOS.")
def b40(user):
    page = user.page("docs/explanation/portability.md")
    want("macOS" in page and "MSVC" in page, "docs/explanation/portability.md is silent")
    model = user.page("src/model/model.h")
    want("stdatomic" not in model, "src/model/model.h includes stdatomic.h")
    return "atomics are the library's own (src/base/atomic.h); docs/explanation/portability.md says what is untested"


@finding("B41", "`.ci/run` begins with apt-get: no --no-setup, no way to run one step.")
def b41(user):
    steps = user.run(ROOT / ".ci/run", "--list").out.splitlines()
    want(len(steps) > 30, "--list prints no steps")
    one = user.run(ROOT / ".ci/run", "golden", folder=ROOT)
    want(one.code == 0, one.last_words())
    wrong = user.run(ROOT / ".ci/run", "strukture", folder=ROOT)
    want(wrong.code == 2 and "structure" in wrong.text, wrong.last_words())
    return f"{len(steps)} steps by name, --no-setup; '{one.last_words()}'"


@finding("B42", "The test of the viewer fails on a busy machine.")
def b42(user):
    user.tested("test/view/CMakeLists.txt", "RUN_SERIAL", "vrm_finish_tests(view)")
    return "it has a label of its own and runs alone; `ctest -L fast` and the gate leave it out"


@finding("C43", "Serial presets, tracebacks, a path out of the tree, skipped tests, stale figures, no address.")
def c43(user):
    for page in ("README.md", "CONTRIBUTING.md"):
        want("--build --preset" not in re.sub(r"--build --preset \w+ --parallel", "", user.page(page)),
             f"{page}: building is serial")
    symbols = user.run(ROOT / "tools/check/check-symbols", user.work / "nowhere")
    want("Traceback" not in symbols.text and "cmake --preset" in symbols.text, symbols.last_words())
    cmake = user.page("CMakeLists.txt") + user.page("test/CMakeLists.txt")
    want("../shared" not in cmake, "a default path leads out of the tree")
    by_hand = user.run(user.build / "test/vrm-test", "conformance")
    want(by_hand.code == 0 and "name" not in by_hand.text.replace("names", ""),
         f"by hand: {by_hand.last_words()}")
    want("repository's address" in user.page("CONTRIBUTING.md"), "no word on where patches go")
    return f"pages build in parallel; '{symbols.last_words()}'; vrm-test by hand: {by_hand.last_words()}"


MANNERED = {
    "README.md": "Outside of one object, no stdio",
    "render/include/vrm/render.h": "Render models go before their renderer",
    "include/vrm/avatar.h": "Forward again from rest",
}


@finding("Words", "Sentences that had to be read twice.")
def words(user):
    for path, sentence in MANNERED.items():
        want(sentence not in user.page(path), f"{path}: {sentence}")
    helps = user.vrm("help", "thumb").text + user.vrm("help", "render").text
    want("is is" not in helps and "samples N of each pixel" not in helps, "help still has them")
    return "none of them is there any more"
