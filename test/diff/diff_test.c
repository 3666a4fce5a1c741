/* vrm_diff_create: what is listed, what it may cost, and what happens without memory. */
#include "author/diff/number.h"
#include "support/avatar.h"
#include "support/refusals.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author/diff.h>
#include <vrm/author/edit.h>

#define MEMBERS(weight)                                                                            \
    "'expressions':{'preset':{'happy':{'morphTargetBinds':[{'node':16,'index':0,'weight':" weight  \
    "}]}}},'lookAt':{'type':'bone'}"

static vrm_diff *compare(const loaded *a, const loaded *b) {
    vrm_diff_desc desc;
    vrm_diff *diff = NULL;
    vrm_diff_desc_init(&desc);
    desc.a_file = a->file.bytes;
    desc.a_size = a->file.size;
    desc.b_file = b->file.bytes;
    desc.b_size = b->file.size;
    CHECK(vrm_diff_create(a->model, b->model, &desc, &diff, NULL) == VRM_OK);
    return diff;
}

static vrm_diff_info info_of(const vrm_diff *diff) {
    vrm_diff_info info;
    vrm_diff_info_init(&info);
    vrm_diff_get_info(diff, &info);
    return info;
}

TEST(df_equal_files_have_no_difference) {
    loaded file = load_vrm1(MEMBERS("0.5"), NULL);
    vrm_diff *diff = compare(&file, &file);
    vrm_diff_info info = info_of(diff);
    CHECK_INT(info.count, 0);
    CHECK_INT(info.found, 0);
    CHECK_INT(info.operation_count, 0);
    CHECK_INT(info.has_json, 1);
    CHECK_INT(info.has_other_payload, 0);
    CHECK(vrm_diff_get(diff, 0) == NULL);
    vrm_diff_destroy(diff);
    unload(&file);
}

TEST(df_a_difference_has_its_part_its_name_and_both_values) {
    loaded a = load_vrm1(MEMBERS("0.5"), NULL), b = load_vrm1(MEMBERS("0.25"), NULL);
    vrm_diff *diff = compare(&a, &b);
    vrm_diff_info info = info_of(diff);
    const vrm_difference *item = vrm_diff_get(diff, 0);
    CHECK_INT(info.count, 1);
    CHECK_INT(info.part_counts[VRM_DIFF_PART_EXPRESSIONS], 1);
    CHECK_INT(info.operation_count, 1);
    CHECK(item != NULL);
    if (item != NULL) {
        CHECK_TEXT(vrm_diff_part_name(item->part), "expressions");
        CHECK_TEXT(vrm_diff_kind_name(item->kind), "changed");
        CHECK_TEXT(item->name, "happy");
        CHECK_TEXT(item->from, "0.5");
        CHECK_TEXT(item->to, "0.25");
        CHECK(item->amount < 0.0);
    }
    vrm_diff_destroy(diff);
    unload(&a);
    unload(&b);
}

TEST(df_parts_that_are_not_asked_for_are_not_listed) {
    loaded a = load_vrm1(MEMBERS("0.5"), NULL), b = load_vrm1(MEMBERS("0.25"), NULL);
    vrm_diff_desc desc;
    vrm_diff *diff = NULL;
    vrm_diff_desc_init(&desc);
    desc.parts = 1u << VRM_DIFF_PART_META;
    CHECK(vrm_diff_create(a.model, b.model, &desc, &diff, NULL) == VRM_OK);
    CHECK_INT(info_of(diff).found, 0);
    CHECK_INT(info_of(diff).has_json, 0);
    vrm_diff_destroy(diff);
    desc.parts = 1u << VRM_DIFF_PART_COUNT;
    CHECK(vrm_diff_create(a.model, b.model, &desc, &diff, NULL) == VRM_ERROR_INVALID_ARGUMENT);
    CHECK(diff == NULL);
    unload(&a);
    unload(&b);
}

TEST(df_elements_are_matched) {
    loaded a = load_vrm1(MEMBERS("0.5"), NULL), b = load_old_vrm(NULL, NULL);
    vrm_diff *diff = compare(&a, &b);
    CHECK_INT(vrm_diff_match(diff, VRM_DIFF_TABLE_NODES, AVATAR_HEAD), AVATAR_HEAD);
    CHECK_INT(vrm_diff_match(diff, VRM_DIFF_TABLE_EXPRESSIONS, 0), VRM_NONE);
    CHECK_INT(vrm_diff_match(diff, VRM_DIFF_TABLE_NODES, -1), VRM_NONE);
    CHECK_INT(vrm_diff_match(diff, VRM_DIFF_TABLE_NODES, 1000), VRM_NONE);
    CHECK_INT(vrm_diff_match(diff, 99, 0), VRM_NONE);
    CHECK_INT(vrm_diff_match(NULL, VRM_DIFF_TABLE_NODES, 0), VRM_NONE);
    vrm_diff_destroy(diff);
    unload(&a);
    unload(&b);
}

/* --- Operations --- */

static void apply(const char *path, const char *value, void *user) {
    vrm_edit *edit = user;
    CHECK((value != NULL ? vrm_edit_set(edit, path, value) : vrm_edit_remove(edit, path)) ==
          VRM_OK);
}

TEST(df_operations_turn_one_file_into_the_other) {
    loaded a = load_vrm1(MEMBERS("0.5"), "'extras':{'old':[1,2]}");
    loaded b = load_vrm1("'lookAt':{'type':'expression'}", "'extras':{'new':{'a/b':null}}");
    vrm_diff *diff = compare(&a, &b), *same;
    vrm_edit *edit = NULL;
    vrm_diff_visitor visitor = {NULL, apply};
    vrm_written *written = NULL;
    CHECK(vrm_edit_create(a.file.bytes, a.file.size, NULL, &edit, NULL) == VRM_OK);
    visitor.user = edit;
    CHECK(vrm_diff_operations(diff, &visitor) == VRM_OK);
    CHECK(vrm_edit_write(edit, &written, NULL) == VRM_OK);
    if (written != NULL) {
        size_t size;
        const void *bytes = vrm_written_bytes(written, &size);
        loaded changed = load_fixture(fixture_bytes(bytes, size), NULL);
        same = compare(&changed, &b);
        CHECK_INT(info_of(same).operation_count, 0);
        CHECK_INT(info_of(same).found, 0);
        vrm_diff_destroy(same);
        unload(&changed);
    }
    CHECK(vrm_diff_operations(NULL, &visitor) == VRM_ERROR_INVALID_ARGUMENT);
    CHECK(vrm_diff_operations(diff, NULL) == VRM_ERROR_INVALID_ARGUMENT);
    vrm_written_destroy(written);
    vrm_edit_destroy(edit);
    vrm_diff_destroy(diff);
    unload(&a);
    unload(&b);
}

/* --- Limits --- */

typedef struct scarce {
    int64_t left;   /* allocations before the one that is refused */
    int64_t blocks; /* that are taken */
} scarce;

static void *take(size_t size, size_t alignment, void *user) {
    scarce *scarce = user;
    (void)alignment;
    if (scarce->left-- == 0) return NULL;
    scarce->blocks += 1;
    return malloc(size);
}

static void give_back(void *block, size_t size, size_t alignment, void *user) {
    scarce *scarce = user;
    (void)size;
    (void)alignment;
    scarce->blocks -= block != NULL;
    free(block);
}

TEST(df_each_refused_allocation_is_reported) {
    loaded a = load_vrm1(MEMBERS("0.5"), "'extras':{'a':1}");
    loaded b = load_old_vrm(NULL, "'extras':{'b':{'c':2}}");
    scarce scarce = {0, 0};
    const vrm_allocator allocator = {take, give_back, &scarce};
    vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
    int refused = 0;
    for (; result == VRM_ERROR_OUT_OF_MEMORY && refused < 5000; ++refused) {
        vrm_load_desc load;
        vrm_diff_desc desc;
        vrm_diff *diff = NULL;
        vrm_load_desc_init(&load);
        vrm_diff_desc_init(&desc);
        desc.load = &load;
        load.allocator = &allocator;
        desc.a_file = a.file.bytes;
        desc.a_size = a.file.size;
        desc.b_file = b.file.bytes;
        desc.b_size = b.file.size;
        scarce.left = refused;
        result = vrm_diff_create(a.model, b.model, &desc, &diff, NULL);
        CHECK((diff != NULL) == (result == VRM_OK));
        vrm_diff_destroy(diff);
        CHECK_INT(scarce.blocks, 0);
    }
    CHECK(result == VRM_OK && refused > 100);
    unload(&a);
    unload(&b);
}

TEST(df_each_refused_piece_is_reported) {
    loaded a = load_vrm1(MEMBERS("0.5"), NULL), b = load_old_vrm(NULL, NULL);
    vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
    int refused = 0;
    if (!refusals_work()) test_skip("this linker does not wrap symbols");
    for (; refusals_work() && result != VRM_OK && refused < 5000; ++refused) {
        vrm_diff *diff = NULL;
        refuse_piece(refused);
        result = vrm_diff_create(a.model, b.model, NULL, &diff, NULL);
        refuse_piece(-1);
        CHECK(result == VRM_OK || result == VRM_ERROR_OUT_OF_MEMORY);
        vrm_diff_destroy(diff);
    }
    if (refusals_work()) CHECK(result == VRM_OK && refused > 20);
    unload(&a);
    unload(&b);
}

static int32_t stop(void *user) {
    int *left = user;
    return (*left)-- <= 0;
}

TEST(df_a_comparison_keeps_its_limits_and_can_be_cancelled) {
    loaded a = load_vrm1(MEMBERS("0.5"), NULL);
    vrm_limits limits;
    vrm_load_desc load;
    vrm_diff_desc desc;
    vrm_diff *diff = NULL;
    int left = 3;
    vrm_limits_init(&limits);
    vrm_load_desc_init(&load);
    vrm_diff_desc_init(&desc);
    desc.load = &load;
    load.cancel = stop;
    load.cancel_user = &left;
    CHECK(vrm_diff_create(a.model, a.model, &desc, &diff, NULL) == VRM_ERROR_CANCELLED);
    CHECK(diff == NULL);
    limits.max_memory_bytes = 4096;
    load.cancel = NULL;
    load.limits = &limits;
    CHECK(vrm_diff_create(a.model, a.model, &desc, &diff, NULL) == VRM_ERROR_LIMIT);
    CHECK(diff == NULL);
    unload(&a);
}

/* The bytes need not be those of the models. */
TEST(df_json_that_is_too_deep_is_refused) {
    loaded a = load_vrm1(MEMBERS("0.5"), NULL);
    char deep[4096];
    vrm_diff_desc desc;
    vrm_diff *diff = NULL;
    memset(deep, '[', sizeof deep);
    vrm_diff_desc_init(&desc);
    desc.a_file = desc.b_file = deep;
    desc.a_size = desc.b_size = sizeof deep;
    CHECK(vrm_diff_create(a.model, a.model, &desc, &diff, NULL) == VRM_ERROR_LIMIT);
    desc.a_size = desc.b_size = 20; /* no JSON: the same text twice is no difference */
    CHECK(vrm_diff_create(a.model, a.model, &desc, &diff, NULL) == VRM_OK);
    CHECK_INT(info_of(diff).has_json, 0);
    CHECK_INT(info_of(diff).found, 0);
    vrm_diff_destroy(diff);
    unload(&a);
}

TEST(df_arguments_are_checked) {
    loaded a = load_vrm1(NULL, NULL);
    vrm_diff *diff = NULL;
    vrm_diff_info info;
    CHECK(vrm_diff_create(NULL, a.model, NULL, &diff, NULL) == VRM_ERROR_INVALID_ARGUMENT);
    CHECK(vrm_diff_create(a.model, NULL, NULL, &diff, NULL) == VRM_ERROR_INVALID_ARGUMENT);
    CHECK(vrm_diff_create(a.model, a.model, NULL, NULL, NULL) == VRM_ERROR_INVALID_ARGUMENT);
    vrm_diff_destroy(NULL);
    CHECK(vrm_diff_get(NULL, 0) == NULL);
    vrm_diff_info_init(&info);
    info.count = 7;
    vrm_diff_get_info(NULL, &info);
    CHECK_INT(info.count, 7);
    CHECK_TEXT(vrm_diff_part_name(VRM_DIFF_PART_COUNT), "");
    CHECK_TEXT(vrm_diff_part_name(-1), "");
    CHECK_TEXT(vrm_diff_kind_name(4), "");
    unload(&a);
}

/* --- Numbers --- */

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

TEST(df_numbers_are_those_of_printf) {
    static const float some[] = {0.0f,     -0.0f, 1.0f,    9.9999f, 0.00012345f,
                                 99999.5f, 1e9f,  3.4e38f, 1e-45f};
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 100000; ++i) {
        char got[VRMI_DIFF_NUMBER_BYTES], expected[64];
        const int digits = 4 + i % 6;
        uint32_t bits = (uint32_t)next_random(&state);
        float number;
        memcpy(&number, &bits, sizeof number);
        if (i < 54) number = some[i / 6];
        if (i % 3 == 0 && i >= 54) number = (float)(bits % 100000) / 1000.0f;
        if (!isfinite(number)) continue;
        snprintf(expected, sizeof expected, "%.*g", digits, (double)number);
        CHECK_INT(vrmi_diff_write_number(number, digits, got), strlen(expected));
        CHECK_TEXT(got, expected);
    }
}

TEST(df_angles_are_those_of_atan2) {
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 10000; ++i) {
        const double y = (double)(next_random(&state) >> 11) / 9007199254740992.0;
        const double x = (double)(next_random(&state) >> 11) / 9007199254740992.0;
        CHECK_NEAR(vrmi_diff_angle(y, x), atan2(y, x), 3e-16);
    }
    CHECK(vrmi_diff_angle(0.0, 1.0) == 0.0);
    CHECK(vrmi_diff_angle(1.0, 0.0) == atan2(1.0, 0.0));
}

TEST_SUITE(diff, ENTRY(df_equal_files_have_no_difference),
           ENTRY(df_a_difference_has_its_part_its_name_and_both_values),
           ENTRY(df_parts_that_are_not_asked_for_are_not_listed), ENTRY(df_elements_are_matched),
           ENTRY(df_operations_turn_one_file_into_the_other),
           ENTRY(df_each_refused_allocation_is_reported), ENTRY(df_each_refused_piece_is_reported),
           ENTRY(df_a_comparison_keeps_its_limits_and_can_be_cancelled),
           ENTRY(df_json_that_is_too_deep_is_refused), ENTRY(df_arguments_are_checked),
           ENTRY(df_numbers_are_those_of_printf), ENTRY(df_angles_are_those_of_atan2));
