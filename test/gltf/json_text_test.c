/* JSON as text: syntax, UTF-8, depth, keys, and what a diagnostic says about a place in it. */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ASSET "'asset':{'version':'2.0'}"

/* Plain JSON with ' for ", so that offsets in the file are offsets in the text. */
static fixture plain(const char *json, size_t length) {
    fixture file = fixture_bytes(json, length);
    for (size_t i = 0; i < length; ++i) {
        if (file.bytes[i] == '\'') file.bytes[i] = '"';
    }
    return file;
}

#define PLAIN(literal) plain((literal), sizeof(literal) - 1)

static loaded load_strict(fixture file) {
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF | VRM_LOAD_STRICT;
    return load_fixture(file, &desc);
}

static uint64_t offset_of(const loaded *file, const char *code) {
    const vrm_diagnostic *entry = find_diagnostic(file, code);
    return entry != NULL ? entry->byte_offset : 0;
}

/* --- Syntax --- */

TEST(syntax_errors_say_where) {
    static const struct {
        const char *json;
        uint64_t offset;
    } cases[] = {
        {"{", 1},
        {"{'asset':{'version':'2.0'}", 26},
        {"{'asset':{'version':'2.0'},}", 26},
        {"{'asset' {'version':'2.0'}}", 9},
        {"{'nodes':[1,2,,3]}", 14},
        {"{'scene':01}", 9},
        {"{'scene':0} {}", 12},
        {"{'scene':tru}", 9},
        {"{'name':'a\nb'}", 10},
        {"{'name':'a\\qb'}", 10},
        {"{/* no comments */}", 1},
        {"{\\u0022a\\u0022:1}", 1},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_fixture(plain(cases[i].json, strlen(cases[i].json)), NULL);
        const vrm_diagnostic *failure = vrm_report_failure(file.report);
        char ending[32];
        test_note("%s", cases[i].json);
        CHECK_INT(file.result, VRM_ERROR_JSON);
        if (CHECK(failure != NULL)) {
            const char *tail;
            CHECK_TEXT(failure->code, "json-syntax");
            /* Which byte of the wrong part it is may differ from one yyjson to the next. */
            CHECK_NEAR((double)failure->byte_offset, (double)cases[i].offset, 1);
            CHECK(strncmp(failure->message, "the JSON cannot be parsed: ", 27) == 0);
            snprintf(ending, sizeof ending, " at byte %d", (int)failure->byte_offset);
            tail = failure->message + strlen(failure->message) - strlen(ending);
            CHECK_TEXT(tail, ending);
        }
        unload(&file);
    }
}

/* In a GLB the offset is that in the file, which a hex editor shows. */
TEST(syntax_errors_in_a_glb_say_where_in_the_file) {
    loaded file = load_json("{'asset':}");
    CHECK_INT(file.result, VRM_ERROR_JSON);
    CHECK_INT(offset_of(&file, "json-syntax"), 20 + 9);
    unload(&file);
}

TEST(json_that_is_not_an_object) {
    static const char *const texts[] = {"[]", "3", "'text'", "null", "true"};
    for (size_t i = 0; i < COUNT(texts); ++i) {
        loaded file = load_json(texts[i]); /* in a GLB, as a plain file has to begin with a brace */
        test_note("%s", texts[i]);
        CHECK_INT(file.result, VRM_ERROR_GLTF);
        CHECK_TEXT(vrm_report_failure(file.report)->code, "json-not-object");
        unload(&file);
    }
}

/* --- ER-017 --- */

TEST(er_017_a_byte_order_mark_is_tolerated) {
    loaded file = load_fixture(PLAIN("\xEF\xBB\xBF{" ASSET "}"), NULL);
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(vrm_report_count(file.report), 1);
    CHECK(found(&file, "json-bom", ""));
    CHECK_INT(find_diagnostic(&file, "json-bom")->severity, VRM_SEVERITY_NOTE);
    CHECK_INT(offset_of(&file, "json-bom"), 0);
    unload(&file);
    file = load_strict(PLAIN("\xEF\xBB\xBF{" ASSET "}"));
    CHECK_INT(file.result, VRM_OK);
    unload(&file);
    file = load_json("\xEF\xBB\xBF{" ASSET "}");
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(offset_of(&file, "json-bom"), 20);
    unload(&file);
    /* Offsets behind it count it. */
    file = load_fixture(PLAIN("\xEF\xBB\xBF{'asset':}"), NULL);
    CHECK_INT(offset_of(&file, "json-syntax"), 3 + 9);
    unload(&file);
}

TEST(er_017_two_byte_order_marks_are_a_syntax_error) {
    loaded file = load_json("\xEF\xBB\xBF\xEF\xBB\xBF{" ASSET "}");
    CHECK_INT(file.result, VRM_ERROR_JSON);
    unload(&file);
}

/* Each maximal wrong part becomes one U+FFFD; everything around it stays. */
TEST(er_017_invalid_utf8_is_replaced) {
    static const struct {
        const char *name; /* as bytes of the file */
        const char *expected;
        uint32_t count;
        uint64_t first; /* within the name */
    } cases[] = {
        {"a\xFFz", "a\xEF\xBF\xBDz", 1, 1},
        {"\x80", "\xEF\xBF\xBD", 1, 0},
        {"ab\xC3", "ab\xEF\xBF\xBD", 1, 2},
        {"\xC0\x80x", "\xEF\xBF\xBD\xEF\xBF\xBDx", 2, 0},                 /* overlong */
        {"\xED\xA0\x80x", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDx", 3, 0}, /* surrogate */
        {"\xE3\x81x", "\xEF\xBF\xBDx", 1, 0},                             /* cut */
        {"\xF4\x90\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", 4, 0},
        {"\xE3\x81\x82\xFE\xE3\x81\x84", "\xE3\x81\x82\xEF\xBF\xBD\xE3\x81\x84", 1, 3},
        /* half pairs, as escapes */
        {"x\\ud83d", "x\xEF\xBF\xBD", 1, 1},
        {"x\\uDE00y", "x\xEF\xBF\xBDy", 1, 1},
        {"\\ud83d\\u0041",
         "\xEF\xBF\xBD"
         "A",
         1, 0},
        {"\\ud83d\\ud83d\\ude00", "\xEF\xBF\xBD\xF0\x9F\x98\x80", 1, 0},
        {"\\\\ud83d\\udc00", "\\ud83d\xEF\xBF\xBD", 1, 7}, /* the first one is text */
        {"\\udfff.", "\xEF\xBF\xBD.", 1, 0},
        {"\\udbff.", "\xEF\xBF\xBD.", 1, 0},
        /* whole pairs, the least and the greatest, beside a wrong byte */
        {"\\ud800\\udc00\xFF", "\xF0\x90\x80\x80\xEF\xBF\xBD", 1, 12},
        {"\\udbff\\udfff\xFF", "\xF4\x8F\xBF\xBF\xEF\xBF\xBD", 1, 12},
        /* both kinds: the first in the file is named */
        {"\\ud83d \xFF", "\xEF\xBF\xBD \xEF\xBF\xBD", 2, 0},
        {"\xFF \\ud83d", "\xEF\xBF\xBD \xEF\xBF\xBD", 2, 0},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[256], message[128];
        size_t start = strlen("{'nodes':[{'name':'");
        loaded file, strict;
        test_note("%zu", i);
        snprintf(json, sizeof json, "{'nodes':[{'name':'%s','mesh':0}]," ASSET "}", cases[i].name);
        file = load_fixture(plain(json, strlen(json)), NULL);
        CHECK_INT(file.result, VRM_OK);
        REQUIRE(file.gltf != NULL);
        CHECK_TEXT(file.gltf->nodes[0].name.data, cases[i].expected);
        CHECK_INT(file.gltf->nodes[0].name.length, strlen(cases[i].expected));
        CHECK_INT(offset_of(&file, "json-utf8"), start + cases[i].first);
        snprintf(message, sizeof message,
                 "the JSON is not valid UTF-8; replaced sequences: %u, the first at byte %u",
                 (unsigned)cases[i].count, (unsigned)(start + cases[i].first));
        CHECK_TEXT(message_of(&file, "json-utf8"), message);
        CHECK_INT(find_diagnostic(&file, "json-utf8")->is_repair, 1);
        CHECK_TEXT(find_diagnostic(&file, "json-utf8")->requirement, "ER-017");
        CHECK(found(&file, "index-out-of-range", "/nodes/0/mesh")); /* reading went on */
        strict = load_strict(plain(json, strlen(json)));
        CHECK_INT(strict.result, VRM_ERROR_JSON);
        CHECK_TEXT(vrm_report_failure(strict.report)->code, "json-utf8");
        unload(&strict);
        unload(&file);
    }
}

TEST(er_017_valid_text_of_every_length_is_kept) {
    static const char name[] = "a\xC3\xA9\xE3\x81\x82\xF0\x9F\x98\x80\xEF\xBF\xBD\xEF\xBB\xBF";
    char json[128];
    loaded file;
    snprintf(json, sizeof json,
             "{" ASSET ",'nodes':[{'name':'%s'},{'name':'\\u3042\\ud83d\\ude00'}]}", name);
    file = load_json(json);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 0);
    CHECK_TEXT(file.gltf->nodes[0].name.data, name);
    CHECK_TEXT(file.gltf->nodes[1].name.data, "\xE3\x81\x82\xF0\x9F\x98\x80");
    unload(&file);
}

TEST(er_017_invalid_utf8_outside_of_strings_is_a_syntax_error) {
    loaded file = load_fixture(PLAIN("{" ASSET ",\xFF}"), NULL);
    CHECK_INT(file.result, VRM_ERROR_JSON);
    CHECK_INT(offset_of(&file, "json-syntax"), 27);
    unload(&file);
    /* Also if strings had to be repaired before it. */
    file = load_fixture(PLAIN("{'a':'\xFF',\xFF}"), NULL);
    CHECK_INT(file.result, VRM_ERROR_JSON);
    CHECK_TEXT(vrm_report_failure(file.report)->code, "json-syntax");
    unload(&file);
}

/* --- Keys --- */

/* GL-031: unknown properties, extensions and extras, for each # of the text. */
static const char *with_more(const char *json) {
    static const char more[] = "'zzz':{'deep':[1,{'x':null}]},'':0,'extras':['any',{'thing':1}],"
                               "'extensions':{'ACME_thing':{'a':[true]},'ACME_flag':7}";
    static char text[8192];
    size_t used = 0;
    for (; *json != '\0' && used + sizeof more < sizeof text; ++json) {
        if (*json == '#') {
            memcpy(text + used, more, sizeof more - 1);
            used += sizeof more - 1;
        } else {
            text[used++] = *json;
        }
    }
    text[used] = '\0';
    return text;
}

TEST(gl_031_unknown_keys_change_nothing) {
    static const char bin[192] = {0};
    loaded file = load_json_bin(
        with_more(
            "{'asset':{'version':'2.0',#},#,'extensionsUsed':['ACME_thing'],"
            "'buffers':[{'byteLength':192,#}],"
            "'bufferViews':[{'buffer':0,'byteLength':64,#},"
            "{'buffer':0,'byteOffset':64,'byteLength':64,#},"
            "{'buffer':0,'byteOffset':128,'byteLength':64,#}],"
            "'accessors':[{'bufferView':0,'componentType':5126,'type':'VEC3','count':3,#,"
            "'sparse':{'count':1,'indices':{'bufferView':1,'componentType':5121,#},"
            "'values':{'bufferView':1,#},#}},"
            "{'componentType':5126,'type':'SCALAR','count':3,#},"
            "{'componentType':5126,'type':'VEC3','count':3,#},"
            "{'componentType':5126,'type':'VEC2','count':3,#},"
            "{'componentType':5121,'type':'VEC4','count':3,#},"
            "{'componentType':5126,'type':'VEC4','count':3,#}],"
            "'images':[{'bufferView':2,'mimeType':'image/png',#}],"
            "'samplers':[{'wrapS':33071,#}],"
            "'textures':[{'source':0,'sampler':0,#}],"
            "'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,#},#},"
            "'normalTexture':{'index':0,'scale':2,#},'alphaMode':'BLEND',#}],"
            "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'TEXCOORD_0':3,'JOINTS_0':4,"
            "'WEIGHTS_0':5,'_ZZZ':9},'material':0,'targets':[{'POSITION':0,'_ZZZ':9}],#}],#"
            "}],'nodes':[{'mesh':0,'skin':0,'translation':[1,2,3],#}],"
            "'skins':[{'joints':[0],#}],"
            "'scenes':[{'nodes':[0],#}],'scene':0,"
            "'cameras':[{'type':'thing',#}],"
            "'animations':[{'channels':[{'sampler':0,'target':{'node':0,'path':'translation',#"
            "},#}],'samplers':[{'input':1,'output':2,#}],#}]}"),
        bin, sizeof bin);
    CHECK_INT(vrm_report_count(file.report), 0);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->buffers[0].is_available, 1);
    CHECK_INT(file.gltf->accessors[0].sparse_count, 1);
    CHECK_INT(file.gltf->samplers[0].wrap_s, 33071);
    CHECK_INT(file.gltf->materials[0].base_color_texture.texture, 0);
    CHECK_NEAR(file.gltf->materials[0].normal_texture.strength, 2, 0);
    CHECK_INT(file.gltf->materials[0].alpha_mode, VRM_ALPHA_BLEND);
    CHECK_INT(file.gltf->materials[0].is_unlit, 0);
    CHECK_INT(file.gltf->meshes[0].primitives[0].attribute_count, 4);
    CHECK_INT(file.gltf->meshes[0].primitives[0].targets[0].position, 0);
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.z, 3, 0);
    CHECK_INT(file.gltf->nodes[0].skin, 0);
    CHECK_INT(file.gltf->scenes[0].root_count, 1);
    CHECK_INT(file.gltf->animations[0].channel_count, 1);
    unload(&file);
}

TEST(gl_031_extras_of_any_type) {
    static const char *const values[] = {"null", "true", "7", "'x'", "[1,[2]]", "{'a':{}}"};
    for (size_t i = 0; i < COUNT(values); ++i) {
        char json[512];
        loaded file;
        test_note("%s", values[i]);
        snprintf(json, sizeof json,
                 "{" ASSET ",'extras':%s,'nodes':[{'extras':%s}],'meshes':[{'extras':%s,"
                 "'primitives':[{'attributes':{},'extras':%s}]}],'materials':[{'extras':%s}]}",
                 values[i], values[i], values[i], values[i], values[i]);
        file = load_json(json);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(vrm_report_count(file.report), 1); /* of the primitive without POSITION */
        unload(&file);
    }
}

/* Keys are compared whole, and exactly. */
TEST(gl_031_keys_that_are_almost_known) {
    loaded file = load_json("{" ASSET ",'Nodes':7,'node':7,'nodess':7,'nodes\\u0000':7,"
                            "'nodes':[{'Name':7,'nam':7,'name2':7,'MESH':'x'}]}");
    CHECK_INT(vrm_report_count(file.report), 0);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->node_count, 1);
    unload(&file);
    /* An escape in a key is the same key. */
    file = load_json("{" ASSET ",'no\\u0064es':[{'n\\u0061me':'Hips'}]}");
    REQUIRE(file.gltf != NULL && file.gltf->node_count == 1);
    CHECK_TEXT(file.gltf->nodes[0].name.data, "Hips");
    unload(&file);
}

TEST(gl_031_of_keys_that_stand_twice_the_last_counts) {
    static const char json[] =
        "{" ASSET ",'nodes':[{'name':'first','translation':[1,1,1],'name':'last',"
        "'translation':[2,2,2],'translation':[3,3,3]}],'zzz':1,'zzz':2}";
    loaded file = load_json(json), strict = load_json_strict(json);
    REQUIRE(file.gltf != NULL);
    CHECK_TEXT(file.gltf->nodes[0].name.data, "last");
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.x, 3, 0);
    CHECK_INT(vrm_report_count(file.report), 3); /* unknown keys are nobody's business */
    CHECK(found(&file, "json-duplicate-key", "/nodes/0/name"));
    CHECK(found(&file, "json-duplicate-key", "/nodes/0/translation"));
    CHECK_TEXT(message_of(&file, "json-duplicate-key"),
               "the key \"name\" appears more than once; the last one is used");
    CHECK_INT(strict.result, VRM_ERROR_JSON);
    CHECK_INT(vrm_report_found(strict.report, VRM_SEVERITY_ERROR), 3);
    unload(&strict);
    unload(&file);
}

/* Of each type of field: good, then bad. The record has its default, as where only the bad one
 * stands. */
TEST(gl_031_of_keys_that_stand_twice_a_bad_last_one_counts_too) {
    loaded file = load_json(
        "{" ASSET ",'textures':[{}],'meshes':[{'primitives':[{'attributes':{}}]}],'buffers':["
        "{'byteLength':100}],'bufferViews':[{'buffer':0,'byteLength':8,'byteOffset':4,"
        "'byteOffset':-1},{'buffer':0,'byteLength':8,'byteLength':'8'}],"
        "'nodes':[{'name':'a','name':1,'translation':[1,2,3],'translation':[1,2],"
        "'rotation':[0,0,1,0],'rotation':0,'mesh':0,'mesh':9,'children':[1],'children':{}},"
        "{'scale':[2,2,2],'scale':[1,'x',1],'scale':[1,1,'y']}],"
        "'materials':[{'alphaMode':'BLEND','alphaMode':'x','alphaCutoff':0.25,'alphaCutoff':'x',"
        "'doubleSided':true,'doubleSided':1,'normalTexture':{'index':0,'texCoord':1,"
        "'texCoord':'x','index':0},'pbrMetallicRoughness':{'metallicFactor':0.5},"
        "'pbrMetallicRoughness':[]},{'alphaCutoff':'x','alphaCutoff':0.25}]}");
    const vrm_node *node;
    const vrm_material *material;
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->buffer_views[0].byte_offset, 0);
    CHECK_INT(file.gltf->buffer_views[1].buffer, VRM_NONE); /* the length is required */
    node = &file.gltf->nodes[0];
    CHECK_TEXT(node->name.data, "");
    CHECK_NEAR(node->rest.translation.x, 0, 0);
    CHECK_NEAR(node->rest.translation.z, 0, 0);
    CHECK_NEAR(node->rest.rotation.w, 1, 0);
    CHECK_INT(node->mesh, VRM_NONE);
    CHECK_INT(node->child_count, 0);
    CHECK_NEAR(file.gltf->nodes[1].rest.scale.x, 1, 0);
    material = &file.gltf->materials[0];
    CHECK_INT(material->alpha_mode, VRM_ALPHA_OPAQUE);
    CHECK_NEAR(material->alpha_cutoff, 0.5, 0);
    CHECK_INT(material->is_double_sided, 0);
    CHECK_INT(material->normal_texture.tex_coord, 0);
    CHECK_INT(material->normal_texture.texture, 0);
    CHECK_NEAR(material->metallic_factor, 1, 0);
    CHECK_NEAR(file.gltf->materials[1].alpha_cutoff, 0.25, 0);
    CHECK_INT(count_code(&file, "json-duplicate-key"), 16);
    unload(&file);
}

/* The order of keys is learnt from the first object, and may change with each. */
TEST(gl_031_keys_stand_in_any_order) {
    static const char *const members[] = {"'name':'%d'", "'translation':[%d,1,2]", "'zzz':%d",
                                          "'scale':[1,%d,1]", "'extras':[{},%d]"};
    static const int orders[][5] = {{0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {1, 0, 3, 4, 2},
                                    {1, 0, 3, 4, 2}, {3, 2, 4, 0, 1}, {2, 4, 1, 3, 0}};
    char json[4096];
    size_t used = (size_t)snprintf(json, sizeof json, "{" ASSET ",'nodes':[");
    loaded file;
    for (int i = 0; i < (int)COUNT(orders); ++i) {
        for (int k = 0; k < 5; ++k) {
            used += (size_t)snprintf(json + used, sizeof json - used, k ? "," : i ? ",{" : "{");
            used += (size_t)snprintf(json + used, sizeof json - used, members[orders[i][k]], i + 1);
        }
        used += (size_t)snprintf(json + used, sizeof json - used, "}");
    }
    snprintf(json + used, sizeof json - used, "]}");
    file = load_json(json);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 0);
    for (int i = 0; i < (int)COUNT(orders); ++i) {
        const vrm_node *node = &file.gltf->nodes[i];
        test_note("%d", i);
        CHECK_INT(node->name.data[0], '1' + i);
        CHECK_NEAR(node->rest.translation.x, i + 1, 0);
        CHECK_NEAR(node->rest.scale.y, i + 1, 0);
    }
    unload(&file);
}

TEST(gl_031_whole_tables_and_extensions_that_stand_twice) {
    loaded file = load_json(
        "{" ASSET ",'nodes':[{},{}],'nodes':[{'name':'a'},{},{}],'textures':[{}],"
        "'materials':[{'normalTexture':{'index':0,'extensions':{"
        "'KHR_texture_transform':{'rotation':1},'KHR_texture_transform':{'rotation':2}}}}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->node_count, 3);
    CHECK_TEXT(file.gltf->nodes[0].name.data, "a");
    CHECK(found(&file, "json-duplicate-key", "/nodes"));
    CHECK_NEAR(file.gltf->materials[0].normal_texture.rotation, 2, 0);
    unload(&file);
}

/* --- ER-010 --- */

TEST(er_010_diagnostics_say_what_and_where) {
    loaded file = load_json("{" ASSET ",'nodes':[{},{'mesh':7}]}");
    const vrm_diagnostic *entry = vrm_report_get(file.report, 0);
    REQUIRE(entry != NULL);
    CHECK_TEXT(entry->code, "index-out-of-range");
    CHECK_TEXT(entry->requirement, "GL-033");
    CHECK_TEXT(entry->pointer, "/nodes/1/mesh");
    CHECK_TEXT(entry->message, "index 7 is out of range: the number of meshes is 0; it is ignored");
    CHECK_TEXT(entry->remedy, "export the file again with a current exporter");
    CHECK_INT(entry->severity, VRM_SEVERITY_WARNING);
    CHECK_INT(entry->is_repair, 1);
    CHECK(entry->byte_offset == VRM_NO_OFFSET);
    CHECK(vrm_report_failure(file.report) == NULL);
    CHECK(vrm_report_get(file.report, 1) == NULL);
    unload(&file);
}

/* RFC 6901: "~" is "~0", "/" is "~1"; and what a terminal would obey is escaped. */
TEST(er_010_pointers_are_escaped) {
    loaded file = load_json("{" ASSET ",'meshes':[{'primitives':[{'attributes':{'a/b~c':0,"
                            "'\\u001b[31m':0,'\\u202eexe':0}}]}]}");
    CHECK(found(&file, "attribute-unknown", "/meshes/0/primitives/0/attributes/a~1b~0c"));
    CHECK(found(&file, "attribute-unknown", "/meshes/0/primitives/0/attributes/\\x1b[31m"));
    CHECK(found(&file, "attribute-unknown", "/meshes/0/primitives/0/attributes/\\u{202e}exe"));
    CHECK_TEXT(message_of(&file, "attribute-unknown"),
               "the unknown attribute \"a/b~c\" is ignored");
    unload(&file);
}

TEST(er_010_long_text_is_cut) {
    static char json[4096];
    char key[2048];
    loaded file;
    const vrm_diagnostic *entry;
    memset(key, 'k', sizeof key - 1);
    key[sizeof key - 1] = '\0';
    snprintf(json, sizeof json, "{" ASSET ",'meshes':[{'primitives':[{'attributes':{'%s':0}}]}]}",
             key);
    file = load_json(json);
    entry = find_diagnostic(&file, "attribute-unknown");
    REQUIRE(entry != NULL);
    CHECK_INT(strlen(entry->pointer), 511);
    CHECK(strncmp(entry->pointer, "/meshes/0/primitives/0/attributes/kkkk", 38) == 0);
    CHECK(strlen(entry->message) < 160);
    CHECK(strstr(entry->message, "kkk\xE2\x80\xA6\" is ignored") != NULL);
    unload(&file);
}

TEST(er_010_strict_lists_everything) {
    static const char json[] = "{" ASSET ",'nodes':[{'mesh':7,'name':3},{'rotation':[0,0,0,0]},"
                               "{'scale':[1]},{'skin':2}],'materials':[{'alphaMode':'X'}]}";
    loaded file = load_json(json), strict = load_json_strict(json);
    uint32_t count = vrm_report_count(file.report);
    CHECK_INT(count, 6);
    CHECK_INT(vrm_report_count(strict.report), count);
    CHECK_INT(strict.result, VRM_ERROR_GLTF);
    CHECK(strict.model == NULL);
    CHECK_INT(vrm_report_found(file.report, VRM_SEVERITY_WARNING), count);
    CHECK_INT(vrm_report_found(file.report, VRM_SEVERITY_ERROR), 0);
    CHECK_INT(vrm_report_found(strict.report, VRM_SEVERITY_ERROR), count);
    for (uint32_t i = 0; i < count && i < vrm_report_count(strict.report); ++i) {
        const vrm_diagnostic *mild = vrm_report_get(file.report, i);
        const vrm_diagnostic *hard = vrm_report_get(strict.report, i);
        CHECK_TEXT(hard->code, mild->code);
        CHECK_TEXT(hard->pointer, mild->pointer);
        CHECK_TEXT(hard->message, mild->message);
        CHECK_INT(hard->severity, VRM_SEVERITY_ERROR);
        CHECK_INT(hard->is_repair, 0);
        CHECK_INT(mild->is_repair, 1);
    }
    CHECK(vrm_report_failure(strict.report) == vrm_report_get(strict.report, 0));
    unload(&strict);
    unload(&file);
}

/* --- ER-005 --- */

/* {"asset":…,"x":[[[…]]]} with `depth` levels in all, the outermost object being the first. */
static loaded load_nested(int depth, uint32_t limit, bool objects) {
    size_t start, capacity = (size_t)depth * 8 + 64;
    char *json = malloc(capacity);
    vrm_load_desc desc;
    vrm_limits limits;
    loaded file;
    start = (size_t)snprintf(json, capacity, "{" ASSET ",'x':");
    for (int i = 1; i < depth; ++i) start += (size_t)sprintf(json + start, objects ? "{'a':" : "[");
    if (objects) start += (size_t)sprintf(json + start, "1");
    for (int i = 1; i < depth; ++i) json[start++] = objects ? '}' : ']';
    json[start++] = '}';
    json[start] = '\0';
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    desc.limits = &limits;
    desc.flags = VRM_LOAD_ANY_GLTF;
    limits.max_json_depth = limit;
    file = load_fixture(fixture_glb(json, NULL, 0), &desc);
    free(json);
    return file;
}

TEST(er_005_depth_is_limited) {
    static const struct {
        uint32_t limit;
        int deepest;
    } cases[] = {{0, 128}, {20, 20},     {21, 21},     {64, 64},
                 {1, 20},  {1024, 1024}, {5000, 1024}, {UINT32_MAX, 1024}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        for (int objects = 0; objects < 2; ++objects) {
            loaded fits = load_nested(cases[i].deepest, cases[i].limit, objects);
            loaded exceeds = load_nested(cases[i].deepest + 1, cases[i].limit, objects);
            char message[64];
            test_note("limit %u, objects %d", (unsigned)cases[i].limit, objects);
            CHECK_INT(fits.result, VRM_OK);
            CHECK_INT(vrm_report_count(fits.report), 0);
            CHECK_INT(exceeds.result, VRM_ERROR_LIMIT);
            snprintf(message, sizeof message, "the JSON is nested more than %s%d levels deep",
                     cases[i].deepest >= 1000 ? "1,0" : "",
                     cases[i].deepest >= 1000 ? cases[i].deepest - 1000 : cases[i].deepest);
            CHECK_TEXT(message_of(&exceeds, "limit-json-depth"), message);
            CHECK_TEXT(vrm_report_failure(exceeds.report)->requirement, "ER-005");
            unload(&exceeds);
            unload(&fits);
        }
    }
}

/* Width is not depth, and depth in one place does not add to that of another. */
TEST(er_005_wide_files_are_not_deep) {
    static char json[20000];
    size_t used = (size_t)snprintf(json, sizeof json, "{" ASSET ",'x':[");
    loaded file;
    for (int i = 0; i < 2000; ++i) {
        used += (size_t)snprintf(json + used, sizeof json - used, "%s[[{}]]", i > 0 ? "," : "");
    }
    snprintf(json + used, sizeof json - used, "]}");
    file = load_json(json);
    CHECK_INT(file.result, VRM_OK);
    unload(&file);
}

TEST_SUITE(json_text, ENTRY(syntax_errors_say_where),
           ENTRY(syntax_errors_in_a_glb_say_where_in_the_file), ENTRY(json_that_is_not_an_object),
           ENTRY(er_017_a_byte_order_mark_is_tolerated),
           ENTRY(er_017_two_byte_order_marks_are_a_syntax_error),
           ENTRY(er_017_invalid_utf8_is_replaced), ENTRY(er_017_valid_text_of_every_length_is_kept),
           ENTRY(er_017_invalid_utf8_outside_of_strings_is_a_syntax_error),
           ENTRY(gl_031_unknown_keys_change_nothing), ENTRY(gl_031_extras_of_any_type),
           ENTRY(gl_031_keys_that_are_almost_known),
           ENTRY(gl_031_of_keys_that_stand_twice_the_last_counts),
           ENTRY(gl_031_of_keys_that_stand_twice_a_bad_last_one_counts_too),
           ENTRY(gl_031_keys_stand_in_any_order),
           ENTRY(gl_031_whole_tables_and_extensions_that_stand_twice),
           ENTRY(er_010_diagnostics_say_what_and_where), ENTRY(er_010_pointers_are_escaped),
           ENTRY(er_010_long_text_is_cut), ENTRY(er_010_strict_lists_everything),
           ENTRY(er_005_depth_is_limited), ENTRY(er_005_wide_files_are_not_deep));
