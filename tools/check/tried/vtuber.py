"""2. The developer of a VTuber app: layers, lookAt, reloading, files of users."""
import re
import struct
from .finding import NotTried, finding, want


def renamed(user, name):
    """Ame, whose expressions blush and starEyes have other names."""
    def change(tree, _):
        custom = tree["extensions"]["VRMC_vrm"]["expressions"]["custom"]
        tree["extensions"]["VRMC_vrm"]["expressions"]["custom"] = {
            name: custom["blush"], "starEyes": custom["starEyes"]}
    return user.changed(user.sample(), "names.vrm", change)


@finding("A12", "Pictures cannot show Japanese names: captions are boxes.")
def a12(user):
    user.need_pictures()
    if user.run("fc-list", ":lang=ja").out == "":
        raise NotTried("this machine has no font with Japanese letters (fc-list :lang=ja)")
    pictures = []
    for name in ("びっくり", "ジトメメ"):
        path = renamed(user, name)
        done = user.vrm("render", path, "--sheet", "expressions", "--size", "128x128", "-o",
                        f"sheet-{len(pictures)}.png")
        want(done.code == 0, done.last_words())
        pictures.append((user.work / f"sheet-{len(pictures)}.png").read_bytes())
    want(pictures[0] != pictures[1], "two names of four letters give the same picture: boxes")
    return "sheets with び… and with ジ… differ, so the captions are letters; a test reads other scripts"


def diagnostics(user, path, *options):
    return user.vrm("info", "--json", *options, path).record()["diagnostics"]


@finding("B13", "Arguments of diagnostics are only in the English sentence.")
def b13(user):
    found = diagnostics(user, user.fault("bone-missing"))
    entry = next(d for d in found if d["code"] == "bone-missing")
    want("arguments" in entry and "leftFoot" in str(entry["arguments"]), f"{entry}")
    return f"--json and vrm_diagnostic have them: {entry['arguments']}"


@finding("B14", "A file without bones gives a line for each of them.")
def b14(user):
    files = [user.fault("humanoid-missing")]
    if user.corpus_folder is not None:
        files.append(user.corpus("blender-addon/broken/human_bone.vrm"))
    worst = 0
    for path in files:
        said = user.vrm("info", path)
        worst = max(worst, len(re.findall("bone-missing", said.text)))
    want(worst <= 2, f"{worst} lines with bone-missing")
    return "the missing bones are one diagnostic with a list"


@finding("B15", "An avatar that is invisible loads with warnings like a wrong licence address.")
def b15(user):
    user.need_pictures()
    path = user.fault("primitive-compressed")
    entry = next(d for d in diagnostics(user, path) if d["code"] == "primitive-compressed")
    want(entry.get("impact") == "visible", f"the diagnostic has no impact: {entry}")
    want("impact" in user.vrm("info", path).text, "the text has no impact")
    return "each diagnostic has an impact: visible, elsewhere, or for exporters alone"


def with_position(tree, rest, value):
    """Sets x of the first vertex of the first mesh."""
    accessor = tree["accessors"][tree["meshes"][0]["primitives"][0]["attributes"]["POSITION"]]
    view = tree["bufferViews"][accessor["bufferView"]]
    offset = 8 + view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    rest[offset:offset + 4] = struct.pack("<f", value)


def with_joint(tree, rest, value):
    """Sets the first joint of the first vertex of the first mesh."""
    accessor = tree["accessors"][tree["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"]]
    view = tree["bufferViews"][accessor["bufferView"]]
    offset = 8 + view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    size = 1 if accessor["componentType"] == 5121 else 2
    rest[offset:offset + size] = value.to_bytes(size, "little")


@finding("B16", "Nobody tells of positions that are not numbers, or of joints that do not exist.")
def b16(user):
    user.need_pictures()
    bad = {
        "nan.vrm": lambda tree, rest: with_position(tree, rest, float("nan")),
        "joint.vrm": lambda tree, rest: with_joint(tree, rest, 250),
    }
    told = []
    for name, change in bad.items():
        path = user.changed(user.sample(), name, change)
        done = user.vrm("render", path, "--json", "--size", "64x64", "-o", f"{name}.png")
        codes = [d["code"] for d in done.record()["diagnostics"]]
        want(codes, f"{name}: render has no diagnostic")
        told.append(f"{name}: {', '.join(codes)}")
    return "; ".join(told)


@finding("B17", "Nothing carries an avatar's state over to a file that was exported again.")
def b17(user):
    want("vrm_avatar_carry_over" in user.functions(), "there is no vrm_avatar_carry_over")
    user.tested("test/avatar/carry_over_test.c", "vrm_avatar_carry_over")
    return "vrm_avatar_carry_over carries pose, lookAt, expressions and springs over by names"


BAD_GRAMMAR = re.compile(r"\bthere are 1 |\b1 (sets|colliderGroups|wrong sequences|meshes|triangles|"
                         r"warnings|springs|joints|images|materials)\b|\b1 of the \w+ of .* have\b")


@finding("C18", "Grammar for one thing; remedies that are missing or for C programmers; names unsaid.")
def c18(user):
    rows = [line.split("\t") for line in
            user.run(user.build / "vrm-maker", "fault", "--list").out.splitlines()]
    codes = sorted({row[0] for row in rows if row[1] == "fault"})
    for code in codes:
        user.fault(code)
    del user.commands[1:]
    said = user.vrm("info", *[user.work / f"{code}.vrm" for code in codes]).text
    wrong = BAD_GRAMMAR.search(said)
    want(wrong is None, f"it says '{wrong and wrong.group()}'")
    want("max_file_bytes" not in said, "a remedy is for C programmers")
    user.need_pictures()
    done = user.vrm("render", user.sample(), "--expression", "ビックリ=1", "-o", "x.png")
    want("happy" in done.text or "blush" in done.text,
         f"it does not name the expressions there are: {done.last_words()}")
    faq = user.page("docs/guides/troubleshooting.md")
    want("vrma" in faq and re.search("ARKit|perfect", faq), "docs/guides/troubleshooting.md: no .vrma or no ARKit")
    return (f"{len(codes)} faults without a wrong plural; an unknown expression is answered with those "
            "that the avatar has; docs/guides/troubleshooting.md speaks of .vrma and of ARKit's names")
