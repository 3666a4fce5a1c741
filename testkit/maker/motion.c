/* The table of motions, and their keys. */
#include "motion.h"

#include <string.h>

#define HAS(name) (1U << MOTION_##name)

const motion motions[] = {
    {"stand", 4, 0, HAS(BLINK), true, motion_stand},
    {"walk", 1, 1.2, 0, false, motion_walk},
    {"squat", 3, 0, 0, false, motion_squat},
    {"dance", 8, 0, HAS(HAPPY) | HAS(AA) | HAS(OH) | HAS(BLINK) | HAS(BLUSH), true, motion_dance},
    {"test", 4, 0, (1U << MOTION_EXPRESSIONS) - 1, true, motion_test},
    {NULL, 0, 0, 0, false, NULL},
};

const motion *motion_find(const char *name) {
    for (const motion *m = motions; m->name != NULL; ++m) {
        if (strcmp(m->name, name) == 0) return m;
    }
    return NULL;
}

const char *motion_expression_name(int expression) {
    static const char *const names[] = {
#define X(name, text) text,
        MOTION_EXPRESSION_LIST(X)
#undef X
    };
    return names[expression];
}

bool motion_expression_is_custom(int expression) { return expression == MOTION_BLUSH; }

static int keys_of_a_loop(const motion *m, int fps) { return (int)(m->seconds * fps + 0.5); }

int motion_key_count(const motion *m, int fps) { return keys_of_a_loop(m, fps) + 1; }

/* The last key is computed as the first, so that loops close to the last bit. */
void motion_key(const motion *m, const motion_body *body, int fps, int key, motion_pose *out) {
    int count = keys_of_a_loop(m, fps), loops = key / count;
    m->at(body, (double)(key % count) / count, out);
    out->hips.z += m->travel * body_leg(body) * loops;
}
