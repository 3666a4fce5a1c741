/* The document as a whole: asset, extensions, what VRM leaves unused, limits, memory. */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ASSET "'asset':{'version':'2.0'}"

/* --- Asset --- */

TEST(gl_001_versions_of_gltf) {
    static const struct {
        const char *asset;   /* with its key */
        const char *version; /* NULL: refused */
        const char *code;
    } cases[] = {
        {"'asset':{'version':'2.0'}", "2.0", NULL},
        {"'asset':{'version':'2.1'}", "2.1", NULL},
        {"'asset':{'version':'2.0','minVersion':'2.0'}", "2.0", NULL},
        {"'asset':{'version':'1.0'}", NULL, "asset-version"},
        {"'asset':{'version':'3.0'}", NULL, "asset-version"},
        {"'asset':{'version':'20.0'}", NULL, "asset-version"},
        {"'asset':{'version':'two'}", NULL, "asset-version"},
        {"'asset':{'version':'2.1','minVersion':'3.0'}", NULL, "asset-version"},
        /* A newer file that an older reader may read. */
        {"'asset':{'version':'3.0','minVersion':'2.0'}", "3.0", NULL},
        {"'asset':{'version':'2.0','minVersion':'1.0'}", "2.0", NULL},
        {"'asset':{'version':'2.0','minVersion':'0.8'}", "2.0", NULL},
        {"'asset':{'version':'1.0','minVersion':'1.0'}", NULL, "asset-version"},
        {"'asset':{'version':'2.0','minVersion':'one'}", NULL, "asset-version"},
        {"'asset':{'version':'two','minVersion':'1.0'}", NULL, "asset-version"},
        {"'asset':{}", "2.0", "asset-version-missing"},
        {"'asset':{'version':''}", "2.0", "asset-version-missing"},
        {"'asset':{'version':2.0}", "2.0", "asset-version-missing"},
        {"'asset':7", "2.0", "asset-version-missing"},
        {"'scenes':[{}]", "2.0", "asset-version-missing"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[128];
        loaded file;
        test_note("%s", cases[i].asset);
        snprintf(json, sizeof json, "{%s}", cases[i].asset);
        file = load_json(json);
        CHECK_INT(file.result, cases[i].version != NULL ? VRM_OK : VRM_ERROR_GLTF);
        if (cases[i].code != NULL) {
            CHECK(found(&file, cases[i].code, "/asset"));
        } else {
            CHECK_INT(vrm_report_count(file.report), 0);
        }
        if (cases[i].version != NULL && CHECK(file.gltf != NULL)) {
            CHECK_TEXT(file.gltf->version.data, cases[i].version);
        }
        unload(&file);
    }
}

TEST(gl_001_the_version_is_named) {
    loaded file = load_json("{'asset':{'version':'1.0'}}");
    CHECK_TEXT(message_of(&file, "asset-version"),
               "this is glTF \"1.0\"; only glTF 2 is supported");
    unload(&file);
}

TEST(asset_texts) {
    loaded file = load_json("{'asset':{'version':'2.0','generator':'UniVRM-0.99',"
                            "'copyright':'(c) \\u8457\\u8005'}}");
    REQUIRE(file.gltf != NULL);
    CHECK_TEXT(file.gltf->generator.data, "UniVRM-0.99");
    CHECK_TEXT(file.gltf->copyright.data, "(c) \xE8\x91\x97\xE8\x80\x85");
    unload(&file);
    file = load_json("{" ASSET "}");
    REQUIRE(file.gltf != NULL);
    CHECK_TEXT(file.gltf->generator.data, "");
    CHECK_TEXT(file.gltf->copyright.data, "");
    unload(&file);
}

/* --- Extensions --- */

TEST(gl_031_an_unknown_required_extension_is_a_warning) {
    loaded file =
        load_json("{" ASSET ",'extensionsUsed':['ACME_a','ACME_b','KHR_texture_transform'],"
                  "'extensionsRequired':['ACME_b','KHR_texture_transform']}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 1);
    CHECK(found(&file, "extension-required", "/extensionsRequired/0"));
    CHECK_TEXT(message_of(&file, "extension-required"),
               "the file requires the unsupported extension \"ACME_b\"; parts that depend on it "
               "may be missing");
    CHECK_INT(find_diagnostic(&file, "extension-required")->severity, VRM_SEVERITY_WARNING);
    CHECK_INT(file.gltf->extension_used_count, 3);
    CHECK_TEXT(file.gltf->extensions_used[0].data, "ACME_a");
    CHECK_TEXT(file.gltf->extensions_used[2].data, "KHR_texture_transform");
    CHECK_INT(file.gltf->extension_required_count, 2);
    CHECK_TEXT(file.gltf->extensions_required[0].data, "ACME_b");
    unload(&file);
}

TEST(gl_004_a_required_extension_is_listed_as_used) {
    loaded file = load_json("{" ASSET ",'extensionsUsed':['VRMC_vrm'],"
                            "'extensionsRequired':['VRMC_vrm','KHR_materials_unlit']}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 1);
    CHECK(found(&file, "extension-unlisted", "/extensionsRequired/1"));
    CHECK_TEXT(message_of(&file, "extension-unlisted"),
               "the extension \"KHR_materials_unlit\" is required but not listed as used");
    unload(&file);
    /* Names are compared whole. */
    file = load_json("{" ASSET ",'extensionsUsed':['VRMC_vrn','VRMC_vr','VRMC_vrm_'],"
                     "'extensionsRequired':['VRMC_vrm']}");
    CHECK(found(&file, "extension-unlisted", "/extensionsRequired/0"));
    unload(&file);
}

/* Used and not listed: named once each, where it is first met, and read all the same. */
TEST(gl_004_extensions_that_are_not_listed) {
    loaded file = load_json(
        "{" ASSET ",'extensionsUsed':['KHR_materials_emissive_strength'],'textures':[{}],"
        "'materials':[{'extensions':{'ACME':{},'KHR_materials_unlit':{},"
        "'KHR_materials_emissive_strength':{'emissiveStrength':2}}},"
        "{'extensions':{'KHR_materials_unlit':{}},'normalTexture':{'index':0,'extensions':{"
        "'KHR_texture_transform':{'rotation':1}}}}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(count_code(&file, "extension-undeclared"), 2);
    CHECK(found(&file, "extension-undeclared", "/materials/0/extensions/KHR_materials_unlit"));
    CHECK(found(&file, "extension-undeclared",
                "/materials/1/normalTexture/extensions/KHR_texture_transform"));
    CHECK_INT(file.gltf->materials[0].is_unlit, 1);
    CHECK_INT(file.gltf->materials[1].is_unlit, 1);
    CHECK_NEAR(file.gltf->materials[0].emissive_strength, 2, 0);
    CHECK_NEAR(file.gltf->materials[1].normal_texture.rotation, 1, 0);
    unload(&file);
}

#define COMPANIONS                                                                                 \
    "['KHR_materials_unlit','KHR_texture_transform','KHR_materials_emissive_strength',"            \
    "'VRMC_materials_mtoon','VRMC_springBone','VRMC_springBone_extended_collider',"                \
    "'VRMC_node_constraint','VRMC_materials_hdr_emissiveMultiplier','VRMC_vrm',"                   \
    "'VRMC_vrm_animation','VRM','KHR_mesh_quantization','EXT_texture_webp']"

TEST(gl_018_companion_extensions_are_understood) {
    loaded file = load_json("{" ASSET ",'extensionsUsed':" COMPANIONS
                            ",'extensionsRequired':" COMPANIONS "}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(count_code(&file, "extension-required"), 0);
    CHECK_INT(vrm_report_count(file.report), 0);
    CHECK_INT(file.gltf->extension_required_count, 13);
    unload(&file);
}

TEST(extension_names_that_are_no_names) {
    loaded file = load_json("{" ASSET ",'extensionsUsed':[7,'KHR_texture_transform',null],"
                            "'extensionsRequired':'KHR_texture_transform'}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(count_code(&file, "field-type"), 3);
    CHECK_INT(file.gltf->extension_used_count, 3);
    CHECK_TEXT(file.gltf->extensions_used[0].data, "");
    CHECK_TEXT(file.gltf->extensions_used[1].data, "KHR_texture_transform");
    CHECK_INT(file.gltf->extension_required_count, 0);
    unload(&file);
}

/* --- What VRM leaves unused, and where its own things stand --- */

TEST(gl_009_cameras_are_counted) {
    loaded file = load_json("{" ASSET ",'cameras':[{'type':'perspective'},{'type':'nonsense'},7],"
                            "'nodes':[{'camera':0},{'camera':99},{'camera':'x'}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 0);
    CHECK_INT(file.gltf->camera_count, 3);
    CHECK_INT(file.gltf->node_count, 3);
    unload(&file);
}

/* GL-008: an animation changes nothing but the table of animations. */
TEST(gl_008_animations_leave_the_rest_pose) {
    static const char *const animations[] = {
        "",
        (",'animations':[{'channels':[{'sampler':0,'target':{'node':0,'path':'rotation'}}],"
         "'samplers':[{'input':0,'output':1}]}]"),
        ",'animations':[{'channels':'x','samplers':7}]",
    };
    for (size_t i = 0; i < COUNT(animations); ++i) {
        char json[512];
        loaded file;
        test_note("%zu", i);
        snprintf(json, sizeof json,
                 "{" ASSET ",'accessors':[{'componentType':5126,'type':'SCALAR','count':1},"
                 "{'componentType':5126,'type':'VEC4','count':1}],"
                 "'nodes':[{'translation':[1,2,3],'rotation':[0,0.6,0,0.8],'scale':[4,5,6]}]%s}",
                 animations[i]);
        file = load_json(json);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->animation_count, i > 0);
        CHECK_NEAR(file.gltf->nodes[0].rest.translation.y, 2, 0);
        CHECK_NEAR(file.gltf->nodes[0].rest.rotation.y, 0.6f, 1e-7);
        CHECK_NEAR(file.gltf->nodes[0].rest.scale.z, 6, 0);
        unload(&file);
    }
}

/* GL-022, GL-023: extensions in the wrong place, or misspelt, are nobody's business here. */
TEST(gl_022_gl_023_extensions_in_the_wrong_place) {
    loaded file = load_json("{" ASSET ",'extensionsUsed':['VRMC_node_constraint'],"
                            "'extensions':{'VRMC_node_constraint':{'constraint':{'roll':{}}},"
                            "'VRMC_materials_mtoon':7,'VMRC_materials_mtoon':{}},"
                            "'nodes':[{'name':'a','extensions':{'VRMC_materials_mtoon':{}}}],"
                            "'materials':[{'name':'m','extensions':{'VMRC_materials_mtoon':[]}}]}");
    CHECK_INT(file.result, VRM_OK);
    REQUIRE(file.gltf != NULL);
    CHECK_TEXT(file.gltf->nodes[0].name.data, "a");
    CHECK_TEXT(file.gltf->materials[0].name.data, "m");
    CHECK_INT(vrm_report_found(file.report, VRM_SEVERITY_ERROR), 0);
    unload(&file);
}

/* GL-036: a .vrma has VRMC_vrm_animation and no VRMC_vrm. */
TEST(gl_036_an_animation_file_loads) {
    loaded file = load_json(
        "{" ASSET ",'extensionsUsed':['VRMC_vrm_animation'],'extensions':{'VRMC_vrm_animation':"
        "{'specVersion':'1.0','humanoid':{'humanBones':{'hips':{'node':0}}}}},"
        "'nodes':[{'name':'hips','translation':[0,1,0]}],'scenes':[{'nodes':[0]}],'scene':0,"
        "'accessors':[{'componentType':5126,'type':'SCALAR','count':2},"
        "{'componentType':5126,'type':'VEC4','count':2}],"
        "'animations':[{'channels':[{'sampler':0,'target':{'node':0,'path':'rotation'}}],"
        "'samplers':[{'input':0,'output':1}]}]}");
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(vrm_report_count(file.report), 0);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->animation_count, 1);
    CHECK_INT(file.gltf->animations[0].channel_count, 1);
    CHECK_INT(file.gltf->animations[0].channels[0].node, 0);
    CHECK_INT(file.gltf->mesh_count, 0);
    unload(&file);
}

/* Tables that are empty, or are not there, have no elements. */
TEST(empty_tables) {
    static const char *const tables[] = {
        "buffers", "bufferViews", "accessors", "images", "samplers", "textures",   "materials",
        "meshes",  "skins",       "nodes",     "scenes", "cameras",  "animations",
    };
    for (size_t i = 0; i < COUNT(tables); ++i) {
        char json[128], pointer[32];
        loaded file, strict;
        test_note("%s", tables[i]);
        snprintf(json, sizeof json, "{" ASSET ",'%s':[]}", tables[i]);
        snprintf(pointer, sizeof pointer, "/%s", tables[i]);
        file = load_json(json);
        strict = load_json_strict(json);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(vrm_report_count(file.report), 1);
        CHECK(found(&file, "array-empty", pointer));
        CHECK_INT(strict.result, VRM_ERROR_GLTF);
        if (CHECK(file.gltf != NULL)) {
            CHECK_INT(file.gltf->buffer_count + file.gltf->buffer_view_count +
                          file.gltf->accessor_count + file.gltf->image_count +
                          file.gltf->sampler_count + file.gltf->texture_count +
                          file.gltf->material_count + file.gltf->mesh_count +
                          file.gltf->skin_count + file.gltf->node_count + file.gltf->scene_count +
                          file.gltf->camera_count + file.gltf->animation_count,
                      0);
            CHECK_INT(file.gltf->scene, VRM_NONE);
        }
        unload(&strict);
        unload(&file);
    }
}

/* --- Limits --- */

/* Five elements are the limit, or one too many. */
TEST(er_018_counts_are_limited) {
    static const struct {
        const char *table, *element;
        bool is_nodes;
    } tables[] = {
        {"nodes", "{}", true},        {"buffers", "{'byteLength':1}", false},
        {"bufferViews", "{}", false}, {"accessors", "{}", false},
        {"images", "{}", false},      {"samplers", "{}", false},
        {"textures", "{}", false},    {"materials", "{}", false},
        {"meshes", "{}", false},      {"skins", "{}", false},
        {"scenes", "{}", false},      {"cameras", "{}", false},
        {"animations", "{}", false},
    };
    for (size_t i = 0; i < COUNT(tables); ++i) {
        for (uint32_t limit = 4; limit <= 5; ++limit) {
            const char *e = tables[i].element;
            char json[256], pointer[32];
            vrm_load_desc desc;
            vrm_limits limits;
            loaded file;
            test_note("%s, limit %u", tables[i].table, (unsigned)limit);
            snprintf(json, sizeof json, "{" ASSET ",'%s':[%s,%s,%s,%s,%s]}", tables[i].table, e, e,
                     e, e, e);
            snprintf(pointer, sizeof pointer, "/%s", tables[i].table);
            vrm_load_desc_init(&desc);
            vrm_limits_init(&limits);
            desc.limits = &limits;
            desc.flags = VRM_LOAD_ANY_GLTF;
            if (tables[i].is_nodes) {
                limits.max_nodes = limit;
            } else {
                limits.max_elements = limit;
            }
            file = load_fixture(fixture_glb(json, NULL, 0), &desc);
            CHECK_INT(file.result, limit == 5 ? VRM_OK : VRM_ERROR_LIMIT);
            CHECK_INT(count_code(&file, "limit-count"), limit == 4);
            if (limit == 4) {
                CHECK(found(&file, "limit-count", pointer));
                CHECK_TEXT(message_of(&file, "limit-count"),
                           "the number of elements is 5; the limit is 4");
                CHECK_TEXT(find_diagnostic(&file, "limit-count")->requirement, "ER-018");
                CHECK(file.model == NULL);
            }
            unload(&file);
        }
    }
}

/* An empty material takes three bytes, and a thousand when it has its defaults. */
TEST(er_018_materials_have_a_smaller_limit) {
    for (uint32_t limit = 2; limit <= 3; ++limit) {
        vrm_load_desc desc;
        vrm_limits limits;
        loaded file;
        vrm_load_desc_init(&desc);
        vrm_limits_init(&limits);
        desc.limits = &limits;
        desc.flags = VRM_LOAD_ANY_GLTF;
        limits.max_materials = limit;
        file = load_fixture(
            fixture_glb("{" ASSET ",'materials':[{},{},{}],'samplers':[{},{},{},{}]}", NULL, 0),
            &desc);
        CHECK_INT(file.result, limit == 3 ? VRM_OK : VRM_ERROR_LIMIT);
        if (limit == 2) {
            CHECK_TEXT(message_of(&file, "limit-count"),
                       "the number of elements is 3; the limit is 2");
            CHECK(found(&file, "limit-count", "/materials"));
        }
        unload(&file);
    }
}

/* Names of extensions are compared with each other: there is a limit of their own. */
TEST(er_018_names_of_extensions_are_limited) {
    static const char *const keys[] = {"extensionsUsed", "extensionsRequired"};
    for (int count = 1024; count <= 1025; ++count) {
        for (size_t k = 0; k < COUNT(keys); ++k) {
            static char json[16384];
            char pointer[32];
            size_t used = (size_t)snprintf(json, sizeof json, "{" ASSET ",'%s':[''", keys[k]);
            loaded file;
            test_note("%d %s", count, keys[k]);
            for (int i = 1; i < count; ++i) {
                used += (size_t)snprintf(json + used, sizeof json - used, ",'e%d'", i);
            }
            snprintf(json + used, sizeof json - used, "]}");
            snprintf(pointer, sizeof pointer, "/%s", keys[k]);
            file = load_json(json);
            CHECK_INT(file.result, count > 1024 ? VRM_ERROR_LIMIT : VRM_OK);
            CHECK_INT(found(&file, "limit-count", pointer), count > 1024);
            unload(&file);
        }
    }
}

/* Each limit on bytes: exactly enough loads, one less does not. */
TEST(er_018_bytes_and_allocations_are_limited) {
    static const char json[] = "{" ASSET ",'nodes':[{'children':[1]},{'name':'x'}]}";
    fixture file = fixture_glb(json, NULL, 0);
    size_t json_size = file.size - 20;
    counting counter;
    vrm_load_desc desc;
    vrm_limits limits;
    loaded result;
    int64_t allocations;
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    desc.limits = &limits;
    desc.flags = VRM_LOAD_ANY_GLTF;
    counting_init(&counter, -1);
    desc.allocator = &counter.allocator;
    result = load_fixture(fixture_bytes(file.bytes, file.size), &desc);
    CHECK_INT(result.result, VRM_OK);
    CHECK_INT(vrm_report_count(result.report), 0);
    allocations = counter.count - 2; /* the report's are not counted */
    unload(&result);
    CHECK_INT(counter.live, 0);
    for (int less = 0; less < 2; ++less) {
        test_note("%d", less);
        vrm_load_desc_init(&desc);
        vrm_limits_init(&limits);
        desc.limits = &limits;
        desc.flags = VRM_LOAD_ANY_GLTF;
        limits.max_file_bytes = file.size - (size_t)less;
        result = load_fixture(fixture_bytes(file.bytes, file.size), &desc);
        CHECK_INT(result.result, less ? VRM_ERROR_LIMIT : VRM_OK);
        CHECK_INT(count_code(&result, "limit-file-bytes"), less);
        unload(&result);

        vrm_load_desc_init(&desc);
        vrm_limits_init(&limits);
        desc.limits = &limits;
        desc.flags = VRM_LOAD_ANY_GLTF;
        limits.max_json_bytes = json_size - (size_t)less;
        result = load_fixture(fixture_bytes(file.bytes, file.size), &desc);
        CHECK_INT(result.result, less ? VRM_ERROR_LIMIT : VRM_OK);
        CHECK_INT(count_code(&result, "limit-json-bytes"), less);
        unload(&result);

        vrm_load_desc_init(&desc);
        vrm_limits_init(&limits);
        desc.limits = &limits;
        desc.flags = VRM_LOAD_ANY_GLTF;
        limits.max_allocations = (uint64_t)(allocations - less);
        result = load_fixture(fixture_bytes(file.bytes, file.size), &desc);
        CHECK_INT(result.result, less ? VRM_ERROR_LIMIT : VRM_OK);
        CHECK_INT(count_code(&result, "limit-allocations"), less);
        unload(&result);
    }
    fixture_free(&file);
}

/* Also where not even the model itself fits: it is the limit that says no, not the allocator. */
TEST(er_018_memory_is_limited) {
    static const char json[] = "{" ASSET ",'nodes':[{'children':[1]},{'name':'x'}]}";
    bool has_loaded = false;
    for (uint64_t limit = 1; limit < 1 << 16; limit = limit * 3 / 2 + 1) {
        vrm_load_desc desc;
        vrm_limits limits;
        loaded file;
        vrm_load_desc_init(&desc);
        vrm_limits_init(&limits);
        desc.limits = &limits;
        desc.flags = VRM_LOAD_ANY_GLTF;
        limits.max_memory_bytes = limit;
        file = load_fixture(fixture_glb(json, NULL, 0), &desc);
        test_note("%u", (unsigned)limit);
        CHECK(file.result == VRM_OK || file.result == VRM_ERROR_LIMIT);
        CHECK_INT(count_code(&file, "limit-memory-bytes"), file.result != VRM_OK);
        CHECK(!has_loaded || file.result == VRM_OK);
        if (file.result == VRM_OK) CHECK(vrm_model_memory_size(file.model) <= limit);
        has_loaded = file.result == VRM_OK;
        unload(&file);
    }
    CHECK(has_loaded);
}

/* ER-018: the report has a limit of its own, and counts what it does not hold. */
TEST(er_018_diagnostics_are_limited) {
    static char json[8192];
    size_t used = (size_t)snprintf(json, sizeof json, "{" ASSET ",'nodes':[{}");
    vrm_load_desc desc;
    vrm_limits limits;
    loaded file;
    for (int i = 0; i < 299; ++i) {
        used += (size_t)snprintf(json + used, sizeof json - used, ",{'mesh':%d}", i);
    }
    snprintf(json + used, sizeof json - used, "]}");
    file = load_json(json);
    CHECK_INT(vrm_report_count(file.report), 256);
    CHECK_INT(vrm_report_found(file.report, VRM_SEVERITY_WARNING), 299);
    unload(&file);
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    desc.limits = &limits;
    desc.flags = VRM_LOAD_ANY_GLTF;
    limits.max_diagnostics = 3;
    file = load_fixture(fixture_glb(json, NULL, 0), &desc);
    CHECK_INT(vrm_report_count(file.report), 3);
    CHECK_INT(vrm_report_found(file.report, VRM_SEVERITY_WARNING), 299);
    CHECK_TEXT(vrm_report_get(file.report, 2)->pointer, "/nodes/3/mesh");
    unload(&file);
    desc.flags = VRM_LOAD_ANY_GLTF | VRM_LOAD_STRICT;
    file = load_fixture(fixture_glb(json, NULL, 0), &desc);
    CHECK_INT(file.result, VRM_ERROR_GLTF);
    CHECK_INT(vrm_report_count(file.report), 3);
    CHECK_INT(vrm_report_found(file.report, VRM_SEVERITY_ERROR), 299);
    unload(&file);
}

/* --- ER-020 --- */

/* Nothing is left behind, wherever memory runs out. Returns how many allocations a load takes. */
static int64_t fail_at_each_allocation(const char *json) {
    int64_t allocations = 1;
    for (int64_t fail_at = 0; fail_at <= allocations; ++fail_at) {
        counting counter;
        vrm_load_desc desc;
        loaded file;
        test_note("%d", (int)fail_at);
        counting_init(&counter, fail_at);
        vrm_load_desc_init(&desc);
        desc.flags = VRM_LOAD_ANY_GLTF;
        desc.allocator = &counter.allocator;
        file = load_fixture(fixture_glb(json, NULL, 0), &desc);
        if (file.result != VRM_OK) {
            const vrm_diagnostic *failure = vrm_report_failure(file.report);
            if (CHECK_INT(file.result, VRM_ERROR_OUT_OF_MEMORY) && fail_at == allocations) {
                ++allocations;
            }
            CHECK(file.model == NULL);
            if (CHECK(failure != NULL)) CHECK_TEXT(failure->code, "out-of-memory");
        }
        unload(&file);
        CHECK_INT(counter.live, 0);
        CHECK_INT(counter.live_bytes, 0);
        CHECK(!counter.is_size_wrong);
    }
    return allocations;
}

TEST(er_020_out_of_memory_at_every_allocation) {
    static const char json[] =
        "{" ASSET ",'extensionsUsed':['a'],'buffers':[{'byteLength':4,'uri':'data:;base64,AAAA'}],"
        "'bufferViews':[{'buffer':9,'byteLength':4}],"
        "'accessors':[{'componentType':5126,'type':'VEC3','count':3}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'targets':[{'POSITION':0},{}]}],"
        "'extras':{'targetNames':['one']}}],'materials':[{'alphaMode':'x'}],"
        "'nodes':[{'children':[1]},{'mesh':0,'skin':0}],'skins':[{'joints':[0,9]}],"
        "'scenes':[{'nodes':[0]}]}";
    CHECK(fail_at_each_allocation(json) > 6);
}

/* `count` times the text, with commas. */
static char *repeat(char *out, const char *text, int count) {
    for (int i = 0; i < count; ++i) out += sprintf(out, "%s%s", i > 0 ? "," : "", text);
    return out;
}

/* Each list is longer than a block of the arena, so that each reader has to ask for one. */
TEST(er_020_out_of_memory_in_every_reader) {
    enum { MANY = 1000 }; /* almost the limit of extensions */
    static char json[1 << 20];
    static const struct {
        const char *before, *element;
    } lists[] = {
        {"{" ASSET ",'extensionsUsed':[", "'a'"},
        {"],'nodes':[{'mesh':0,'skin':0,'weights':[", "1"},
        {"],'children':[", "1"},
        {"]},{}],'skins':[{'joints':[", "0"},
        {"]}],'scenes':[{'nodes':[", "0"},
        {"]}],'accessors':[{'componentType':5126,'type':'VEC3','count':3}],"
         "'meshes':[{'weights':[",
         "1"},
        {"],'extras':{'targetNames':['one']},'primitives':[{'attributes':{'POSITION':0},'targets':"
         "[",
         "{}"},
        {"]},", "{'attributes':{'POSITION':0}}"},
        {"]}],'animations':[{'samplers':[", "{'input':0,'output':0}"},
        {"],'channels':[", "{'sampler':0,'target':{'node':0,'path':'scale'}}"},
        {"]}],'materials':[", "{}"},
        {"],'images':[", "{'uri':'data:image/png;base64,AAAA'}"},
        {"],'textures':[", "{'source':0}"},
        {"],'samplers':[", "{}"},
        {"],'buffers':[", "{'byteLength':3,'uri':'data:;base64,AAAA'}"},
        {"],'bufferViews':[", "{'buffer':0,'byteLength':3}"},
    };
    char *end = json;
    for (size_t i = 0; i < COUNT(lists); ++i) {
        end += sprintf(end, "%s", lists[i].before);
        end = repeat(end, lists[i].element, strstr(lists[i].element, "data:") != NULL ? 20 : MANY);
    }
    sprintf(end, "]}");
    CHECK(fail_at_each_allocation(json) > 40);
}

/* Every byte that a model says it holds is one of its allocator's. */
TEST(memory_of_a_model_is_what_the_allocator_gave) {
    counting counter;
    vrm_load_desc desc;
    vrm_model *model = NULL;
    fixture file = fixture_glb("{" ASSET ",'nodes':[{},{}]}", NULL, 0);
    counting_init(&counter, -1);
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    desc.allocator = &counter.allocator;
    CHECK_INT(vrm_model_load(file.bytes, file.size, &desc, &model, NULL), VRM_OK);
    CHECK_INT(vrm_model_memory_size(model), counter.live_bytes);
    vrm_model_release(model);
    CHECK_INT(counter.live, 0);
    fixture_free(&file);
}

static int32_t cancel_at(void *user) { return --*(int *)user < 0; }

TEST(er_018_a_load_can_be_cancelled) {
    static char json[16384];
    size_t used = (size_t)snprintf(json, sizeof json, "{" ASSET ",'nodes':[{}");
    bool has_loaded = false;
    for (int i = 0; i < 2000; ++i) used += (size_t)snprintf(json + used, sizeof json - used, ",{}");
    snprintf(json + used, sizeof json - used, "]}");
    for (int patience = 0; patience < 20; ++patience) {
        vrm_load_desc desc;
        int left = patience;
        loaded file;
        test_note("%d", patience);
        vrm_load_desc_init(&desc);
        desc.flags = VRM_LOAD_ANY_GLTF;
        desc.cancel = cancel_at;
        desc.cancel_user = &left;
        file = load_fixture(fixture_glb(json, NULL, 0), &desc);
        has_loaded = file.result == VRM_OK;
        if (patience < 5) CHECK_INT(file.result, VRM_ERROR_CANCELLED); /* asked often */
        if (file.result != VRM_OK) {
            CHECK_INT(file.result, VRM_ERROR_CANCELLED);
            CHECK(file.model == NULL);
            CHECK_TEXT(vrm_report_failure(file.report)->code, "cancelled");
            CHECK_INT(left, -1); /* not asked again */
        }
        unload(&file);
    }
    CHECK(has_loaded);
}

TEST_SUITE(document, ENTRY(gl_001_versions_of_gltf), ENTRY(gl_001_the_version_is_named),
           ENTRY(asset_texts), ENTRY(gl_031_an_unknown_required_extension_is_a_warning),
           ENTRY(gl_004_a_required_extension_is_listed_as_used),
           ENTRY(gl_004_extensions_that_are_not_listed),
           ENTRY(gl_018_companion_extensions_are_understood),
           ENTRY(extension_names_that_are_no_names), ENTRY(gl_009_cameras_are_counted),
           ENTRY(gl_008_animations_leave_the_rest_pose),
           ENTRY(gl_022_gl_023_extensions_in_the_wrong_place),
           ENTRY(gl_036_an_animation_file_loads), ENTRY(empty_tables),
           ENTRY(er_018_counts_are_limited), ENTRY(er_018_materials_have_a_smaller_limit),
           ENTRY(er_018_names_of_extensions_are_limited),
           ENTRY(er_018_bytes_and_allocations_are_limited), ENTRY(er_018_memory_is_limited),
           ENTRY(er_018_diagnostics_are_limited), ENTRY(er_020_out_of_memory_at_every_allocation),
           ENTRY(er_020_out_of_memory_in_every_reader),
           ENTRY(memory_of_a_model_is_what_the_allocator_gave),
           ENTRY(er_018_a_load_can_be_cancelled));
