"""4. The creator of avatars, the technical artist."""
import re
from .finding import NotTried, finding, want

VIEW_TESTS = "test/view/check_view.py"


def need_view(user):
    if not (user.build / "vrm-view").exists():
        raise NotTried("this build has no viewer")


@finding("A32", "The viewer keeps what is wrong to itself.")
def a32(user):
    need_view(user)
    user.tested(VIEW_TESTS, "diagnostics_are_shown_and_marked")
    return "a panel lists the diagnostics, and a test of the viewer looks at it"


@finding("A33", "Findings speak in numbers.")
def a33(user):
    said = user.vrm("info", user.fault("spring-shared-node")).text
    want('"s0_2"' in said, "the node's name is not there")
    bind = user.vrm("info", user.fault("bind-target")).text
    want('expression "aa"' in bind, "the expression's name is not there")
    line = next(line.strip() for line in said.splitlines() if "s0_2" in line)
    return line


@finding("B34", "LA-031 and look-at-weight lead nowhere with the installed tool.")
def b34(user):
    for what in ("LA-031", "look-at-weight"):
        done = user.vrm("explain", what)
        want(done.code == 0 and len(done.out) > 80, f"vrm explain {what}: {done.last_words()}")
    return f"vrm explain look-at-weight prints {len(done.out.splitlines())} lines, offline"


@finding("B35", "The viewer does not notice that the file was exported again.")
def b35(user):
    need_view(user)
    user.tested(VIEW_TESTS, "changed_file_is_loaded_again")
    return "it reloads the file when it changes, and carries the state over; a test does it"


@finding("B36", "Metal has no surroundings: it is black or flashes.")
def b36(user):
    user.need_pictures()
    helps = user.vrm("help", "render").text
    want("--environment" in helps, "render has no option --environment")
    def change(tree, _):
        tree["materials"] = [{"pbrMetallicRoughness": {"metallicFactor": 1, "roughnessFactor": 0.3}}
                             for _ in tree["materials"]]
    path = user.changed(user.sample(), "metal.vrm", change)
    options = ["--size", "64x64", "--ambient", "0.3,0.3,0.3", "--light-color", "0,0,0"]
    on = user.vrm("render", path, *options, "-o", "on.png")
    off = user.vrm("render", path, *options, "--environment", "off", "-o", "off.png")
    want(on.code == 0 and off.code == 0, f"{on.last_words()} {off.last_words()}")
    want((user.work / "on.png").read_bytes() != (user.work / "off.png").read_bytes(),
         "the environment changes nothing")
    return "an environment term is on by default, and --environment off is as before"


@finding("B37", "Not told: inside-out meshes, joints inside colliders, textures on the GPU, arms not in T.")
def b37(user):
    def change(tree, rest):
        view = tree["bufferViews"][tree["images"][0]["bufferView"]]
        at = 8 + view.get("byteOffset", 0)
        rest[at:at + 8] = b"XXXXXXXX"
    image = user.changed(user.sample(), "image.vrm", change)
    said = user.vrm("info", "--json", image).record()
    want(any(d["code"] == "image-unknown" for d in said["diagnostics"]), "a broken image is not told")
    want(said["materials"] and said["springs"] and said["colliders"], "materials or springs have no names")
    # What a file means is said by vrm check: each with a file that has this fault alone.
    told = {image: "image-format", user.fault("pose-arm"): "pose-arm", user.fault("joint-in-collider"): "joint-in-collider",
            user.fault("expression-no-effect"): "expression-no-effect", user.fault("texture-dense"): "texture-dense"}
    for path, code in told.items():
        done = user.vrm("check", "--json", path).record()
        want(any(d["code"] == code for d in done["diagnostics"]), f"vrm check does not tell of {code}")
    return ("vrm check tells of arms that are not in T, joints inside colliders at rest, expressions that move "
            "nothing, textures that are far larger than what shows, and images that are broken; --profile compares "
            "the memory of textures with a limit. Meshes that are inside out are not told")


@finding("C38", "Small things: circles with few corners, 'faces -Z', counts of nothing, GIF and MP4.")
def c38(user):
    nothing = user.vrm("info", user.fault("springs-twice", "s.vrm")).text
    want("0 springs, 0 joints, 0 colliders" not in nothing, "a count of nothing is printed")
    helps = user.vrm("help", "render").text
    want(re.search(r"\.gif", helps), "render writes no GIF")
    weight = user.vrm("info", user.fault("look-at-weight")).text
    want("remedy" in weight, "the outputScale has no remedy")
    want("they have 36 lines" in user.page("src/avatar/spring/spring_lines.c"), "circles have few corners")
    want("faces -Z" not in nothing + user.vrm("info", user.sample("character-0.x.vrm")).text,
         "'faces -Z' is printed")
    return ("GIF is written; look-at-weight has a remedy; nothing is counted that is not there; circles of "
            "colliders have 36 corners; the viewer has sliders for all expressions. How many frames a "
            "second a processor draws without a GPU is as it was")
