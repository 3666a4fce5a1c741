/* The public face of checks: arguments, flags, callbacks, limits, and what is an error. */
#include "author/check/check.h"
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "severity code pointer" of all diagnostics, each followed by a line break. */
static void write_all(const vrm_report *report, char *out, size_t capacity) {
    static const char *const severities[] = {"note", "warning", "error"};
    out[0] = '\0';
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *found = vrm_report_get(report, i);
        size_t length = strlen(out);
        snprintf(out + length, capacity - length, "%s %s %s\n", severities[found->severity],
                 found->code, found->pointer);
    }
}

/* --- Arguments --- */

TEST(arguments_that_cannot_be_used) {
    fixture file = fixture_sample("character-1.0.vrm");
    vrm_check_desc desc;
    vrm_report *report = NULL;
    vrm_check_desc_init(&desc);
    CHECK_INT(vrm_check(file.bytes, file.size, &desc, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_check_model(NULL, &desc, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_check(NULL, 1, &desc, &report), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(vrm_report_failure(report)->code, "invalid-argument");
    CHECK_INT(vrm_check_model(NULL, &desc, &report), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(vrm_report_failure(report)->code, "invalid-argument");
    desc.flags = 4; /* a flag of a later version */
    CHECK_INT(vrm_check(file.bytes, file.size, &desc, &report), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(vrm_report_failure(report)->code, "invalid-argument");
    vrm_check_desc_init(&desc);
    desc.struct_size = 8;
    CHECK_INT(vrm_check(file.bytes, file.size, &desc, &report), VRM_ERROR_INVALID_ARGUMENT);
    vrm_report_destroy(report);
    fixture_free(&file);
}

TEST(a_file_that_cannot_be_loaded) {
    vrm_report *report = NULL;
    CHECK_INT(vrm_check("", 0, NULL, &report), VRM_ERROR_CONTAINER);
    CHECK_TEXT(vrm_report_failure(report)->code, "file-empty");
    vrm_report_destroy(report);
    CHECK_INT(vrm_check(NULL, 0, NULL, &report), VRM_ERROR_CONTAINER);
    vrm_report_destroy(report);
}

/* --- Flags and images --- */

typedef struct decoder {
    uint32_t calls;
    uint32_t formats[5];
    int32_t answer;
} decoder;

static int32_t decode(const void *bytes, size_t size, vrm_image_format format, vrm_pixels *out,
                      void *user) {
    decoder *d = user;
    CHECK(out == NULL);
    CHECK(bytes != NULL && size > 8);
    d->calls += 1;
    d->formats[format] += 1;
    return d->answer;
}

/* How many diagnostics a check of a sample has, and what was decoded. */
static uint32_t count_with(vrm_check_flags flags, decoder *d, const char *code) {
    fixture file = fixture_sample("character-1.0.vrm");
    vrm_check_desc desc;
    vrm_report *report = NULL;
    uint32_t count = 0;
    vrm_check_desc_init(&desc);
    desc.flags = flags;
    desc.decode_image = decode;
    desc.decode_image_user = d;
    CHECK_INT(vrm_check(file.bytes, file.size, &desc, &report), VRM_OK);
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        count += strcmp(vrm_report_get(report, i)->code, code) == 0;
    }
    CHECK_INT(count, vrm_report_count(report));
    vrm_report_destroy(report);
    fixture_free(&file);
    return count;
}

TEST(gl_045_images_are_decoded_by_a_callback) {
    decoder good = {0, {0}, 1}, bad = {0, {0}, 0}, none = {0, {0}, 0};
    CHECK_INT(count_with(0, &good, "image-not-decoded"), 0);
    CHECK_INT(good.calls, 8);
    CHECK_INT(good.formats[VRM_IMAGE_FORMAT_PNG], 8);
    CHECK_INT(count_with(0, &bad, "image-not-decoded"), 8);
    CHECK_INT(count_with(VRM_CHECK_NO_PAYLOAD, &none, "image-not-decoded"), 0);
    CHECK_INT(none.calls, 0);
}

#define PNG "\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10"

/* Images that share a view are decoded once, and their headers are read with a bound. */
TEST(gl_045_images_of_one_view_are_decoded_once) {
    static const char bytes[] = PNG;
    loaded file = load_json_bin("{'asset':{'version':'2.0'},'buffers':[{'byteLength':24}],"
                                "'bufferViews':[{'buffer':0,'byteLength':24}],'images':["
                                "{'bufferView':0,'mimeType':'image/png'},"
                                "{'bufferView':0,'mimeType':'image/png'},"
                                "{'bufferView':0,'mimeType':'image/jpeg'},"
                                "{'uri':'data:image/jpeg;base64,/9j/wAAJCAAQABABAAAA'}]}",
                                bytes, 24);
    decoder d = {0, {0}, 0};
    vrm_check_desc desc;
    vrm_report *report = NULL;
    char text[512];
    REQUIRE(file.model != NULL);
    vrm_check_desc_init(&desc);
    desc.decode_image = decode;
    desc.decode_image_user = &d;
    CHECK_INT(vrm_check_model(file.model, &desc, &report), VRM_OK);
    write_all(report, text, sizeof text);
    CHECK_INT(d.calls, 2);
    CHECK_TEXT(text, "error image-not-decoded /images/0\n"
                     "error image-not-mime-type /images/2/mimeType\n"
                     "error image-not-decoded /images/3\n");
    vrm_report_destroy(report);
    unload(&file);
}

static void check_image(const void *bytes, size_t size, const char *type, const char *expected) {
    char json[512], text[512];
    vrm_report *report = NULL;
    loaded file;
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%u}],"
             "'bufferViews':[{'buffer':0,'byteLength':%u}],"
             "'images':[{'bufferView':0,'mimeType':'%s'}]}",
             (unsigned)size, (unsigned)size, type);
    file = load_json_bin(json, bytes, size);
    REQUIRE(file.model != NULL);
    CHECK_INT(vrm_check_model(file.model, NULL, &report), VRM_OK);
    write_all(report, text, sizeof text);
    CHECK_TEXT(text, expected);
    vrm_report_destroy(report);
    unload(&file);
}

TEST(gl_045_images_are_what_their_headers_say) {
    static const char webp[] = "RIFF\x1A\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\x0F\0\0\x0F\0\0";
    static const char jpeg[] = "\xFF\xD8\xFF\xFF\xC0\0\x09\x08\0\x10\0\x10\x01\0\0\0";
    static const char lossless[] = "RIFF\x16\0\0\0WEBPVP8L\x0A\0\0\0\x2F\x0F\xC0\x03\0\0\0\0\0\0";
    static const char lossy[] = "RIFF\x16\0\0\0WEBPVP8 \x0A\0\0\0\0\0\0\x9D\x01\x2A\x10\0\x10\0";
    static const char odd[] = "RIFF\x16\0\0\0WEBPWHAT\x0A\0\0\0\0\0\0\0\0\0\0\0\0\0";
    check_image(PNG, 24, "image/png", "");
    check_image(jpeg, 16, "image/jpeg", "");
    check_image(webp, 30, "image/webp", "");
    check_image(lossless, 30, "image/webp", "");
    check_image(lossy, 30, "image/webp", "");
    check_image(odd, 30, "image/webp", "error image-size-unknown /images/0\n");
    check_image(webp, 20, "image/webp", "error image-size-unknown /images/0\n");
    check_image("\xFF\xD8\xFF\xD9\0\0\0\0", 8, "image/jpeg",
                "error image-size-unknown /images/0\n");
    check_image("\xFF\xD8\xFF\xC0\0\x06\x08\0\x10\0\0\0", 12, "image/jpeg",
                "error image-size-unknown /images/0\n");
    check_image("not an image", 12, "image/png", "error image-format /images/0\n");
    check_image(jpeg, 16, "image/png", "error image-not-mime-type /images/0/mimeType\n");
    check_image("\xABKTX 20\xBB\r\n\x1A\n\0\0\0\0\1\0\0\0\x10\0\0\0\x10\0\0\0", 28, "image/ktx2",
                "");
}

/* Markers of a picture are looked at up to a bound: 5,000 of four bytes before the frame. */
TEST(gl_045_er_018_a_header_that_does_not_end) {
    uint8_t bytes[20016];
    memcpy(bytes, "\xFF\xD8", 2);
    for (size_t i = 2; i + 4 <= sizeof bytes; i += 4) memcpy(bytes + i, "\xFF\xE0\0\x02", 4);
    check_image(bytes, sizeof bytes, "image/jpeg", "error image-size-unknown /images/0\n");
}

/* --- What is an error --- */

/* A check of JSON alone: an avatar with this root member. */
static void check_json(const char *members, const char *expected) {
    char json[1024], text[2048];
    vrm_report *report = NULL;
    fixture file;
    snprintf(json, sizeof json, "{'asset':{'version':'2.0'}%s}", members);
    file = fixture_glb(json, NULL, 0);
    vrm_check(file.bytes, file.size, NULL, &report);
    write_all(report, text, sizeof text);
    CHECK(strstr(text, expected) != NULL);
    if (strstr(text, expected) == NULL) CHECK_TEXT(text, expected);
    vrm_report_destroy(report);
    fixture_free(&file);
}

#define VRM1(members) ",'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':{" members "}}"

/* A load repairs these, and gives warnings. */
TEST(gl_046_what_breaks_a_must_of_gltf_is_an_error) {
    check_json(",'nodes':[{'children':[1]},{'children':[0]}]" VRM1("'specVersion':'1.0'"),
               "error node-cycle /nodes/");
    check_json(",'nodes':[{'rotation':[0,0,0,2]}]" VRM1("'specVersion':'1.0'"),
               "error node-rotation-unit /nodes/0/rotation\n");
    check_json(",'nodes':[{'mesh':'a'}]" VRM1("'specVersion':'1.0'"),
               "error field-type /nodes/0/mesh\n");
    check_json(VRM1("'meta':{}"), "error spec-version-missing /extensions/VRMC_vrm\n");
    check_json(VRM1("'specVersion':'1.7'"),
               "note spec-version-newer /extensions/VRMC_vrm/specVersion\n"); /* GL-030 */
    check_json(VRM1("'specVersion':'1.0','lookAt':{'rangeMapVerticalUp':{'inputMaxValue':200}}"),
               "error field-range /extensions/VRMC_vrm/lookAt/rangeMapVerticalUp/inputMaxValue\n");
}

TEST(me_008_hu_004_some_rows_of_musts_ask_for_warnings) {
    check_json(VRM1("'specVersion':'1.0','meta':{'references':[]}"),
               "warning array-empty /extensions/VRMC_vrm/meta/references\n");
    check_json(",'nodes':[{}]" VRM1("'specVersion':'1.0',"
                                    "'humanoid':{'humanBones':{'wing':{'node':0}}}"),
               "warning bone-unknown /extensions/VRMC_vrm/humanoid/humanBones/wing\n");
    check_json(",'skins':[{'joints':[]}]" VRM1("'specVersion':'1.0'"),
               "error array-empty /skins/0/joints\n");
}

TEST(levels_of_requirements) {
    CHECK_INT(vrmi_requirement_level("HU-003"), VRMI_MUST);
    CHECK_INT(vrmi_requirement_level("HU-012"), VRMI_SHOULD);
    CHECK_INT(vrmi_requirement_level("ER-008"), VRMI_ENG);
    CHECK_INT(vrmi_requirement_level("ZZ-999"), VRMI_ENG); /* not in the list: advice of ours */
    CHECK_INT(vrmi_requirement_level("AA-000"), VRMI_ENG);
}

/* --- Names of the draft --- */

TEST(gl_024_gl_025_names_in_the_draft) {
    static const char *const members =
        ",'nodes':[{'name':'a'},{'name':'a'},{},{'name':''},{'name':'b/c'},{'name':'a\\u0001'}],"
        "'materials':[{'name':'a'},{'name':'d\\u007f'}]";
    char json[1024];
    snprintf(json, sizeof json, "%s%s", members,
             VRM1("'specVersion':'1.0-draft','meta':{'title':'x'}"));
    check_json(json, "warning name-twice /nodes/1/name\n"
                     "warning name-character /nodes/5/name\n"
                     "warning name-character /nodes/4/name\n"
                     "warning name-character /materials/1/name\n");
}

/* --- Cancelling --- */

static int32_t cancel_after(void *user) {
    int64_t *left = user;
    return --*left < 0;
}

/* For every number of questions that are answered with no. */
static void cancel_everywhere(const fixture *file, const vrm_model *model) {
    vrm_result result = VRM_ERROR_CANCELLED;
    int64_t n = 0;
    for (; result != VRM_OK && n < 100000; ++n) {
        int64_t left = n;
        vrm_load_desc load;
        vrm_check_desc desc;
        vrm_report *report = NULL;
        vrm_load_desc_init(&load);
        vrm_check_desc_init(&desc);
        desc.load = &load;
        desc.flags = VRM_CHECK_NO_BEHAVIOR;
        load.cancel = cancel_after;
        load.cancel_user = &left;
        result = model != NULL ? vrm_check_model(model, &desc, &report)
                               : vrm_check(file->bytes, file->size, &desc, &report);
        if (result != VRM_OK) {
            CHECK_INT(result, VRM_ERROR_CANCELLED);
            CHECK_TEXT(vrm_report_failure(report)->code, "cancelled");
        }
        vrm_report_destroy(report);
    }
    CHECK_INT(result, VRM_OK);
    CHECK(n > 20);
}

TEST(er_018_a_check_can_be_cancelled_anywhere) {
    fixture file = fixture_sample("character-1.0.vrm");
    vrm_model *model = NULL;
    REQUIRE(vrm_model_load(file.bytes, file.size, NULL, &model, NULL) == VRM_OK);
    cancel_everywhere(&file, NULL);
    cancel_everywhere(&file, model);
    vrm_model_release(model);
    fixture_free(&file);
}

/* --- Memory --- */

/* All allocations fail from the n-th on: no rule is skipped silently. */
static void fail_everywhere(const fixture *file, const vrm_model *model) {
    vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
    int64_t n = 0;
    for (; result != VRM_OK && n < 10000; ++n) {
        counting counter;
        vrm_load_desc load;
        vrm_check_desc desc;
        vrm_report *report = NULL;
        counting_init(&counter, n);
        vrm_load_desc_init(&load);
        vrm_check_desc_init(&desc);
        desc.load = &load;
        desc.flags = VRM_CHECK_NO_BEHAVIOR;
        load.allocator = &counter.allocator;
        result = model != NULL ? vrm_check_model(model, &desc, &report)
                               : vrm_check(file->bytes, file->size, &desc, &report);
        if (result != VRM_OK) {
            CHECK_INT(result, VRM_ERROR_OUT_OF_MEMORY);
            CHECK_TEXT(vrm_report_failure(report)->code, "out-of-memory");
        }
        vrm_report_destroy(report);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
    }
    CHECK_INT(result, VRM_OK);
    CHECK(n > 2);
}

TEST(er_020_memory_that_runs_out) {
    static const char *const samples[] = {"character-1.0.vrm", "character-1.0-draft.vrm"};
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; ++i) {
        fixture file = fixture_sample(samples[i]);
        vrm_model *model = NULL;
        REQUIRE(vrm_model_load(file.bytes, file.size, NULL, &model, NULL) == VRM_OK);
        fail_everywhere(&file, NULL);
        fail_everywhere(&file, model);
        vrm_model_release(model);
        fixture_free(&file);
    }
}

TEST(er_018_limits_of_a_check) {
    fixture file = fixture_sample("character-1.0.vrm");
    vrm_load_desc load;
    vrm_check_desc desc;
    vrm_limits limits;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    REQUIRE(vrm_model_load(file.bytes, file.size, NULL, &model, NULL) == VRM_OK);
    vrm_load_desc_init(&load);
    vrm_check_desc_init(&desc);
    desc.load = &load;
    vrm_limits_init(&limits);
    desc.flags = VRM_CHECK_NO_BEHAVIOR;
    load.limits = &limits;
    limits.max_memory_bytes = 16;
    CHECK_INT(vrm_check_model(model, &desc, &report), VRM_ERROR_LIMIT);
    CHECK_TEXT(vrm_report_failure(report)->code, "limit-memory-bytes");
    vrm_report_destroy(report);
    vrm_model_release(model);
    fixture_free(&file);
}

TEST_SUITE(check, ENTRY(arguments_that_cannot_be_used), ENTRY(a_file_that_cannot_be_loaded),
           ENTRY_READS(samples, gl_045_images_are_decoded_by_a_callback),
           ENTRY(gl_045_images_of_one_view_are_decoded_once),
           ENTRY(gl_045_images_are_what_their_headers_say),
           ENTRY(gl_045_er_018_a_header_that_does_not_end),
           ENTRY(gl_046_what_breaks_a_must_of_gltf_is_an_error),
           ENTRY(me_008_hu_004_some_rows_of_musts_ask_for_warnings), ENTRY(levels_of_requirements),
           ENTRY(gl_024_gl_025_names_in_the_draft),
           ENTRY_READS(samples, er_018_a_check_can_be_cancelled_anywhere),
           ENTRY_READS(samples, er_020_memory_that_runs_out),
           ENTRY_READS(samples, er_018_limits_of_a_check));
