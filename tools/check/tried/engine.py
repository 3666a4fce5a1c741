"""1. The engine developer: C++, an own scene graph, renderer, allocator and jobs."""
import re
import shutil
from .finding import ROOT, NotTried, finding, want


def installed(user):
    prefix = user.work / "prefix"
    if not prefix.exists():
        done = user.run("cmake", "--install", user.build, "--prefix", prefix)
        want(done.code == 0, f"the install fails: {done.last_words()}")
    return prefix


HELLO = r"""
#include <stdio.h>
#include <vrm/vrm.h>
int main(int argc, char **argv) {
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    if (argc < 2 || vrm_model_load_file(argv[1], NULL, &model, &report) != VRM_OK) return 1;
    printf("%.*s\n", (int)vrm_model_tables(model)->meta.name.length,
           vrm_model_tables(model)->meta.name.data);
    vrm_report_destroy(report);
    vrm_model_release(model);
    return 0;
}
"""


def compiled(user, module, *static):
    prefix = installed(user)
    source, program = user.work / "hello.c", user.work / f"hello-{module}"
    source.write_text(HELLO, encoding="utf-8")
    pc = next(prefix.rglob("vrm.pc"), None)
    want(pc is not None, "vrm.pc is not installed")
    env = {"PKG_CONFIG_PATH": str(pc.parent)}
    flags = user.run("pkg-config", *static, "--cflags", "--libs", module, env=env)
    want(flags.code == 0, f"pkg-config does not know {module}: {flags.last_words()}")
    done = user.run("cc", source, *flags.out.split(), "-o", program)
    want(done.code == 0, f"the program is not linked: {done.last_words()}")
    return prefix, program


@finding("A1", "After `cmake --install`, the README's program does not find the shared library.")
def a1(user):
    prefix, program = compiled(user, "vrm")
    library = next(prefix.rglob("libvrm.so"), None)
    want(library is not None, "libvrm.so is not installed")
    ran = user.run(program, user.sample(), env={"LD_LIBRARY_PATH": str(library.parent)})
    want(ran.code == 0 and ran.out == "Ame\n", f"the program says {ran.last_words()}")
    want("ldconfig" in user.page("docs/start/install.md"), "docs/start/install.md does not mention ldconfig")
    return "the program runs; docs/start/install.md says that ldconfig comes after the install, and why"


def configure(user, name, text, *options):
    if shutil.which("cmake") is None:
        raise NotTried("there is no cmake")
    folder = user.folder(name)
    (folder / "CMakeLists.txt").write_text(text, encoding="utf-8")
    (folder / "main.cpp").write_text("int main() {}\n", encoding="utf-8")
    return user.run("cmake", "-S", folder, "-B", folder / "build", *options)


@finding("A2", "A C++-only project cannot take libvrm in.")
def a2(user):
    done = configure(user, "cxx", f"""cmake_minimum_required(VERSION 3.21)
project(engine CXX)
add_subdirectory({ROOT} libvrm)
add_executable(engine main.cpp)
target_link_libraries(engine PRIVATE vrm::static)
""")
    want(done.code == 0, done.last_words())
    return "it configures and generates"


WITHOUT_PACKAGES = ["-DCMAKE_DISABLE_FIND_PACKAGE_yyjson=ON",
                    "-DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON"]


@finding("A3", "A parent's yyjson is not seen, and nothing fetches one.")
def a3(user):
    done = configure(user, "parent", f"""cmake_minimum_required(VERSION 3.21)
project(engine C CXX)
add_library(yyjson STATIC main.cpp)
add_subdirectory({ROOT} libvrm)
""", *WITHOUT_PACKAGES)
    want(done.code == 0, done.last_words())
    none = configure(user, "nothing", f"""cmake_minimum_required(VERSION 3.21)
project(engine C CXX)
add_subdirectory({ROOT} libvrm)
""", *WITHOUT_PACKAGES)
    want("VRM_FETCH_YYJSON" in none.text, "the message does not say VRM_FETCH_YYJSON")
    return "the parent's target is taken; without any, the message names VRM_FETCH_YYJSON"


@finding("A4", "CMake 3.25 is needed to build, for the presets alone.")
def a4(user):
    least = re.search(r"cmake_minimum_required\(VERSION (\d+)\.(\d+)", user.page("CMakeLists.txt"))
    want(tuple(map(int, least.groups())) <= (3, 22), "CMakeLists.txt needs more than 3.22")
    install = re.search(r"cmake -S \. -B \S+", user.page("docs/start/install.md"))
    want(install is not None, "docs/start/install.md builds with presets alone")
    return f"CMake {least.group(1)}.{least.group(2)} is enough: '{install.group(0)}'"


@finding("B5", "There is no page for hosts with a renderer of their own.")
def b5(user):
    page = user.page("docs/guides/own-renderer.md")
    for word in ("inverse", "sRGB", "angent", "irst person", "JOINTS_1", "morph"):
        want(word in page, f"docs/guides/own-renderer.md does not say {word}")
    want("vrm_avatar_get_skin_matrices" in user.functions(), "no vrm_avatar_get_skin_matrices")
    ran = user.run(user.build / "examples/own_renderer", user.sample())
    want(ran.code == 0, f"the example says {ran.last_words()}")
    return "docs/guides/own-renderer.md and examples/own_renderer.c, which runs; skin matrices are one call"


PROBE = r"""
#include <stdio.h>
#include <stdlib.h>
#include <vrm/vrm.h>

static vrm_vec3 rotate(vrm_quat q, vrm_vec3 v) {
    vrm_vec3 t, r;
    t.x = 2 * (q.y * v.z - q.z * v.y);
    t.y = 2 * (q.z * v.x - q.x * v.z);
    t.z = 2 * (q.x * v.y - q.y * v.x);
    r.x = v.x + q.w * t.x + q.y * t.z - q.z * t.y;
    r.y = v.y + q.w * t.y + q.z * t.x - q.x * t.z;
    r.z = v.z + q.w * t.z + q.x * t.y - q.y * t.x;
    return r;
}

int main(int argc, char **argv) {
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_avatar *avatar = NULL;
    vrm_node_array nodes;
    const vrm_gltf *gltf;
    const float *world;
    vrm_trs *locals; /* the host's own graph */
    vrm_quat bent = {0.17364818f, 0, 0, 0.98480775f}, eye = {0.38268343f, 0, 0, 0.92387953f};
    vrm_result result = vrm_model_load_file(NULL, NULL, &model, &report);
    int32_t head, left_eye, node;
    vrm_vec3 place = {0, 0, 0};
    printf("no path: %s, report %s\n", vrm_result_name(result),
           vrm_report_count(report) > 0 ? vrm_report_get(report, 0)->code : "none");
    vrm_report_destroy(report);
    report = NULL;
    if (argc < 2 || vrm_model_load_file(argv[1], NULL, &model, &report) != VRM_OK) return 1;
    vrm_report_destroy(report);
    vrm_avatar_create(model, NULL, &avatar, NULL);
    if (avatar == NULL) return 1;
    gltf = vrm_model_gltf(model);
    head = vrm_model_bone_node(model, VRM_BONE_HEAD);
    left_eye = vrm_model_bone_node(model, VRM_BONE_LEFT_EYE);
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_SPINE, bent);
    vrm_avatar_update(avatar, 0);
    locals = calloc(gltf->node_count, sizeof *locals);
    vrm_node_array_init(&nodes);
    nodes.count = gltf->node_count;
    nodes.translation = &locals->translation;
    nodes.rotation = &locals->rotation;
    nodes.scale = &locals->scale;
    nodes.stride = sizeof *locals;
    vrm_avatar_scatter(avatar, &nodes, VRM_WRITER_ALL);
    for (node = head; node >= 0; node = gltf->nodes[node].parent) {
        place = rotate(locals[node].rotation, place);
        place.x += locals[node].translation.x;
        place.y += locals[node].translation.y;
        place.z += locals[node].translation.z;
    }
    world = vrm_avatar_frame(avatar)->world[head].m;
    printf("head: graph %.3f %.3f %.3f\n", place.x + 0.0f, place.y, place.z);
    printf("head: frame %.3f %.3f %.3f\n", world[12] + 0.0f, world[13], world[14]);
    vrm_avatar_set_look_at_off(avatar);
    vrm_avatar_update(avatar, 0);
    locals[left_eye].rotation = eye;
    vrm_avatar_gather(avatar, &nodes);
    vrm_avatar_update(avatar, 0);
    vrm_avatar_scatter(avatar, &nodes, VRM_WRITER_ALL);
    printf("eye: %.4f\n", locals[left_eye].rotation.x);
    free(locals);
    vrm_avatar_destroy(avatar);
    vrm_model_release(model);
    return 0;
}
"""


def probe(user, sample):
    ran = user.run(user.program(PROBE), user.sample(sample))
    want(ran.code == 0, f"the program ends with {ran.code}")
    return dict(line.split(": ", 1) for line in ran.out.replace("head: ", "head ").replace(
        "graph ", "graph: ").replace("frame ", "frame: ").splitlines())


@finding("B6", "A host that uses scatter gets 0.x avatars the wrong way round.")
def b6(user):
    for name in ("character-1.0.vrm", "character-0.x.vrm"):
        said = probe(user, name)
        graph = said["head graph"].replace("-0.000", "0.000")
        want(graph == said["head frame"].replace("-0.000", "0.000"),
             f"{name}: the head is at {graph} in the host's graph, at {said['head frame']} in the frame")
    want("half turn" in user.page("include/vrm/scene_graph.h"), "scene_graph.h is silent")
    return f"the head is at {graph} in both, and scene_graph.h speaks of the half turn"


@finding("B7", "gather drops rotations of eyes and hair, also while lookAt and springs are off.")
def b7(user):
    said = probe(user, "character-1.0.vrm")
    want(said["eye"] == "0.3827", f"the eye's x is {said['eye']}, wanted 0.3827")
    return "an eye that gather poses while lookAt is off stays posed: x 0.3827"


@finding("B8", "FFI: no text of a report, anonymous enumerations, sizes, callbacks that throw, paths.")
def b8(user):
    functions = user.functions()
    want("vrm_diagnostic_text" in functions, "there is no vrm_diagnostic_text")
    want("typedef int32_t vrm_bone" in user.page("include/vrm/tables.h") +
         user.page("include/vrm/types.h") + user.page("include/vrm/model.h"), "enumerations have no type")
    want("must not throw" in user.page("include/vrm/base.h"), "base.h does not speak of exceptions")
    linking = user.page("docs/guides/linking.md") + user.page("docs/reference/abi.md") + user.page("docs/reference/api.md")
    want("UTF-8" in linking, "no page says that paths are UTF-8 for bindings")
    return ("vrm_diagnostic_text, typed enumerations of int32_t, sizes and offsets of every struct in "
            "api.json, words on callbacks and on paths")


@finding("B9", "`pkg-config --static vrm` gives the shared library.")
def b9(user):
    _, program = compiled(user, "vrm-static", "--static")
    needed = user.run("readelf", "-d", program)
    want("libvrm.so" not in needed.out, "the program needs libvrm.so")
    want("vrm-static" in user.page("docs/guides/linking.md"), "docs/guides/linking.md does not say vrm-static")
    return "the module vrm-static gives the static library, and docs/guides/linking.md says so"


@finding("B10", "Documented and not so: the frame after restore; the report after a wrong argument.")
def b10(user):
    said = probe(user, "character-1.0.vrm")
    want("report none" not in said["no path"], "no report says what was wrong")
    header = user.page("include/vrm/avatar.h")
    want("the frame is that of the moment" not in header, "avatar.h still promises the frame")
    return f"no path gives {said['no path']}; avatar.h says that restore leaves the frame out of date"


@finding("C11", "-Werror for everybody, -ffast-math is an error, no word without a file, docs not installed.")
def c11(user):
    root, compiler = user.page("CMakeLists.txt"), user.page("cmake/VrmCompiler.cmake")
    want(re.search(r"VRM_WARNINGS_AS_ERRORS[^)]*OFF", root + compiler), "warnings are errors for all")
    want("-fno-fast-math" in compiler, "-ffast-math of an engine is not undone")
    want(re.search(r"BUILD_SHARED_LIBS", root + compiler + user.page("src/CMakeLists.txt")),
         "-DBUILD_SHARED_LIBS=OFF does nothing")
    ran = user.run(user.build / "examples/hello")
    want(ran.code != 0 and ran.text.strip(), "the README's program says nothing without a file")
    joy = user.page("docs/guides/troubleshooting.md")
    want('find_expression("joy")' in joy, "no page says what find_expression makes of 0.x names")
    prefix = installed(user)
    want(list(prefix.rglob("own-renderer.md")), "docs/*/*.md are not installed")
    want(list(prefix.rglob("character-1.0.vrm")), "the samples are not installed")
    return ("warnings are errors for developers alone, -fno-fast-math wins, BUILD_SHARED_LIBS is heard, "
            "docs and samples are installed; an address of the project is missing until there is one "
            "(docs/evidence/release.md)")
