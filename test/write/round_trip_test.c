/*
 * Tables that dialects read by rules of their own: weights above 1, small and large angles of
 * lookAt, and custom expressions with names of presets. Written in each dialect and read again, all
 * of it is as it was, or listed as a change.
 */
#include "support/fixture.h"
#include "support/rewritten.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <vrm/author.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { MOST = 30, ROUNDS = 200 };

typedef struct made_tables {
    vrm_tables tables;
    vrm_expression expressions[MOST];
    vrm_morph_bind binds[MOST];
} made_tables;

static uint64_t state;

static uint32_t draw(size_t below) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % below);
}

static const char *const names[] = {
    "wink", "Wink", "Joy", "joy", "fun", "SORROW", "Blink", "blink_l", "A", "o", "Surprised",
    "happy", "Happy", "relaxed", "angry", "lookup", "LookUp", "custom", "blink", "", "surprised",
    "sad", "neutral", "unknown",
    /* names that others would get */
    "joy_custom", "Joy_custom2", "happy_custom", "_custom", "fun_custom", "fun_custom2"};
static const float weights[] = {0, 0.3f, 1, 1.2f, 2, 9.99f, 10, 10.5f, 120, -0.5f};
static const float angles[] = {0, 0.5f, 1.5f, 1.57f, 1.58f, 10, 57.3f, 89.9f, 90, 90.1f, 180};

/* Each name and each preset once. */
static void make_expressions(made_tables *made, const vrm_morph_bind *bind) {
    uint32_t count = 0;
    for (size_t i = 0; i < COUNT(names) + VRM_PRESET_COUNT && count < MOST; ++i) {
        const bool is_custom = i < COUNT(names);
        vrm_expression *e = &made->expressions[count];
        if (draw(3) != 0) continue;
        memset(e, 0, sizeof *e);
        made->binds[count] = *bind;
        made->binds[count].weight = weights[draw(COUNT(weights))];
        e->preset = is_custom ? VRM_NONE : (vrm_preset)(i - COUNT(names));
        e->name.data = is_custom ? names[i] : vrm_preset_name(e->preset);
        e->name.length = (uint32_t)strlen(e->name.data);
        e->binary_threshold = 0.5f;
        e->morph_binds = &made->binds[count];
        e->morph_bind_count = 1;
        ++count;
    }
    for (uint32_t i = 0; i < count; ++i) { /* in any order */
        const uint32_t k = draw(count);
        const vrm_expression e = made->expressions[i];
        made->expressions[i] = made->expressions[k];
        made->expressions[k] = e;
    }
    made->tables.expressions = made->expressions;
    made->tables.expression_count = count;
}

static const vrm_range_map *map_of(const vrm_look_at *look_at, int which) {
    const vrm_range_map *const maps[] = {&look_at->horizontal_inner, &look_at->horizontal_outer,
                                         &look_at->vertical_down, &look_at->vertical_up};
    return maps[which];
}

static void make_look_at(vrm_look_at *look_at) {
    const bool is_small = draw(2) == 0;
    vrm_range_map *const maps[] = {&look_at->horizontal_inner, &look_at->horizontal_outer,
                                   &look_at->vertical_down, &look_at->vertical_up};
    look_at->is_present = 1;
    look_at->type = draw(4) == 0 ? VRM_LOOK_AT_TYPE_EXPRESSION : VRM_LOOK_AT_TYPE_BONE;
    for (int i = 0; i < 4; ++i) {
        memset(maps[i], 0, sizeof *maps[i]);
        maps[i]->input_max_degrees = 30.0f + (float)draw(60);
        maps[i]->output_scale = angles[draw(is_small ? 5 : COUNT(angles))];
    }
}

static bool is_near(float a, float b) { return fabsf(a - b) <= 3e-7f * fmaxf(fabsf(a), fabsf(b)); }

/* Whether the file has the expression as it was. */
static bool has_expression(const vrm_tables *tables, const vrm_expression *wanted) {
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression *e = &tables->expressions[i];
        if (e->preset != wanted->preset || strcmp(e->name.data, wanted->name.data) != 0) continue;
        return e->morph_bind_count == 1 &&
               e->morph_binds[0].target == wanted->morph_binds->target &&
               is_near(e->morph_binds[0].weight, wanted->morph_binds->weight);
    }
    return false;
}

static bool is_listed(const vrm_written *written, uint32_t expression) {
    char end[48];
    snprintf(end, sizeof end, "(expression %u)", (unsigned)expression);
    for (uint32_t i = 0; i < vrm_written_change_count(written); ++i) {
        if (strstr(vrm_written_change(written, i)->text, end) != NULL) return true;
    }
    return false;
}

static void check_round_trip(const loaded *file, const made_tables *made, vrm_dialect dialect) {
    const void *buffer = file_buffer(file);
    vrm_write_avatar_desc desc;
    vrm_written *written = NULL;
    loaded again;
    const void *bytes;
    size_t size;
    vrm_write_avatar_desc_init(&desc);
    desc.dialect = dialect;
    if (!CHECK_INT(vrm_write_avatar(file->gltf, &made->tables, &buffer, &desc, &written, NULL),
                   VRM_OK)) {
        return;
    }
    bytes = vrm_written_bytes(written, &size);
    again = load_fixture(fixture_bytes(bytes, size), NULL);
    for (uint32_t i = 0; CHECK(again.tables != NULL) && i < made->tables.expression_count; ++i) {
        const vrm_expression *e = &made->expressions[i];
        test_note("dialect %d, %s \"%s\", weight %g", (int)dialect,
                  e->preset == VRM_NONE ? "custom" : "preset", e->name.data,
                  (double)e->morph_binds->weight);
        /* What is not listed is there, and what is listed is not as it was. */
        CHECK(is_listed(written, i) != has_expression(again.tables, e));
    }
    for (int i = 0; again.tables != NULL && i < 4; ++i) {
        const vrm_range_map *a = map_of(&made->tables.look_at, i);
        const vrm_range_map *b = map_of(&again.tables->look_at, i);
        test_note("dialect %d, map %d, output %g", (int)dialect, i, (double)a->output_scale);
        CHECK_INT(again.tables->dialect, dialect);
        CHECK_INT(again.tables->look_at.type, made->tables.look_at.type);
        CHECK(is_near(a->output_scale, b->output_scale));
        CHECK(is_near(a->input_max_degrees, b->input_max_degrees));
    }
    test_note(NULL);
    unload(&again);
    vrm_written_destroy(written);
}

/* EX-022, EX-042, LA-029, V0-014, V0-016 */
TEST(di_010_what_dialects_read_by_their_own_rules_comes_back) {
    static const vrm_dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_1_DRAFT, VRM_DIALECT_1_BETA,
                                           VRM_DIALECT_1};
    loaded file = load_fixture(fixture_sample("character-1.0.vrm"), NULL);
    if (file.tables == NULL) {
        unload(&file);
        return;
    }
    state = 1;
    for (int round = 0; round < ROUNDS; ++round) {
        made_tables made;
        made.tables = *file.tables;
        make_expressions(&made, &file.tables->expressions[0].morph_binds[0]);
        make_look_at(&made.tables.look_at);
        for (size_t i = 0; i < COUNT(dialects); ++i) {
            check_round_trip(&file, &made, dialects[i]);
        }
    }
    unload(&file);
}

TEST_SUITE(round_trip, ENTRY(di_010_what_dialects_read_by_their_own_rules_comes_back));
