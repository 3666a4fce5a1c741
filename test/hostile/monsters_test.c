/*
 * Files that are small to write down and large to read. Each has to end in bounded time and memory,
 * whatever its result: what is quadratic would take hours here.
 */
#include "hostile/hostile_files.h"
#include "test.h"
#include "testkit/read_everything.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- Making them: a GLB whose JSON grows as it is written. --- */

typedef struct monster {
    char *bytes; /* the header and the JSON */
    size_t size;
    size_t capacity;
} monster;

enum { JSON_OFFSET = 20 };

static void reserve(monster *text, size_t more) {
    if (text->size + more <= text->capacity) return;
    text->capacity = (text->size + more) * 2;
    text->bytes = realloc(text->bytes, text->capacity);
}

static void put_bytes(monster *text, const char *bytes, size_t size) {
    reserve(text, size);
    memcpy(text->bytes + text->size, bytes, size);
    for (size_t i = text->size; i < text->size + size; ++i) {
        if (text->bytes[i] == '\'') text->bytes[i] = '"';
    }
    text->size += size;
}

static void put(monster *text, const char *json) { put_bytes(text, json, strlen(json)); }

static void put_format(monster *text, const char *format, ...) {
    char piece[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    put(text, piece);
}

/* `count` times the same, by doubling. */
static void repeat(monster *text, const char *piece, size_t count) {
    size_t length = strlen(piece), start = text->size, total = length * count;
    if (count == 0) return;
    put(text, piece);
    reserve(text, total);
    while (text->size - start < total) {
        size_t done = text->size - start;
        size_t more = done < total - done ? done : total - done;
        memcpy(text->bytes + text->size, text->bytes + start, more);
        text->size += more;
    }
}

static monster begin(void) {
    monster text = {NULL, JSON_OFFSET, 0};
    reserve(&text, 1000);
    return text;
}

/* A file with its asset, and the comma behind it. */
static monster begin_gltf(void) {
    monster text = begin();
    put(&text, "{'asset':{'version':'2.0'},");
    return text;
}

static void put_u32(char *out, size_t value) {
    for (int i = 0; i < 4; ++i) out[i] = (char)(unsigned char)(value >> (8 * i));
}

static void finish(monster *text) {
    while (text->size % 4 != 0) put(text, " ");
    memcpy(text->bytes, "glTF\2\0\0\0", 8);
    put_u32(text->bytes + 8, text->size);
    put_u32(text->bytes + 12, text->size - JSON_OFFSET);
    memcpy(text->bytes + 16, "JSON", 4);
}

/* --- Meeting them --- */

typedef struct meeting {
    vrm_result result;
    uint64_t peak; /* of memory, the report's too */
    double seconds;
    const char *code; /* of the failure; "" where there is none */
    uint64_t found;   /* diagnostics */
    uint32_t held;
} meeting;

/* A second is a long time: measured, all of these take less than a tenth of it for each megabyte.
 */
static double seconds_allowed(size_t size) {
    return (0.3 + (double)size * 0.2e-6) * hostile_slowness();
}

/* The least time of up to three loads. A first load that took too long is repeated, because a
   virtual machine counts the time that its host takes away; what is quadratic is too slow each
   time. */
static double best_seconds(const monster *text, const vrm_load_desc *desc, double first) {
    double best = first;
    for (int i = 0; i < 2 && best > seconds_allowed(text->size); ++i) {
        vrm_model *model = NULL;
        double start = hostile_seconds(), seconds;
        vrm_model_load(text->bytes, text->size, desc, &model, NULL);
        seconds = hostile_seconds() - start;
        vrm_model_release(model);
        if (seconds < best) best = seconds;
    }
    return best;
}

/* Loads, checks and releases. The monster is freed. */
static meeting meet_with(monster *text, const vrm_load_desc *given, const char *name) {
    counting counter;
    vrm_load_desc desc;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    meeting met = {VRM_OK, 0, 0, "", 0, 0};
    double start;
    finish(text);
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    if (given != NULL) desc = *given;
    counting_init(&counter, -1);
    desc.allocator = &counter.allocator;
    test_note("%s", name);
    start = hostile_seconds();
    met.result = vrm_model_load(text->bytes, text->size, &desc, &model, &report);
    met.seconds = hostile_seconds() - start;
    met.peak = counter.peak_bytes;
    met.held = vrm_report_count(report);
    for (int i = 0; i < 3; ++i) met.found += vrm_report_found(report, (vrm_severity)i);
    if (vrm_report_failure(report) != NULL) met.code = vrm_report_failure(report)->code;
    CHECK(check_report(report, met.result) == NULL);
    CHECK(met.held <= 257);
    if (model != NULL) {
        const char *problem = check_invariants(vrm_model_gltf(model));
        if (problem == NULL) problem = read_everything(model, 1000000, NULL);
        if (problem != NULL) test_check(false, problem, __FILE__, __LINE__);
    }
    vrm_model_release(model);
    vrm_report_destroy(report);
    CHECK_INT(counter.live, 0);
    CHECK(!counter.is_size_wrong);
    CHECK(met.peak <= (UINT64_C(1) << 30) + (1 << 20));
    desc.allocator = NULL;
    met.seconds = best_seconds(text, &desc, met.seconds);
    if (!CHECK(met.seconds <= seconds_allowed(text->size)) || test_option("times") != NULL) {
        printf("  %-40s %7.1f MB %7.3f s %6.0f MB peak, %d %s\n", name, (double)text->size / 1e6,
               met.seconds, (double)met.peak / 1e6, (int)met.result, met.code);
    }
    free(text->bytes);
    memset(text, 0, sizeof *text);
    return met;
}

static meeting meet(monster *text, const char *name) { return meet_with(text, NULL, name); }

/* --- Depth --- */

enum { MEGA = 1000000, MANY = 150000 };

/* ER-005: 50 MB of brackets, open and closed, of both kinds and of both in turn. */
TEST(er_005_deep_json_is_refused_early) {
    static const struct {
        const char *name, *open, *close;
        size_t levels;
    } cases[] = {
        {"arrays, open", "[", "", 50 * MEGA},       {"objects, open", "{'a':", "", 10 * MEGA},
        {"arrays, closed", "[", "]", 25 * MEGA},    {"objects, closed", "{'a':", "}", 8 * MEGA},
        {"both, closed", "[{'a':", "}]", 6 * MEGA}, {"a million arrays, closed", "[", "]", MEGA},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        monster text = begin();
        size_t size;
        meeting met;
        repeat(&text, cases[i].open, cases[i].levels);
        if (cases[i].close[0] != '\0') put(&text, "0");
        repeat(&text, cases[i].close, cases[i].levels);
        size = text.size;
        met = meet(&text, cases[i].name);
        CHECK_INT(met.result, VRM_ERROR_LIMIT);
        CHECK_TEXT(met.code, "limit-json-depth");
        CHECK(met.seconds < 2 * hostile_slowness());
        /* The text, and a tree of the most values that are allowed while it grows. */
        CHECK(met.peak <= size + (UINT64_C(40) << 22) + (1 << 20));
    }
}

/* The same below a root that is good, in a place that nobody reads. */
TEST(er_005_deep_extras_are_refused_too) {
    monster text = begin_gltf();
    meeting met;
    put(&text, "'nodes':[{'extras':");
    repeat(&text, "[", MEGA);
    repeat(&text, "]", MEGA);
    put(&text, "}]}");
    met = meet(&text, "deep extras");
    CHECK_TEXT(met.code, "limit-json-depth");
}

/* --- Numbers that are too large for their type (ER-008) --- */

static const char *const large_numbers[] = {
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "4294967297",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "9223372036854775804",
    "4611686018427387904",
    "1e19",
    "1.8446744073709552e19",
    "-1",
    "-2147483648",
    "-9223372036854775808",
};

TEST(er_008_large_numbers_wrap_nothing_around) {
    static const char *const places[] = {
        /* %s is the number */
        "'buffers':[{'byteLength':%s}],'bufferViews':[{'buffer':0,'byteLength':16}]",
        "'buffers':[{'byteLength':16}],'bufferViews':[{'buffer':0,'byteLength':%s}]",
        "'buffers':[{'byteLength':16}],'bufferViews':[{'buffer':0,'byteLength':8,'byteOffset':%s}]",
        "'buffers':[{'byteLength':16}],'bufferViews':[{'buffer':0,'byteStride':%s,'byteLength':8}]",
        "'buffers':[{'byteLength':16}],'bufferViews':[{'buffer':%s,'byteLength':16}]",
    };
    static const char *const accessors[] = {
        "'componentType':5126,'count':4,'type':'SCALAR'",
        "'componentType':5126,'count':%s,'type':'SCALAR'",
        "'componentType':5126,'count':%s,'type':'MAT4'",
        "'componentType':5121,'count':%s,'type':'SCALAR','byteOffset':1",
        "'componentType':5126,'count':4,'type':'SCALAR','byteOffset':%s",
        "'componentType':%s,'count':4,'type':'SCALAR'",
        "'componentType':5121,'count':16,'type':'SCALAR','sparse':{'count':%s,'indices':"
        "{'bufferView':0,'componentType':5121},'values':{'bufferView':0}}",
        "'componentType':5121,'count':16,'type':'SCALAR','sparse':{'count':4,'indices':"
        "{'bufferView':0,'componentType':5121,'byteOffset':%s},'values':{'bufferView':0}}",
        "'componentType':5121,'count':16,'type':'SCALAR','sparse':{'count':4,'indices':"
        "{'bufferView':0,'componentType':5121},'values':{'bufferView':0,'byteOffset':%s}}",
    };
    for (size_t n = 0; n < COUNT(large_numbers); ++n) {
        for (size_t p = 0; p < COUNT(places) + COUNT(accessors); ++p) {
            for (int has_view = 0; has_view < 2; ++has_view) {
                char views[512], accessor[512], json[2048];
                loaded file;
                const char *problem;
                bool in_place = p < COUNT(places);
                snprintf(views, sizeof views, places[in_place ? p : 0],
                         in_place ? large_numbers[n] : "16");
                snprintf(accessor, sizeof accessor, accessors[in_place ? 0 : p - COUNT(places)],
                         large_numbers[n]);
                snprintf(json, sizeof json,
                         "{'asset':{'version':'2.0'},%s,'accessors':[{%s%s},{'componentType':5126,"
                         "'count':%s,'type':'VEC3'}],'meshes':[{'primitives':[{'attributes':"
                         "{'POSITION':1},'indices':0}]}]}",
                         views, has_view ? "'bufferView':0," : "", accessor, large_numbers[n]);
                test_note("%s at %d", large_numbers[n], (int)p);
                file = load_json_bin(json, "0123456789ABCDEF", 16);
                CHECK_INT(file.result, VRM_OK);
                problem = check_invariants(file.gltf);
                if (problem == NULL) problem = read_everything(file.model, 100000, NULL);
                if (problem != NULL) test_check(false, problem, __FILE__, __LINE__);
                unload(&file);
            }
        }
    }
}

/* GL-003: lengths of the container that promise gigabytes. */
TEST(lengths_beyond_the_file_are_refused) {
    static const uint32_t lengths[] = {0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu, 0xFFFFFFFCu,
                                       0xFFFFFFF0u, 0xFFFFFFECu, 0xFFFFFFE8u};
    static const size_t places[] = {8, 12, 0};
    for (size_t i = 0; i < COUNT(lengths); ++i) {
        for (size_t k = 0; k < COUNT(places); ++k) {
            hostile_file made = hostile_file_make(0);
            size_t at = places[k] != 0 ? places[k] : made.json_end;
            loaded file;
            put_u32((char *)made.file.bytes + at, lengths[i]);
            test_note("0x%X at byte %d", (unsigned)lengths[i], (int)at);
            file = load_fixture(made.file, NULL);
            CHECK_INT(file.result, VRM_ERROR_CONTAINER);
            CHECK(found(&file, at == 8 ? "glb-truncated" : "glb-chunk-overrun", NULL));
            unload(&file);
        }
    }
}

/* --- Tables --- */

static void put_table(monster *text, const char *key, const char *element, size_t count) {
    put_format(text, "'%s':[%s", key, element);
    if (count > 1) {
        char piece[512];
        snprintf(piece, sizeof piece, ",%s", element);
        repeat(text, piece, count - 1);
    }
    put(text, "]");
}

/* ER-018: a million nodes, and many of everything else. */
TEST(er_018_elements_in_quantity) {
    static const struct {
        const char *key, *element;
        size_t count;
    } cases[] = {
        {"nodes", "{}", MEGA},
        {"nodes", "0", MANY}, /* and none of them an object */
        {"nodes", "{'name':'n'}", MANY},
        {"scenes", "{}", MANY},
        {"buffers", "{}", MANY},
        {"bufferViews", "{}", MANY},
        {"accessors", "{}", MANY},
        {"images", "{}", MANY},
        {"samplers", "{}", MANY},
        {"textures", "{}", MANY},
        {"materials", "{}", 1 << 14},
        {"meshes", "{}", MANY},
        {"meshes", "{'primitives':[{}]}", MANY},
        {"skins", "{}", MANY},
        {"cameras", "{}", MANY},
        {"animations", "{}", MANY},
        {"images", "{'uri':'data:;base64,AAAA'}", MANY},
        {"images", "{'uri':'x'}", MANY},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        monster text = begin_gltf();
        meeting met;
        put_table(&text, cases[i].key, cases[i].element, cases[i].count);
        put(&text, "}");
        met = meet(&text, cases[i].key);
        CHECK_INT(met.result, VRM_OK);
    }
}

TEST(er_018_more_elements_than_allowed) {
    monster text = begin_gltf();
    meeting met;
    put_table(&text, "nodes", "{}", (1 << 20) + 1);
    put(&text, "}");
    met = meet(&text, "one node more than the default");
    CHECK_TEXT(met.code, "limit-count");
    text = begin_gltf();
    put_table(&text, "nodes", "{}", 5 * MEGA);
    put(&text, "}");
    met = meet(&text, "five million values");
    CHECK_TEXT(met.code, "limit-json-values");
}

/* One element that is as large as a table. */
TEST(er_018_parts_of_one_element_in_quantity) {
    static const struct {
        const char *name, *before, *part;
        size_t count;
        const char *after;
    } cases[] = {
        {"primitives", "'meshes':[{'primitives':[", "{}", MEGA, "]}]"},
        {"primitives that are good",
         "'accessors':[{'componentType':5126,'count':3,'type':'VEC3'}],'meshes':[{'primitives':[",
         "{'attributes':{'POSITION':0}}", MANY, "]}]"},
        {"targets", "'meshes':[{'primitives':[{'targets':[", "{}", MANY, "]}]}]"},
        {"target names",
         "'meshes':[{'primitives':[{'attributes':{},'targets':[{}]}],'extras':{'targetNames':[",
         "'n'", MANY, "]}}]"},
        {"weights", "'meshes':[{'weights':[", "1", MANY, "]}]"},
        {"weights that are no numbers", "'meshes':[{'weights':[", "''", MANY, "]}]"},
        {"joints", "'nodes':[{}],'skins':[{'joints':[", "0", MANY, "]}]"},
        {"joints out of range", "'nodes':[{}],'skins':[{'joints':[", "7", MANY, "]}]"},
        {"children", "'nodes':[{'children':[", "0", MANY, "]}]"},
        {"children out of range", "'nodes':[{'children':[", "-5", MANY, "]}]"},
        {"roots", "'nodes':[{}],'scenes':[{'nodes':[", "0", MANY, "]}]"},
        {"channels", "'nodes':[{}],'animations':[{'samplers':[],'channels':[",
         "{'sampler':0,'target':{'node':0,'path':'scale'}}", MANY, "]}]"},
        {"animation samplers", "'animations':[{'channels':[],'samplers':[", "{}", MANY, "]}]"},
        {"numbers of a vector", "'nodes':[{'translation':[", "1", MANY, "]}]"},
        {"bounds", "'accessors':[{'componentType':5126,'count':3,'type':'VEC3','min':[", "1", MANY,
         "],'max':[1,1,1]}]"},
        {"extensions of a material", "'materials':[{'extensions':{'a':[", "0", MANY, "]}}]"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        monster text = begin_gltf();
        char piece[256];
        snprintf(piece, sizeof piece, ",%s", cases[i].part);
        put(&text, cases[i].before);
        put(&text, cases[i].part);
        repeat(&text, piece, cases[i].count - 1);
        put(&text, cases[i].after);
        put(&text, "}");
        CHECK_INT(meet(&text, cases[i].name).result, VRM_OK);
    }
}

/* Attributes: each could be compared with each. */
TEST(er_018_a_hundred_thousand_attributes) {
    static const char *const formats[] = {"'A%d':0", "'TEXCOORD_%d':0", "'_X%d':0", "'POSITION':%d",
                                          "'COLOR_%d':'x'"};
    for (size_t f = 0; f < COUNT(formats); ++f) {
        monster text = begin_gltf();
        put(&text, "'accessors':[{'componentType':5126,'count':3,'type':'VEC3'}],"
                   "'meshes':[{'primitives':[{'attributes':{'POSITION':0");
        for (int i = 0; i < 100000; ++i) {
            put(&text, ",");
            put_format(&text, formats[f], f == 1 || f == 4 ? i % 40 : f == 3 ? 0 : i);
        }
        put(&text, "}}]}]}");
        CHECK_INT(meet(&text, formats[f]).result, VRM_OK);
    }
}

/* Every set of every semantic in each of many primitives: these are compared with each other. */
TEST(er_018_primitives_with_all_attributes) {
    static const char *const semantics[] = {"TEXCOORD", "COLOR", "JOINTS", "WEIGHTS"};
    monster text = begin_gltf(), all = begin();
    put(&all, "{'attributes':{'NORMAL':0,'TANGENT':2");
    for (int set = 0; set < 16; ++set) {
        for (int s = 0; s < 4; ++s) {
            put_format(&all, ",'%s_%d':%d", semantics[s], set, s == 0 ? 1 : s == 2 ? 3 : 2);
        }
    }
    put_bytes(&all, ",'POSITION':0}},\0", sizeof ",'POSITION':0}},");
    put(&text, "'accessors':[{'componentType':5126,'count':3,'type':'VEC3'},"
               "{'componentType':5126,'count':3,'type':'VEC2'},"
               "{'componentType':5126,'count':3,'type':'VEC4'},"
               "{'componentType':5121,'count':3,'type':'VEC4'}],'meshes':[{'primitives':[");
    repeat(&text, all.bytes + JSON_OFFSET, 10000);
    put(&text, "{}]}]}");
    free(all.bytes);
    CHECK_INT(meet(&text, "all attributes").result, VRM_OK);
}

/* --- Names of extensions are searched. --- */

TEST(er_018_extension_names) {
    monster text = begin_gltf();
    meeting met;
    char *name;
    put_table(&text, "extensionsRequired", "'X'", MEGA);
    put(&text, "}");
    met = meet(&text, "a million extensions");
    CHECK_TEXT(met.code, "limit-count");

    /* 1,000 in each list, 16 kB each, all alike but for their end: 16 GB to compare. */
    text = begin_gltf();
    name = malloc(16001);
    memset(name, 'x', 16000);
    name[16000] = '\0';
    for (int list = 0; list < 2; ++list) {
        put(&text, list == 0 ? "'extensionsUsed':[" : ",'extensionsRequired':[");
        for (int i = 0; i < 1000; ++i) {
            put_format(&text, "%s'", i != 0 ? "," : "");
            put(&text, name);
            put_format(&text, "%d'", 10000 + i + 1000 * list);
        }
        put(&text, "]");
    }
    put(&text, "}");
    free(name);
    met = meet(&text, "long names of extensions");
    CHECK_INT(met.result, VRM_OK);
    CHECK(met.seconds < 0.3 * hostile_slowness());

    /* 1,000 that look like KHR_mesh_quantization, asked for by each of many targets. */
    text = begin_gltf();
    put(&text, "'extensionsUsed':['X'");
    for (int i = 0; i < 1000; ++i) put_format(&text, ",'KHR_mesh_quantizat%03d'", i);
    put(&text, "],'accessors':[{'componentType':5122,'count':3,'type':'VEC3'}],"
               "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'targets':[{}");
    repeat(&text, ",{'POSITION':0}", MANY);
    put(&text, "]}]}]}");
    met = meet(&text, "quantised targets");
    CHECK_INT(met.result, VRM_OK);
    CHECK(met.seconds < 0.4 * hostile_slowness());
}

/* --- The node graph (ER-006, ER-007) --- */

enum { NODES = 100000 };

TEST(er_006_rings_and_second_parents_in_quantity) {
    uint64_t random = 3;
    static const char *const names[] = {"each lists ten at random",
                                        "all list the same ten",
                                        "each lists itself",
                                        "one ring",
                                        "rings of two",
                                        "all list the last one",
                                        "the last one lists all",
                                        "a ring with combs"};
    for (int kind = 0; kind < 8; ++kind) {
        monster text = begin_gltf();
        put(&text, "'nodes':[");
        for (int i = 0; i < NODES; ++i) {
            put(&text, i != 0 ? ",{'children':[" : "{'children':[");
            for (int k = 0; k < 10 && kind < 2; ++k) {
                put_format(&text, "%s%d", k != 0 ? "," : "",
                           kind == 0 ? (int)(hostile_random(&random) % NODES) : k);
            }
            if (kind == 2) put_format(&text, "%d", i);
            if (kind == 3) put_format(&text, "%d", (i + 1) % NODES);
            if (kind == 4) put_format(&text, "%d", i ^ 1);
            if (kind == 5) put_format(&text, "%d", NODES - 1);
            if (kind == 6 && i == NODES - 1) {
                for (int k = 0; k < NODES; ++k) put_format(&text, "%s%d", k != 0 ? "," : "", k);
            }
            /* Every second node is in a ring and has a child that is not. */
            if (kind == 7 && i % 2 == 0) put_format(&text, "%d,%d", i + 1, (i + 2) % NODES);
            put(&text, "]}");
        }
        put(&text, "],'scenes':[{'nodes':[0");
        for (int i = 1; i < NODES; ++i) put_format(&text, ",%d", i);
        put(&text, "]}]}");
        CHECK_INT(meet(&text, names[kind]).result, VRM_OK);
    }
}

/* ER-007: nothing recurses into a chain, up or down. */
TEST(er_007_a_long_chain_of_nodes) {
    for (int is_upward = 0; is_upward < 2; ++is_upward) {
        monster text = begin_gltf();
        put(&text, "'nodes':[");
        for (int i = 0; i < MANY; ++i) {
            int child = is_upward ? i - 1 : i + 1;
            if (i != 0) put(&text, ",");
            if (child < 0 || child >= MANY) {
                put(&text, "{}");
            } else {
                put_format(&text, "{'children':[%d]}", child);
            }
        }
        put(&text, "],'scenes':[{'nodes':[0]}]}");
        CHECK_INT(meet(&text, "a chain").result, VRM_OK);
    }
}

/* --- Diagnostics, keys, text --- */

TEST(er_018_a_million_diagnostics) {
    for (int is_strict = 0; is_strict < 2; ++is_strict) {
        monster text = begin_gltf();
        vrm_load_desc desc;
        meeting met;
        put_table(&text, "nodes", "{'mesh':-1}", MEGA);
        put(&text, "}");
        vrm_load_desc_init(&desc);
        desc.flags = VRM_LOAD_ANY_GLTF;
        if (is_strict) desc.flags = VRM_LOAD_ANY_GLTF | VRM_LOAD_STRICT;
        met = meet_with(&text, &desc, is_strict ? "a million errors" : "a million repairs");
        CHECK_INT(met.result, is_strict ? VRM_ERROR_GLTF : VRM_OK);
        CHECK(met.found >= MEGA);
        CHECK_INT(met.held, 256);
    }
}

/* A report of any length can be asked for, and then costs what it holds. */
TEST(er_018_a_large_report_costs_what_it_holds) {
    monster text = begin_gltf();
    vrm_load_desc desc;
    vrm_limits limits;
    counting counter;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    put_table(&text, "nodes", "{'mesh':-1}", 200000);
    put(&text, "}");
    finish(&text);
    counting_init(&counter, -1);
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    desc.limits = &limits;
    desc.flags = VRM_LOAD_ANY_GLTF;
    desc.allocator = &counter.allocator;
    limits.max_diagnostics = UINT32_MAX;
    CHECK_INT(vrm_model_load(text.bytes, text.size, &desc, &model, &report), VRM_OK);
    CHECK_INT(vrm_report_count(report), 200000);
    CHECK(check_report(report, VRM_OK) == NULL);
    vrm_model_release(model);
    vrm_report_destroy(report);
    CHECK_INT(counter.live, 0);
    free(text.bytes);
}

TEST(er_018_duplicate_keys_in_quantity) {
    static const struct {
        const char *name, *before, *member, *after;
    } cases[] = {
        {"tables", "", "'nodes':[{}],", "'nodes':[{}]}"},
        {"names of a node", "'nodes':[{", "'name':'a',", "'name':'b'}]}"},
        {"meshes of a node", "'nodes':[{", "'mesh':1,", "'mesh':2}]}"},
        {"unknown keys", "'nodes':[{", "'x':1,", "'y':2}]}"},
        {"attributes",
         "'accessors':[{'componentType':5126,'count':3,'type':'VEC3'}],"
         "'meshes':[{'primitives':[{'attributes':{",
         "'POSITION':0,", "'POSITION':0}}]}]}"},
        {"assets", "", "'asset':{'version':'2.0'},", "'asset':{'version':'2.0'}}"},
        {"extensions", "'materials':[{'extensions':{", "'KHR_materials_unlit':{},",
         "'KHR_materials_unlit':{}}}]}"},
        {"scenes to show", "'scenes':[{}],", "'scene':0,", "'scene':0}"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        monster text = begin_gltf();
        put(&text, cases[i].before);
        repeat(&text, cases[i].member, MANY);
        put(&text, cases[i].after);
        CHECK_INT(meet(&text, cases[i].name).result, VRM_OK);
    }
}

/* ER-017, ER-018: text of 16 MB in one piece. */
TEST(er_018_long_text) {
    static const struct {
        const char *name, *before, *piece;
        size_t count;
        const char *after;
        vrm_result result;
    } cases[] = {
        {"a name", "'nodes':[{'name':'", "0123456789abcdef", MEGA, "'}]}", VRM_OK},
        {"a key", "'nodes':[{'", "0123456789abcdef", MEGA, "':1}]}", VRM_OK},
        {"an attribute's name", "'meshes':[{'primitives':[{'attributes':{'", "0123456789abcdef",
         MEGA, "':1}}]}]}", VRM_OK},
        {"an enum's value", "'materials':[{'alphaMode':'", "0123456789abcdef", MEGA, "'}]}",
         VRM_OK},
        {"an extension's name", "'extensionsRequired':['", "0123456789abcdef", MEGA, "']}", VRM_OK},
        {"an address", "'images':[{'uri':'", "0123456789abcdef", MEGA, "'}]}", VRM_OK},
        {"an address of escapes", "'images':[{'uri':'", "%41%42%43%44%4g", MEGA, "'}]}", VRM_OK},
        {"a data URI", "'images':[{'uri':'data:;base64,", "0123456789abcdef", MEGA, "'}]}", VRM_OK},
        {"a data URI's type", "'images':[{'uri':'data:", "0123456789abcdef", MEGA, ";base64,'}]}",
         VRM_OK},
        {"a data URI without a comma", "'images':[{'uri':'data:", ";base64;base64;b", MEGA, "'}]}",
         VRM_OK},
        {"padding of a data URI", "'images':[{'uri':'data:;base64,", "================", MEGA,
         "'}]}", VRM_OK},
        {"escapes", "'nodes':[{'name':'", "\\u0041\\n\\\\\\u0000", MEGA, "'}]}", VRM_OK},
        {"backslashes", "'nodes':[{'name':'", "\\\\\\\\\\\\\\\\", 2 * MEGA, "'}]}", VRM_OK},
        {"no UTF-8", "'nodes':[{'name':'", "\xFF\xFE\xC0\x80\xED\xA0\x80\xF5", 2 * MEGA, "'}]}",
         VRM_OK},
        {"halves of pairs", "'nodes':[{'name':'", "\\ud800\\udbff", MEGA, "'}]}", VRM_OK},
        {"digits", "'nodes':[{'mesh':", "1234567890123456", MEGA, "}]}", VRM_OK},
        {"digits of a fraction", "'nodes':[{'translation':[0.", "1234567890123456", MEGA,
         ",0,0]}]}", VRM_OK},
        {"white space", "'nodes':[", "                ", MEGA, "{}]}", VRM_OK},
        {"zeros behind the JSON", "'nodes':[{}]}   ", "", 0, "", VRM_OK},
        {"commas", "'nodes':[", ",,,,,,,,,,,,,,,,", MEGA, "{}]}", VRM_ERROR_JSON},
        {"an open string", "'nodes':[{'name':'", "0123456789abcdef", MEGA, "", VRM_ERROR_JSON},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        monster text = begin_gltf();
        put(&text, cases[i].before);
        repeat(&text, cases[i].piece, cases[i].count);
        put(&text, cases[i].after);
        CHECK_INT(meet(&text, cases[i].name).result, cases[i].result);
    }
}

/* GL-003: millions of empty chunks, each with a diagnostic. */
TEST(er_018_empty_chunks_in_quantity) {
    monster text = begin_gltf();
    size_t json_end;
    loaded file;
    double start;
    put(&text, "'nodes':[{}]}");
    finish(&text);
    json_end = text.size;
    reserve(&text, 32 * MEGA);
    memset(text.bytes + json_end, 0, 32 * MEGA); /* chunks of type 0 and length 0 */
    text.size = json_end + 32 * MEGA;
    put_u32(text.bytes + 8, text.size);
    start = hostile_seconds();
    file = load_fixture(fixture_bytes(text.bytes, text.size), NULL);
    CHECK(hostile_seconds() - start < seconds_allowed(text.size));
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(vrm_report_found(file.report, VRM_SEVERITY_NOTE), 4 * MEGA);
    unload(&file);
    free(text.bytes);
}

/* A file that names itself, or files as large as itself. Each answer is a block of its own, as a
 * folder gives them, so that what is held can be counted. */
typedef struct mirror {
    size_t size;   /* of the file that is given */
    uint64_t held; /* bytes that are given and not yet released */
    uint64_t most;
    uint64_t asked;
} mirror;

static vrm_result show_mirror(const char *uri, uint64_t max_bytes, const void **out_bytes,
                              size_t *out_size, void *user) {
    mirror *self = user;
    (void)uri;
    self->asked += 1;
    if (self->size > max_bytes) return VRM_ERROR_LIMIT;
    *out_bytes = calloc(self->size, 1);
    *out_size = self->size;
    self->held += self->size;
    if (self->held > self->most) self->most = self->held;
    return *out_bytes != NULL ? VRM_OK : VRM_ERROR_OUT_OF_MEMORY;
}

static void break_mirror(const void *bytes, size_t size, void *user) {
    mirror *self = user;
    self->held -= size;
    free((void *)(uintptr_t)bytes);
}

/* `count` entries of a table; the address of each is made from `address` and its index. */
static meeting meet_mirror(const char *table, size_t count, const char *address, mirror *self) {
    vrm_resolver resolver = {show_mirror, break_mirror, NULL};
    vrm_load_desc desc;
    vrm_limits limits;
    monster text = begin_gltf();
    resolver.user = self;
    put_format(&text, "'%s':[", table);
    for (size_t i = 0; i < count; ++i) {
        put(&text, i == 0 ? "{'byteLength':1,'uri':'" : ",{'byteLength':1,'uri':'");
        put_format(&text, address, (int)i);
        put(&text, "'}");
    }
    put(&text, "]}");
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    desc.limits = &limits;
    desc.flags = VRM_LOAD_ANY_GLTF;
    desc.resolver = &resolver;
    limits.max_external_bytes = 50 * MEGA;
    if (self->size == 0) self->size = text.size;
    return meet_with(&text, &desc, table);
}

TEST(er_018_a_file_that_names_itself) {
    static const char *const tables[] = {"buffers", "images"};
    for (size_t i = 0; i < COUNT(tables); ++i) {
        mirror self = {0, 0, 0, 0};
        CHECK_INT(meet_mirror(tables[i], MANY, "self.gltf", &self).result, VRM_OK);
        CHECK_INT(self.asked, 1);
        CHECK_INT(self.most, self.size);
        CHECK_INT(self.held, 0);
    }
}

TEST(er_018_many_names_of_one_file) {
    static const char *const addresses[] = {
        "self%d", "%d/self",
        "a/long/way/that/all/of/them/have/in/common/before/they/differ/%d/self.gltf"};
    for (size_t i = 0; i < COUNT(addresses); ++i) {
        mirror self = {MEGA, 0, 0, 0};
        test_note("%s", addresses[i]);
        CHECK_INT(meet_mirror("images", MANY, addresses[i], &self).result, VRM_OK);
        CHECK_INT(self.asked, MANY);
        CHECK_INT(self.most, 50 * MEGA);
        CHECK_INT(self.held, 0);
    }
}

TEST_SUITE(hostile_monsters, ENTRY(er_005_deep_json_is_refused_early),
           ENTRY(er_005_deep_extras_are_refused_too),
           ENTRY(er_008_large_numbers_wrap_nothing_around),
           ENTRY(lengths_beyond_the_file_are_refused), ENTRY(er_018_elements_in_quantity),
           ENTRY(er_018_more_elements_than_allowed), ENTRY(er_018_parts_of_one_element_in_quantity),
           ENTRY(er_018_a_hundred_thousand_attributes),
           ENTRY(er_018_primitives_with_all_attributes), ENTRY(er_018_extension_names),
           ENTRY(er_006_rings_and_second_parents_in_quantity), ENTRY(er_007_a_long_chain_of_nodes),
           ENTRY(er_018_a_million_diagnostics), ENTRY(er_018_a_large_report_costs_what_it_holds),
           ENTRY(er_018_duplicate_keys_in_quantity), ENTRY(er_018_long_text),
           ENTRY(er_018_empty_chunks_in_quantity), ENTRY(er_018_a_file_that_names_itself),
           ENTRY(er_018_many_names_of_one_file));
