/* vrm_model_peek: a model from the beginning of a file; and the comparison of tables. */
#include "support/avatar.h"
#include "support/compare_tables.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* An avatar with something in every table. */
static const char rich_vrm[] =
    "'meta':{'name':'Test','authors':['A','B'],'licenseUrl':'https://vrm.dev/licenses/1.0/',"
    "'references':['r'],'thumbnailImage':1,'version':'3'},"
    "'expressions':{'preset':{'happy':{'morphTargetBinds':[{'node':16,'index':1,'weight':0.5}],"
    "'materialColorBinds':[{'material':0,'type':'color','targetValue':[1,0,0,1]}],"
    "'textureTransformBinds':[{'material':1,'offset':[0.5,0]}]}},'custom':{'wink':{}}},"
    "'firstPerson':{'meshAnnotations':[{'node':17,'type':'both'}]},"
    "'lookAt':{'type':'bone','rangeMapVerticalUp':{'inputMaxValue':45,'outputScale':5}}";
static const char rich_extensions[] =
    "'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':3,'shape':{'sphere':"
    "{'radius':0.1}}}],'colliderGroups':[{'name':'g','colliders':[0]}],"
    "'springs':[{'name':'s','joints':[{'node':21},{'node':22},{'node':23}],"
    "'colliderGroups':[0]}]}";
static const char rich_nodes[] = "{'extensions':{'VRMC_node_constraint':{'specVersion':'1.0',"
                                 "'constraint':{'rotation':{'source':1}}}}}";
static const char rich_root[] =
    "'materials':[{'name':'skin','extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
    "'matcapTexture':{'index':2}}}},{'name':'cloth'}]";

static const avatar rich = {VRM_DIALECT_1, rich_vrm, rich_root, rich_extensions, rich_nodes};

static size_t json_end(const fixture *file) {
    return 20 + (size_t)file->bytes[12] + (size_t)file->bytes[13] * 256 +
           (size_t)file->bytes[14] * 65536;
}

typedef struct peeked {
    vrm_result result;
    vrm_model *model;
    vrm_report *report;
    vrm_peek peek;
} peeked;

/* Of a copy of exactly `size` bytes, which is gone when this returns. */
static peeked peek_at(const void *bytes, size_t size, const vrm_load_desc *desc) {
    fixture part = fixture_bytes(bytes, size);
    peeked result;
    memset(&result, 0xA5, sizeof result);
    vrm_peek_init(&result.peek);
    result.result =
        vrm_model_peek(part.bytes, part.size, desc, &result.peek, &result.model, &result.report);
    fixture_free(&part);
    return result;
}

static void drop(peeked *what) {
    vrm_model_release(what->model);
    vrm_report_destroy(what->report);
}

TEST(gl_003_every_beginning_of_a_file) {
    fixture file = avatar_file(&rich);
    loaded whole = load_avatar(&rich);
    compared a = compared_model(whole.model);
    size_t end = json_end(&file), bin = end + 8;
    CHECK_INT(count_findings(&whole), 0);
    CHECK(end < file.size);
    for (size_t size = 0; size <= file.size; ++size) {
        peeked beginning = peek_at(file.bytes, size, NULL);
        test_note("%zu of %zu bytes", size, file.size);
        if (size < end) {
            CHECK_INT(beginning.result, VRM_ERROR_INCOMPLETE);
            CHECK_INT(beginning.peek.needed_bytes, size < 20 ? 20 : end);
            CHECK_INT(beginning.peek.thumbnail_bytes, 0);
            CHECK(beginning.model == NULL);
            CHECK_TEXT(vrm_report_failure(beginning.report)->code, "incomplete");
            CHECK_INT(vrm_report_count(beginning.report), 1);
        } else {
            compared b = compared_model(beginning.model);
            char report[512];
            CHECK_INT(beginning.result, VRM_OK);
            CHECK_INT(beginning.peek.needed_bytes, 0);
            CHECK_INT(vrm_report_count(beginning.report), 0);
            if (!CHECK_INT(compare_tables(&a, &b, NULL, report, sizeof report), 0)) puts(report);
            CHECK_INT(beginning.peek.thumbnail_offset, bin + 39);
            CHECK_INT(beginning.peek.thumbnail_bytes, 5);
            CHECK(memcmp(file.bytes + beginning.peek.thumbnail_offset, "PNG.1", 5) == 0);
        }
        drop(&beginning);
    }
    test_note(NULL);
    unload(&whole);
    fixture_free(&file);
}

TEST(the_payload_is_not_kept) {
    fixture file = avatar_file(&rich);
    static const uint32_t flags[] = {0, VRM_LOAD_STRICT, VRM_LOAD_COPY_PAYLOAD};
    for (size_t i = 0; i < COUNT(flags); ++i) {
        vrm_load_desc desc;
        peeked whole;
        const uint8_t *bytes;
        size_t size;
        float numbers[9];
        vrm_load_desc_init(&desc);
        desc.flags = flags[i];
        whole = peek_at(file.bytes, file.size, &desc);
        CHECK_INT(whole.result, VRM_OK);
        CHECK_INT(vrm_report_count(whole.report), 0);
        CHECK_INT(vrm_model_get_image_bytes(whole.model, 1, &bytes, &size), VRM_ERROR_NO_PAYLOAD);
        CHECK_INT(vrm_model_read_floats(whole.model, 0, numbers, COUNT(numbers)),
                  VRM_ERROR_NO_PAYLOAD);
        CHECK_TEXT(vrm_model_name(whole.model), "Test");
        drop(&whole);
    }
    fixture_free(&file);
}

TEST(me_010_where_the_thumbnail_is) {
    static const struct {
        const char *vrm, *root;
        uint64_t offset, size; /* behind the beginning of BIN */
    } cases[] = {
        {"'thumbnailImage':0", "", 36, 3},
        {"'thumbnailImage':2", "", 44, 4},
        {"'extras':0", "", 0, 0},         /* it has none */
        {"'thumbnailImage':7", "", 0, 0}, /* nor that one */
        {"'thumbnailImage':0", "'images':[{'uri':'data:image/png;base64,AAAA'}]", 0, 0},
        {"'thumbnailImage':0", "'images':[{'uri':'face.png'}]", 0, 0},
        {"'thumbnailImage':0", "'images':[{}]", 0, 0},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        const avatar from = {VRM_DIALECT_1, meta_members(cases[i].vrm), cases[i].root, NULL, NULL};
        fixture file = avatar_file(&from);
        size_t bin = json_end(&file) + 8;
        peeked whole = peek_at(file.bytes, file.size, NULL);
        test_note("%s %s", cases[i].vrm, cases[i].root);
        CHECK_INT(whole.result, VRM_OK);
        CHECK_INT(whole.peek.thumbnail_bytes, cases[i].size);
        CHECK_INT(whole.peek.thumbnail_offset, cases[i].size != 0 ? bin + cases[i].offset : 0);
        drop(&whole);
        fixture_free(&file);
    }
    test_note(NULL);
}

/* 0.x names a texture (V0-006), the draft an image. */
TEST(me_010_thumbnails_of_other_dialects) {
    const avatar old = {VRM_DIALECT_0, "'meta':{'title':'t','author':'a','texture':2}", NULL, NULL,
                        NULL};
    const avatar draft = {VRM_DIALECT_1_DRAFT,
                          "'meta':{'title':'t','author':'a','thumbnailImage':2}", NULL, NULL, NULL};
    const avatar *const avatars[] = {&old, &draft};
    for (size_t i = 0; i < COUNT(avatars); ++i) {
        fixture file = avatar_file(avatars[i]);
        peeked whole = peek_at(file.bytes, json_end(&file), NULL);
        CHECK_INT(whole.result, VRM_OK);
        CHECK_INT(whole.peek.thumbnail_bytes, 4);
        if (whole.peek.thumbnail_bytes == 4) {
            CHECK(memcmp(file.bytes + whole.peek.thumbnail_offset, "JPEG", 4) == 0);
        }
        drop(&whole);
        fixture_free(&file);
    }
}

/* A small avatar with a thumbnail in the first buffer. */
#define SMALL(buffer)                                                                              \
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':{"          \
    "'specVersion':'1.0','meta':{'name':'n','authors':['a'],"                                      \
    "'licenseUrl':'https://vrm.dev/licenses/1.0/','thumbnailImage':0}}},"                          \
    "'buffers':[" buffer "],'bufferViews':[{'buffer':0,'byteLength':3}],"                          \
    "'images':[{'bufferView':0,'mimeType':'image/png'}]}"

/* GL-003: BIN is the first buffer's, unless that one has an address of its own. */
TEST(gl_003_a_first_buffer_that_is_not_bin) {
    static const struct {
        const char *json;
        uint64_t size;
    } cases[] = {
        {SMALL("{'byteLength':3}"), 3},
        {SMALL("{'byteLength':3,'uri':'other.bin'}"), 0},
        {SMALL("{'byteLength':3,'uri':'data:application/octet-stream;base64,AAAA'}"), 0},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        fixture file = fixture_glb(cases[i].json, "abc", 3);
        peeked whole = peek_at(file.bytes, file.size, NULL);
        test_note("%s", cases[i].json);
        CHECK_INT(whole.result, VRM_OK);
        CHECK_INT(whole.peek.thumbnail_bytes, cases[i].size);
        drop(&whole);
        fixture_free(&file);
    }
    test_note(NULL);
}

TEST(gl_003_chunks_that_are_not_bin) {
    fixture file = fixture_glb(SMALL("{'byteLength':3}"), "abc", 3), bare;
    size_t end = json_end(&file);
    peeked whole;
    memcpy(file.bytes + end + 4, "XYZ ", 4);
    whole = peek_at(file.bytes, file.size, NULL);
    CHECK_INT(whole.result, VRM_OK);
    CHECK_INT(whole.peek.thumbnail_bytes, 0);
    drop(&whole);
    fixture_free(&file);
    bare = fixture_glb(SMALL("{'byteLength':3}"), NULL, 0); /* no BIN at all */
    whole = peek_at(bare.bytes, bare.size, NULL);
    CHECK_INT(whole.result, VRM_OK);
    CHECK_INT(whole.peek.thumbnail_bytes, 0);
    drop(&whole);
    fixture_free(&bare);
}

TEST(gl_001_a_plain_gltf) {
    char json[] = SMALL("{'byteLength':3,'uri':'data:application/octet-stream;base64,AAAA'}");
    peeked whole;
    for (char *c = json; *c != '\0'; ++c) {
        if (*c == '\'') *c = '"';
    }
    whole = peek_at(json, strlen(json), NULL);
    CHECK_INT(whole.result, VRM_OK);
    CHECK_INT(whole.peek.needed_bytes, 0);
    CHECK_INT(whole.peek.thumbnail_bytes, 0);
    CHECK_TEXT(vrm_model_name(whole.model), "n");
    drop(&whole);
    /* It does not say how long it is: a part of it is a broken one. */
    whole = peek_at(json, strlen(json) - 1, NULL);
    CHECK_INT(whole.result, VRM_ERROR_JSON);
    CHECK_INT(whole.peek.needed_bytes, 0);
    drop(&whole);
}

TEST(gl_003_what_is_no_avatar_stays_none) {
    static const struct {
        const char *bytes;
        size_t size;
        vrm_result result;
    } cases[] = {
        {"gltf", 4, VRM_ERROR_CONTAINER},
        {"x", 1, VRM_ERROR_CONTAINER},
        {"gL", 2, VRM_ERROR_CONTAINER},
        {"hello, this is some text", 24, VRM_ERROR_CONTAINER},
        {"\x89PNG\r\n\x1A\n", 8, VRM_ERROR_CONTAINER},
        {"glTF\1\0\0\0\x40\0\0\0\x20\0\0\0JSON", 20, VRM_ERROR_CONTAINER}, /* version 1 */
        {"glTF\2\0\0\0\x40\0\0\0\x20\0\0\0XSON", 20, VRM_ERROR_CONTAINER}, /* no JSON */
        {"glTF\2\0\0\0\x40\0\0\0\xFF\0\0\0JSON", 20, VRM_ERROR_CONTAINER}, /* too long */
        {"glTF\2\0\0\0\4\0\0\0\4\0\0\0JSON{}  ", 24, VRM_ERROR_CONTAINER}, /* too short */
        {"glTF\2\0\0\0\x18\0\0\0\4\0\0\0JSON{]  ", 24, VRM_ERROR_JSON},
        {"glTF\2\0\0\0\x18\0\0\0\4\0\0\0JSON[]  ", 24, VRM_ERROR_GLTF},
        {"glTF\2\0\0\0\x14\0\0\0\0\0\0\0JSON", 20, VRM_ERROR_JSON},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        peeked garbage = peek_at(cases[i].bytes, cases[i].size, NULL);
        test_note("case %zu", i);
        CHECK_INT(garbage.result, cases[i].result);
        CHECK_INT(garbage.peek.needed_bytes, 0);
        CHECK(garbage.model == NULL);
        CHECK(vrm_report_failure(garbage.report) != NULL);
        drop(&garbage);
    }
    test_note(NULL);
    {
        /* DI-001: the flags of the desc count here too. */
        static const char plain[] = "{\"asset\":{\"version\":\"2.0\"}}";
        vrm_load_desc desc;
        peeked none = peek_at(plain, sizeof plain - 1, NULL);
        CHECK_INT(none.result, VRM_ERROR_VRM);
        drop(&none);
        vrm_load_desc_init(&desc);
        desc.flags = VRM_LOAD_ANY_GLTF;
        none = peek_at(plain, sizeof plain - 1, &desc);
        CHECK_INT(none.result, VRM_OK);
        drop(&none);
    }
}

TEST(a_callers_mistakes) {
    vrm_model *model = NULL;
    vrm_peek peek;
    memset(&peek, 0, sizeof peek); /* not prepared */
    CHECK_INT(vrm_model_peek("glTF", 4, NULL, &peek, &model, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_model_peek("glTF", 4, NULL, NULL, &model, NULL), VRM_ERROR_INCOMPLETE);
    vrm_peek_init(&peek);
    CHECK_INT(peek.struct_size, sizeof peek);
    CHECK_INT(vrm_model_peek("glTF", 4, NULL, &peek, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_model_peek(NULL, 4, NULL, &peek, &model, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_model_peek(NULL, 0, NULL, &peek, &model, NULL), VRM_ERROR_INCOMPLETE);
    CHECK_INT(peek.needed_bytes, 20);
    CHECK(model == NULL);
}

/* --- The comparison --- */

/* Changes each byte of what a table holds, one after the other: the comparison sees each. */
static void check_seen(const vrm_model *model, const void *part, size_t size, size_t step) {
    compared a = compared_model(model);
    for (size_t i = 0; i + step <= size; i += step) {
        unsigned char *byte = (unsigned char *)(uintptr_t)part + i;
        vrm_tables copy = *a.tables;
        compared b = {&copy, a.node_count, a.material_count};
        unsigned char before = *byte;
        char report[256];
        int differences;
        /* `a` is the model's own, which is changed; `b` has what stands in the struct itself. */
        *byte ^= 1;
        differences = compare_tables(&a, &b, NULL, report, sizeof report);
        *byte = before;
        test_note("byte %zu of %zu: %s", i, size, report);
        CHECK_INT(differences, 1);
    }
    test_note(NULL);
}

TEST(the_comparison_sees_what_differs) {
    loaded one = load_avatar(&rich), other = load_avatar(&rich);
    compared a = compared_model(one.model), b = compared_model(other.model);
    compared none = compared_model(NULL);
    char report[256];
    REQUIRE(a.tables != NULL && b.tables != NULL);
    CHECK_INT(compare_tables(&a, &b, NULL, report, sizeof report), 0);
    CHECK_TEXT(report, "");
    CHECK_INT(compare_tables(&a, &none, NULL, report, sizeof report), 1);
    CHECK_INT(compare_tables(&none, &none, NULL, NULL, 0), 0);
    /* Integers that stand in the struct. */
    check_seen(one.model, &a.tables->meta.thumbnail_image,
               sizeof(vrm_meta) - offsetof(vrm_meta, thumbnail_image) - 4, 4);
    check_seen(one.model, &a.tables->humanoid, sizeof(vrm_humanoid), 4);
    check_seen(one.model, &a.tables->look_at.type, 4 + 3 * 4, 4);
    unload(&other);
    unload(&one);
}

/* The parts of two models are compared, which do not share memory. */
static int differences_after(size_t which, char *report, size_t capacity) {
    loaded one = load_avatar(&rich), other = load_avatar(&rich);
    compared a = compared_model(one.model), b = compared_model(other.model);
    const vrm_tables *t = b.tables;
    const void *const words[] = {
        t->expressions[0].morph_binds,
        t->expressions[0].color_binds,
        t->expressions[0].uv_binds,
        &t->expressions[0].preset,
        t->constraints,
        t->spring_colliders,
        t->spring_collider_groups[0].colliders,
        &t->springs[0].center,
        &t->spring_joints[0].hit_radius,
        t->spring_joint_order,
        t->first_person.types,
        &t->materials[0].alpha_mode,
        &t->mtoons[0].matcap_texture,
        t->meta.name.data,
        t->meta.authors[1].data,
        t->springs[0].name.data,
        &t->look_at.vertical_up.output_scale,
        &t->first_person.head_node,
    };
    int differences = -1;
    if (which < COUNT(words)) {
        *(unsigned char *)(uintptr_t)words[which] ^= 1;
        differences = compare_tables(&a, &b, NULL, report, capacity);
    }
    unload(&other);
    unload(&one);
    return differences;
}

TEST(the_comparison_sees_every_table) {
    static const char *const names[] = {
        "expressions[0].morph_binds[0].node: 16 and 17\n",
        "expressions[0].color_binds[0].material: 0 and 1\n",
        "expressions[0].uv_binds[0].material: 1 and 0\n",
        "expressions[0].preset: 0 and 1\n",
        "constraints[0].node: 24 and 25\n",
        "spring_colliders[0].node: 3 and 2\n",
        "spring_collider_groups[0].colliders[0]: 0 and 1\n",
        "springs[0].center: -1 and -2\n",
        "spring_joints[0].hit_radius: 0 and 1.40129846e-45\n",
        "spring_joint_order[0]: 0 and 1\n",
        "first_person.types[0]: 0 and 1\n",
        "materials[0].alpha_mode: 0 and 1\n",
        "mtoons[0].matcap_texture.texture: 2 and 3\n",
        "meta.name: \"Test\" and \"Uest\"\n",
        "meta.authors[1]: \"B\" and \"C\"\n",
        "springs[0].name: \"s\" and \"r\"\n",
        "look_at.vertical_up.output_scale: 5 and 5.00000048\n",
        "first_person.head_node: 3 and 2\n",
    };
    for (size_t i = 0; i < COUNT(names); ++i) {
        char report[256];
        CHECK_INT(differences_after(i, report, sizeof report), 1);
        CHECK_TEXT(report, names[i]);
    }
    CHECK_INT(differences_after(COUNT(names), NULL, 0), -1); /* none was forgotten */
}

TEST(the_comparison_passes_over_what_it_is_told) {
    loaded one = load_avatar(&rich);
    loaded other = load_vrm1("'meta':{'name':'Best','authors':['A'],'licenseUrl':'x'}", NULL);
    compared a = compared_model(one.model), b = compared_model(other.model);
    static const char *const skip[] = {"meta",        "expressions",
                                       "look_at",     "constraints",
                                       "spring",      "first_person",
                                       "mtoons[].is", "mtoons[].matcap_texture",
                                       "materials",   NULL};
    const compare_options options = {0, 0, skip}, near = {0.5, 0, compare_skip_dialect};
    char small[24];
    CHECK(compare_tables(&a, &b, NULL, small, sizeof small) > 5);
    CHECK(strlen(small) < sizeof small);
    CHECK_INT(compare_tables(&a, &b, &options, NULL, 0), 0);
    CHECK(compare_tables(&a, &b, &near, small, sizeof small) > 5);
    unload(&other);
    unload(&one);
}

/* The same body, looking the other way: its vectors are turned with it. */
TEST(the_comparison_of_avatars_that_face_each_other) {
    static const char *const skip[] = {"dialect",        "spec_version", "meta",
                                       "humanoid.faces", "expressions",  NULL};
    const char *bones = humanoid_members(NULL, "'leftEye':{'node':19},'rightEye':{'node':20}");
    loaded one = load_vrm1(bones, NULL), other = load_draft(bones, NULL);
    compared a = compared_model(one.model), b = compared_model(other.model);
    const compare_options plain = {1e-6, 0, skip}, turned = {1e-6, 1, skip};
    char report[256];
    CHECK_INT(compare_tables(&a, &b, &turned, report, sizeof report), 0);
    CHECK_INT(compare_tables(&a, &b, &plain, report, sizeof report), 1);
    CHECK(strncmp(report, "look_at.offset_from_head_bone: (", 32) == 0);
    unload(&other);
    unload(&one);
}

TEST_SUITE(peek, ENTRY(gl_003_every_beginning_of_a_file), ENTRY(the_payload_is_not_kept),
           ENTRY(me_010_where_the_thumbnail_is), ENTRY(me_010_thumbnails_of_other_dialects),
           ENTRY(gl_003_a_first_buffer_that_is_not_bin), ENTRY(gl_003_chunks_that_are_not_bin),
           ENTRY(gl_001_a_plain_gltf), ENTRY(gl_003_what_is_no_avatar_stays_none),
           ENTRY(a_callers_mistakes), ENTRY(the_comparison_sees_what_differs),
           ENTRY(the_comparison_sees_every_table),
           ENTRY(the_comparison_passes_over_what_it_is_told),
           ENTRY(the_comparison_of_avatars_that_face_each_other));
