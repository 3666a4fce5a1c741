/* Repairs by themselves: what they ask for at a place, at places of other kinds, and where the
 * steps that they may take end. */
#include "author/document/glb_write.h"
#include "author/fix/fix.h"
#include "author/fix/unit.h"
#include "build/diagnostics.h"
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- One repair --- */

/* Several diagnostics may have one repair. */
static const struct {
    vrmi_diagnostic_id id;
    const char *name;
} repairs[] = {
#define X(id, name, sentence) {VRMI_##id, #name},
    VRMI_REPAIRS(X)
#undef X
};

/* A file, its JSON, and the fix of it. */
typedef struct bench {
    loaded file;
    vrmi_memory memory;
    vrmi_fix fix;
} bench;

static bench *begin(const char *json, const void *bin, size_t size) {
    bench *on = calloc(1, sizeof *on);
    if (on == NULL) abort();
    on->file = load_json_bin(json, bin, size);
    CHECK(on->file.model != NULL);
    vrmi_memory_init(&on->memory, NULL);
    return on;
}

static void end(bench *on) {
    unload(&on->file);
    free(on);
}

/* Appends an operation to a text. */
static void describe(vrmi_fix *fix, const vrmi_fix_operation *one, char *out, size_t capacity) {
    static const char signs[][2] = {[VRMI_FIX_REPLACE] = "=",
                                    [VRMI_FIX_REMOVE] = "",
                                    [VRMI_FIX_RENAME] = ">",
                                    [VRMI_FIX_KEEP_LAST] = "!",
                                    [VRMI_FIX_ADD] = "="};
    const vrm_string pointer = vrmi_value_pointer(&fix->tree, one->value);
    const bool adds = one->kind == VRMI_FIX_ADD, renames = one->kind == VRMI_FIX_RENAME;
    const size_t length = strlen(out);
    snprintf(out + length, capacity - length, "%s%s%.*s%s%s%s%s", length > 0 ? " " : "",
             one->kind == VRMI_FIX_REMOVE ? "-" : "", (int)pointer.length, pointer.data,
             adds ? "/" : "", adds ? (one->key[0] != '\0' ? one->key : "-") : "", signs[one->kind],
             renames ? one->key : one->json.data);
}

/* What the repair asks for: "pointer=value" for what is set, "-pointer" for what is removed,
 * "pointer>key" for a new name and "pointer!" for the last of several; separated by spaces. */
static void repair_with(bench *on, uint64_t steps, vrmi_diagnostic_id id, const char *pointer,
                        double number, char *out, size_t capacity) {
    vrmi_fix *fix = &on->fix;
    vrmi_finding at = {.id = id, .fixed_count = UINT32_MAX};
    vrm_string json;
    memset(fix, 0, sizeof *fix);
    fix->bytes = on->file.file.bytes;
    fix->size = on->file.file.size;
    fix->model = on->file.model;
    fix->gltf = on->file.gltf;
    fix->readable = on->file.gltf->accessor_count;
    fix->tables = on->file.tables;
    fix->memory = &on->memory;
    fix->steps = steps;
    vrmi_arena_init(&fix->arena, &on->memory, 0);
    json = vrmi_written_json(fix->bytes, fix->size);
    REQUIRE(vrmi_tree_open(&fix->tree, &on->memory, json.data, json.length));
    at.pointer.data = pointer;
    at.pointer.length = (uint32_t)strlen(pointer);
    at.used_number = number;
    vrmi_fix_repair(fix, &at);
    CHECK_INT(at.operation_count, fix->operation_count);
    CHECK(!fix->is_refused && !fix->tree.is_refused);
    out[0] = '\0';
    for (uint32_t i = 0; i < fix->operation_count; ++i) {
        describe(fix, &fix->operations[i], out, capacity);
    }
    vrmi_tree_release(&fix->tree);
    vrmi_arena_release(&fix->arena);
}

/* --- Places of every kind --- */

/* Values of every type, where no repair expects them. */
static const char ODD[] =
    "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':{'specVersion':'1.0'}},"
    "'accessors':[{'count':0},{'componentType':5126,'count':1,"
    "'type':'MAT4'}],'images':[{'uri':'a'}],'nodes':[{'children':[1]},{},{}],"
    "'a/b':{'c~d':1},'text':'x','number':3,'half':0.5,'list':[1,'x',0.5,2,-1,1],'none':[],"
    "'object':{'list':[0,0,0,2],'x':{'y':[]}},"
    "'pair':[{'node':1},{'node':1},{'node':'x'}]}";

static const char *const odd_pointers[] = {
    "",           "/",        "/nowhere",     "/nowhere/at/all", "/text",        "/text/0",
    "/number",    "/half",    "/list",        "/list/x",         "/list/99",     "/list/0",
    "/list/4",    "/none",    "/object",      "/object/list",    "/object/x/y",  "/a~1b",
    "/a~1b/c~0d", "/a~1b/c~", "/accessors/0", "/accessors/1",    "/accessors/9", "/images/0",
    "/images/9",  "/pair/0",  "/pair/1",      "/pair/2/node",
};

/* What is asked for although the place is odd: it has the type of a good one. */
static const struct {
    const char *name, *pointer, *expected;
} asked[] = {
    {"field_range", "/number", "/number=0.5"},
    {"field_range", "/half", "/half=0.5"},
    {"field_range", "/a~1b/c~0d", "/a~1b/c~0d=0.5"},
    {"array_empty", "/none", "-/none"},
    {"extension_unlisted", "/text", "/extensionsUsed=[\"x\"]"},
    {"extension_unlisted", "/pair/2/node", "/extensionsUsed=[\"x\"]"},
    {"root_twice", "/object/list", "-/object/list/1 -/object/list/2"},
    {"rotation_unit", "/object/list", "/object/list=[0,0,0,1]"},
    {"axis_case", "/text", "/text=\"X\""},
    {"axis_case", "/pair/2/node", "/pair/2/node=\"X\""},
    {"color_alpha", "/list", "/list/-=1"},
    {"color_alpha", "/none", "/none/-=1"},
    {"color_alpha", "/object/list", "/object/list/-=1"},
    {"color_alpha", "/object/x/y", "/object/x/y/-=1"},
    {"annotation_twice", "/pair/1", "-/pair/1"},
    {"render_queue", "/number", "/number=0.5"},
    {"render_queue", "/list/0", "/list/0=0.5"},
    {"render_queue", "/list/4", "/list/4=0.5"},
    {"render_queue", "/a~1b/c~0d", "/a~1b/c~0d=0.5"},
};

static const char *asked_at(const char *name, const char *pointer) {
    for (size_t i = 0; i < COUNT(asked); ++i) {
        if (strcmp(asked[i].name, name) == 0 && strcmp(asked[i].pointer, pointer) == 0) {
            return asked[i].expected;
        }
    }
    return "";
}

/* The others act on what the load has found there, without another look at it. */
static bool looks_first(const char *name) {
    static const char *const others[] = {
        "view_target",   "accessor_normalized", "accessor_bounds",
        "rotation_zero", "duplicate_key",       "extension_undeclared",
        "palne"};
    for (size_t i = 0; i < COUNT(others); ++i) {
        if (strcmp(others[i], name) == 0) return false;
    }
    return true;
}

TEST(er_022_places_that_are_not_what_a_repair_expects) {
    bench *on = begin(ODD, NULL, 0);
    for (size_t i = 0; i < COUNT(repairs); ++i) {
        for (size_t k = 0; looks_first(repairs[i].name) && k < COUNT(odd_pointers); ++k) {
            const char *expected = asked_at(repairs[i].name, odd_pointers[k]);
            char text[1024];
            repair_with(on, 10000, repairs[i].id, odd_pointers[k], 0.5, text, sizeof text);
            test_note("%s at %s", repairs[i].name, odd_pointers[k]);
            CHECK_TEXT(text, expected);
        }
    }
    /* Nothing is kept, or has another name, where nothing is. */
    for (size_t k = 0; k < COUNT(odd_pointers); ++k) {
        static const char *const absent[] = {"", "/nowhere/at/all", "/text/0"};
        char text[1024];
        repair_with(on, 10000, VRMI_JSON_DUPLICATE_KEY, odd_pointers[k], 0, text, sizeof text);
        if (strncmp(odd_pointers[k], "/list/", 6) == 0) CHECK_TEXT(text, "");
        for (size_t i = 0; i < COUNT(absent); ++i) {
            repair_with(on, 10000, VRMI_COLLIDER_PALNE, absent[i], 0, text, sizeof text);
            CHECK_TEXT(text, "");
            repair_with(on, 10000, VRMI_EXTENSION_UNDECLARED, absent[i], 0, text, sizeof text);
            CHECK_TEXT(text, "");
        }
    }
    test_note(NULL);
    end(on);
}

/* --- Steps --- */

/* One place that each repair fixes, and what it asks for there. */
static const struct {
    vrmi_diagnostic_id id;
    const char *json, *pointer;
    double number;
    const char *expected;
} good[] = {
    {VRMI_JSON_DUPLICATE_KEY, "'nodes':[{'name':'a','mesh':0,'name':'a'}]", "/nodes/0/name", 0,
     "/nodes/0/name!"},
    {VRMI_JSON_DUPLICATE_KEY, "'nodes':[{'name':'a','name':'b'}]", "/nodes/0/name", 0, ""},
    {VRMI_JSON_DUPLICATE_KEY, "'x':[{'a':[true,2,'b']},{'c':1}],'x':[{'a':[true,2,'b']},{'c':1}]",
     "/x", 0, "/x!"},
    {VRMI_JSON_DUPLICATE_KEY, "'x':2,'x':3", "/x", 0, ""},
    {VRMI_FIELD_RANGE, "'a':{'b':7}", "/a/b", 0.25, "/a/b=0.25"},
    {VRMI_FIELD_RANGE, "'a':{'b':7}", "/a/b", 1, "/a/b=1"},
    {VRMI_FIELD_VECTOR_LONG, "'a':[1,2,3,1,0]", "/a", 3, "-/a/3 -/a/4"},
    {VRMI_FIELD_VECTOR_LONG, "'a':[1,2,3,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]", "/a", 3, ""},
    {VRMI_INDEX_NEGATIVE, "'nodes':[{'mesh':-1}]", "/nodes/0/mesh", 0, "-/nodes/0/mesh"},
    {VRMI_INDEX_NEGATIVE, "'nodes':[{'children':[-1,1]}]", "/nodes/0/children/0", 0,
     "-/nodes/0/children/0"},
    {VRMI_ARRAY_EMPTY, "'nodes':[]", "/nodes", 0, "-/nodes"},
    {VRMI_ARRAY_EMPTY, "'extensions':{'VRMC_springBone':{'colliders':[]}}",
     "/extensions/VRMC_springBone/colliders", 0, "-/extensions/VRMC_springBone/colliders"},
    {VRMI_ASSET_VERSION_MISSING, "'other':1", "/asset", 0, "/asset/version=\"2.0\""},
    {VRMI_EXTENSION_UNLISTED, "'extensionsUsed':['A'],'extensionsRequired':['B']",
     "/extensionsRequired/0", 0, "/extensionsUsed/-=\"B\""},
    {VRMI_EXTENSION_UNLISTED, "'extensionsRequired':['B']", "/extensionsRequired/0", 0,
     "/extensionsUsed=[\"B\"]"},
    {VRMI_EXTENSION_UNLISTED, "'extensionsUsed':'A','extensionsRequired':['B']",
     "/extensionsRequired/0", 0, ""},
    {VRMI_EXTENSION_UNDECLARED, "'extensionsUsed':['A'],'extensions':{'B':{}}", "/extensions/B", 0,
     "/extensionsUsed/-=\"B\""},
    {VRMI_NODE_ROOT_HAS_PARENT, "'nodes':[{'children':[1]},{}],'scenes':[{'nodes':[1,0]}]",
     "/scenes/0/nodes", 0, "-/scenes/0/nodes/0"},
    {VRMI_NODE_ROOT_TWICE, "'nodes':[{},{}],'scenes':[{'nodes':[1,'x',99,0.5,-1,1]}]",
     "/scenes/0/nodes", 0, "-/scenes/0/nodes/5"},
    {VRMI_NODE_ROTATION_UNIT, "'nodes':[{'rotation':[0,0,0,2]}]", "/nodes/0/rotation", 0,
     "/nodes/0/rotation=[0,0,0,1]"},
    {VRMI_NODE_ROTATION_UNIT, "'nodes':[{'rotation':[0,0,'a',2]}]", "/nodes/0/rotation", 0, ""},
    {VRMI_NODE_ROTATION_UNIT, "'nodes':[{'rotation':[0,0,1e300,2]}]", "/nodes/0/rotation", 0, ""},
    {VRMI_NODE_ROTATION_UNIT, "'nodes':[{'rotation':[0,0,-1e300,2]}]", "/nodes/0/rotation", 0, ""},
    {VRMI_NODE_MATRIX_AND_TRS, "'nodes':[{'translation':[0,0,0],'scale':[1,1,1]}]", "/nodes/0", 0,
     "-/nodes/0/translation -/nodes/0/scale"},
    {VRMI_NODE_MATRIX_AND_TRS, "'nodes':[{'translation':[0,0,0],'scale':[1,1]}]", "/nodes/0", 0,
     ""},
    {VRMI_NODE_MATRIX_ROW, "'nodes':[{'matrix':[1,0,0,1e-5,0,1,0,0,0,0,1,0,0,0,0,1]}]",
     "/nodes/0/matrix", 0, "/nodes/0/matrix/3=0"},
    {VRMI_NODE_MATRIX_ROW, "'nodes':[{'matrix':[1,0,0,0,0,1,0,0.5,0,0,1,0,0,0,0,1]}]",
     "/nodes/0/matrix", 0, ""},
    {VRMI_NODE_MATRIX_ROW, "'nodes':[{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0.5,0,0,0,1]}]",
     "/nodes/0/matrix", 0, ""},
    {VRMI_NODE_MATRIX_ROW, "'nodes':[{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2]}]",
     "/nodes/0/matrix", 0, ""},
    {VRMI_NODE_SKIN_WITHOUT_MESH, "'nodes':[{'skin':0}]", "/nodes/0", 0, "-/nodes/0/skin"},
    {VRMI_NODE_SKIN_WITHOUT_MESH, "'nodes':[{'mesh':99,'skin':0}]", "/nodes/0", 0, ""},
    {VRMI_SPRING_ROOT_TWICE, "'nodes':[{},{}],'group':{'bones':[0,1,0]}", "/group", 0,
     "-/group/bones/2"},
    {VRMI_COLLIDER_PALNE, "'shape':{'palne':{}}", "/shape/palne", 0, "/shape/palne>plane"},
    {VRMI_COLLIDER_PALNE, "'shape':{'palne':{},'plane':{}}", "/shape/palne", 0, ""},
    {VRMI_COLLIDER_NORMAL, "'plane':{'normal':[0,-2,0]}", "/plane/normal", 0,
     "/plane/normal=[0,-1,0]"},
    {VRMI_CONSTRAINT_AXIS_CASE, "'roll':{'rollAxis':'z'}", "/roll/rollAxis", 0,
     "/roll/rollAxis=\"Z\""},
    {VRMI_BIND_COLOR_ALPHA, "'bind':{'targetValue':[1,1,1]}", "/bind/targetValue", 0,
     "/bind/targetValue/-=1"},
    {VRMI_ANNOTATION_NO_MESH, "'nodes':[{},{'mesh':0}],'list':[{'node':0},{'node':1}]",
     "/list/0/node", 0, "-/list/0"},
    {VRMI_ANNOTATION_NO_MESH, "'nodes':[{}],'o':{'list':[{'node':0}]}", "/o/list/0/node", 0,
     "-/o/list"},
    {VRMI_ANNOTATION_NO_MESH, "'nodes':[{}],'list':[{'node':'x'}]", "/list/0/node", 0, ""},
    {VRMI_ANNOTATION_TWICE, "'list':[{'node':1},{'node':1}]", "/list/1", 0, "-/list/1"},
    {VRMI_ANNOTATION_TWICE, "'list':[{'node':0},{'node':1},{'node':1}]", "/list/2", 0, "-/list/2"},
    {VRMI_RENDER_QUEUE, "'mtoon':{'renderQueueOffsetNumber':12}", "/mtoon/renderQueueOffsetNumber",
     9, "/mtoon/renderQueueOffsetNumber=9"},
};

/* ER-018: a fix takes a number of steps through the JSON. Wherever they end, a repair asks for all
 * that it asks for with more of them, or for nothing: what it did not find may be there. */
TEST(er_018_er_022_a_repair_whose_steps_end_leaves_its_place) {
    for (size_t i = 0; i < COUNT(good); ++i) {
        char json[1024], text[1024];
        bench *on;
        uint64_t needed = 0;
        snprintf(json, sizeof json, "{'asset':{},%s}", good[i].json);
        on = begin(json, NULL, 0);
        repair_with(on, 100000, good[i].id, good[i].pointer, good[i].number, text, sizeof text);
        test_note("%s", good[i].json);
        CHECK_TEXT(text, good[i].expected);
        for (uint64_t steps = 0; steps < 100; ++steps) {
            repair_with(on, steps, good[i].id, good[i].pointer, good[i].number, text, sizeof text);
            if (text[0] == '\0') {
                needed = steps + 1;
            } else {
                CHECK_TEXT(text, good[i].expected);
            }
        }
        if (good[i].expected[0] != '\0') CHECK(needed > 1 && needed < 60);
        end(on);
    }
    test_note(NULL);
}

/* Without asset, and with one that is no object. */
TEST(er_022_an_asset_that_is_not_there) {
    bench *on = begin("{'nodes':[{}]}", NULL, 0);
    char text[256];
    repair_with(on, 100, VRMI_ASSET_VERSION_MISSING, "/asset", 0, text, sizeof text);
    CHECK_TEXT(text, "/asset={\"version\":\"2.0\"}");
    /* A file without an avatar has no versions of VRM. */
    repair_with(on, 100, VRMI_SPEC_VERSION_MISSING, "/nodes/0", 0, text, sizeof text);
    CHECK_TEXT(text, "");
    end(on);
    on = begin("{'asset':[]}", NULL, 0);
    repair_with(on, 100, VRMI_ASSET_VERSION_MISSING, "/asset", 0, text, sizeof text);
    CHECK_TEXT(text, "");
    end(on);
    on = begin("{'asset':{'version':2}}", NULL, 0);
    repair_with(on, 100, VRMI_ASSET_VERSION_MISSING, "/asset", 0, text, sizeof text);
    CHECK_TEXT(text, "/asset/version=\"2.0\"");
    end(on);
    on = begin("{'asset':{'version':3}}", NULL, 0);
    repair_with(on, 100, VRMI_ASSET_VERSION_MISSING, "/asset", 0, text, sizeof text);
    CHECK_TEXT(text, "");
    end(on);
}

/* A name that is too long. */
TEST(er_022_what_is_too_long_is_left) {
    static char json[1024], text[1024], name[301];
    bench *on;
    memset(name, 'n', sizeof name - 1);
    snprintf(json, sizeof json, "{'asset':{},'extensionsUsed':[],'extensionsRequired':['%.300s']}",
             name);
    on = begin(json, NULL, 0);
    repair_with(on, 100, VRMI_EXTENSION_UNLISTED, "/extensionsRequired/0", 0, text, sizeof text);
    CHECK_TEXT(text, "");
    end(on);
}

/* --- Unit lengths --- */

static void never_alike(const float *input, float *out) {
    static const float turn = 0.5f;
    out[0] = input[0] == 3.0f ? 7.0f : turn;
}

/* Lengths near 1 are tried, and there is an end to it. */
TEST(a_unit_that_nothing_reads_alike) {
    static const float three = 3.0f;
    float unit[4];
    CHECK(!vrmi_unit_that_reads_alike(&three, 1, never_alike, unit));
}

/* --- The payload --- */

/* BIN has 1, 2, 3, infinity; and 2^24 + 2 and 5 as integers. */
TEST(er_022_bounds_that_cannot_be_written) {
    static const unsigned char bin[] = {0, 0, 128, 63,  0, 0, 0, 64, 0, 0, 64, 64,
                                        0, 0, 128, 127, 2, 0, 0, 1,  5, 0, 0,  0};
    static const char json[] =
        "{'asset':{'version':'2.0'},'buffers':[{'byteLength':24},{'byteLength':64,'uri':'x.bin'}],"
        "'bufferViews':[{'buffer':0,'byteLength':16},{'buffer':0,'byteOffset':16,'byteLength':8},"
        "{'buffer':1,'byteLength':64}],'accessors':["
        "{'bufferView':0,'componentType':5126,'count':1,'type':'VEC3'},"
        "{'bufferView':0,'componentType':5126,'count':1,'type':'VEC4'},"
        "{'bufferView':1,'componentType':5125,'count':2,'type':'SCALAR'},"
        "{'bufferView':1,'componentType':5123,'count':2,'type':'SCALAR'},"
        "{'bufferView':1,'componentType':5121,'normalized':true,'count':2,'type':'SCALAR'},"
        "{'componentType':5126,'count':1,'type':'MAT4'},"
        "{'bufferView':2,'componentType':5126,'count':1,'type':'VEC3'},{'count':0},"
        "{'bufferView':1,'byteOffset':4,'componentType':5125,'count':1,'type':'SCALAR'}]}";
    static const char *const expected[] = {
        "/accessors/0/min=[1,2,3] /accessors/0/max=[1,2,3]",
        "", /* infinity */
        "", /* no float */
        "/accessors/3/min=[2] /accessors/3/max=[256]",
        "", /* scaled by some, and not by others */
        "", /* of a matrix */
        "", /* the file is not there */
        "", /* no accessor */
        "/accessors/8/min=[5] /accessors/8/max=[5]",
        "", /* none of that index */
    };
    bench *on = begin(json, bin, sizeof bin);
    for (size_t i = 0; i < COUNT(expected); ++i) {
        char pointer[64], text[256];
        snprintf(pointer, sizeof pointer, "/accessors/%d", (int)i);
        repair_with(on, 100, VRMI_POSITION_NO_BOUNDS, pointer, 0, text, sizeof text);
        test_note("%s", pointer);
        CHECK_TEXT(text, expected[i]);
    }
    test_note(NULL);
    end(on);
}

static void check_type(const char *bytes, size_t size, const char *extensions,
                       const char *expected) {
    char json[512], text[256];
    bench *on;
    snprintf(
        json, sizeof json,
        "{'asset':{'version':'2.0'},%s'buffers':[{'byteLength':%u}],'bufferViews':[{'buffer':0,"
        "'byteLength':%u}],'images':[{'bufferView':0}]}",
        extensions, (unsigned)size, (unsigned)size);
    on = begin(json, bytes, size);
    repair_with(on, 100, VRMI_IMAGE_MIME_MISSING, "/images/0", 0, text, sizeof text);
    CHECK_TEXT(text, expected);
    end(on);
}

TEST(er_022_types_of_images) {
    static const char webp[] = "RIFF\x1A\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\x0F\0\0\x0F\0\0";
    static const char jpeg[] = "\xFF\xD8\xFF\xC0\0\x09\x08\0\x10\0\x10\x01\0\0\0\0";
    static const char png[] = "\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10";
    check_type(png, 24, "", "/images/0/mimeType=\"image/png\"");
    check_type(jpeg, 16, "", "/images/0/mimeType=\"image/jpeg\"");
    check_type(webp, 30, "", "");
    check_type(webp, 30, "'extensionsUsed':['EXT_other'],", "");
    check_type(webp, 30, "'extensionsUsed':['EXT_other','EXT_texture_webp'],",
               "/images/0/mimeType=\"image/webp\"");
    check_type("not an image", 12, "", "");
}

TEST_SUITE(repair, ENTRY(er_022_places_that_are_not_what_a_repair_expects),
           ENTRY(er_018_er_022_a_repair_whose_steps_end_leaves_its_place),
           ENTRY(er_022_an_asset_that_is_not_there), ENTRY(er_022_what_is_too_long_is_left),
           ENTRY(a_unit_that_nothing_reads_alike), ENTRY(er_022_bounds_that_cannot_be_written),
           ENTRY(er_022_types_of_images));
