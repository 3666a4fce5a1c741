/*
 * Which colliders the joints of a spring meet.
 *
 * A file names colliders in groups and groups in springs, and may name anything again and again: a
 * few thousand names of each kind would be millions of tests in each step. So a list names a thing
 * once, where it is first mentioned (SB-061); springs with equal lists share the result;
 * and what is left has a limit (ER-021). All of it takes time and memory linear in the file and in
 * the limit, but for a logarithm where many lists are compared.
 */
#include "base/sort.h"
#include "build/finish_spring.h"

#include <string.h>

/* --- Each once (SB-061) --- */

/* By index, in which list it was last seen. Numbers of lists only grow: nothing is ever cleared. */
typedef struct mention_marks {
    uint32_t *last_list;
    uint32_t list;
} mention_marks;

static bool begin_marks(vrmi_load *load, mention_marks *marks, uint32_t count) {
    marks->last_list = VRMI_TAKE(load->arena, uint32_t, count);
    marks->list = 0;
    if (marks->last_list == NULL) return vrmi_load_refused(load);
    if (count != 0) memset(marks->last_list, 0, count * sizeof marks->last_list[0]);
    return true;
}

static bool is_first_mention(mention_marks *marks, int32_t index) {
    bool is_first = marks->last_list[index] != marks->list;
    marks->last_list[index] = marks->list;
    return is_first;
}

/* Few lists repeat anything: those that do are copied. */
static bool keep_first_mentions(vrmi_load *load, mention_marks *marks, const int32_t **list,
                                uint32_t *count) {
    uint32_t kept = 0, placed = 0;
    int32_t *copy;
    if (*count < 2) return true;
    ++marks->list;
    for (uint32_t i = 0; i < *count; ++i) kept += is_first_mention(marks, (*list)[i]);
    if (kept == *count) return true;
    copy = VRMI_TAKE(load->arena, int32_t, kept);
    if (copy == NULL) return vrmi_load_refused(load);
    ++marks->list;
    for (uint32_t i = 0; i < *count; ++i) {
        if (is_first_mention(marks, (*list)[i])) copy[placed++] = (*list)[i];
    }
    *list = copy;
    *count = kept;
    return true;
}

static bool keep_all_first_mentions(vrmi_build *build) {
    vrm_spring_collider_group *groups = build->collider_groups.items;
    vrm_spring *springs = build->springs.items;
    const int32_t *before = NULL; /* the list of the last spring, as the file has it */
    mention_marks colliders, lists;
    if (!begin_marks(build->load, &colliders, build->colliders.count) ||
        !begin_marks(build->load, &lists, build->collider_groups.count)) {
        return false;
    }
    for (uint32_t i = 0; i < build->collider_groups.count; ++i) {
        if (!keep_first_mentions(build->load, &colliders, &groups[i].colliders,
                                 &groups[i].collider_count)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < build->springs.count; ++i) {
        vrm_spring *spring = &springs[i];
        const int32_t *own = spring->collider_groups;
        if (i != 0 && own == before) { /* chains of one bone group share its list */
            spring->collider_groups = springs[i - 1].collider_groups;
            spring->collider_group_count = springs[i - 1].collider_group_count;
        } else if (!keep_first_mentions(build->load, &lists, &spring->collider_groups,
                                        &spring->collider_group_count)) {
            return false;
        }
        before = own;
    }
    return true;
}

/* --- Equal lists --- */

static bool meets_something(const vrm_spring *spring) {
    return spring->joint_count != 0 && spring->collider_group_count != 0;
}

static int compare_lists(const vrm_spring *a, const vrm_spring *b) {
    if (a->collider_group_count != b->collider_group_count) {
        return a->collider_group_count < b->collider_group_count ? -1 : 1;
    }
    if (a->collider_groups == b->collider_groups) return 0;
    for (uint32_t i = 0; i < a->collider_group_count; ++i) {
        if (a->collider_groups[i] == b->collider_groups[i]) continue;
        return a->collider_groups[i] < b->collider_groups[i] ? -1 : 1;
    }
    return 0;
}

typedef struct list_context {
    const vrm_spring *springs;
    const uint32_t *first_user;
} list_context;

static const vrm_spring *user_of(const list_context *context, uint32_t list) {
    return &context->springs[context->first_user[list]];
}

static bool list_comes_before(const void *context, uint32_t a, uint32_t b) {
    return compare_lists(user_of(context, a), user_of(context, b)) < 0;
}

/* Springs one behind the other that have the same list: as most files have them, and cheap. */
static void number_runs(const vrmi_build *build, vrmi_group_lists *lists) {
    const vrm_spring *springs = build->springs.items;
    for (uint32_t i = 0; i < build->springs.count; ++i) {
        if (!meets_something(&springs[i])) continue;
        if (lists->count == 0 ||
            compare_lists(&springs[i], &springs[lists->first_user[lists->count - 1]]) != 0) {
            lists->first_user[lists->count++] = i;
        }
        lists->list_of[i] = lists->count - 1;
    }
}

/* Lists that each come behind the one before them are all different: no need to sort them. So it is
 * where each spring has a group of its own. */
static bool are_sorted(const vrmi_build *build, const vrmi_group_lists *lists) {
    const list_context context = {build->springs.items, lists->first_user};
    for (uint32_t i = 1; i < lists->count; ++i) {
        if (!list_comes_before(&context, i - 1, i)) return false;
    }
    return true;
}

/* Runs with equal lists become one. Equal ones lie side by side in the order, the first in the file
 * first; each number is compared with those that the sort needs, so that long lists are read about
 * as often as the logarithm of their number. */
static bool join_runs(const vrmi_build *build, vrmi_group_lists *lists) {
    vrmi_arena *arena = build->load->arena;
    const vrm_spring *springs = build->springs.items;
    const list_context context = {springs, lists->first_user};
    uint32_t runs = lists->count, *number = VRMI_TAKE(arena, uint32_t, runs);
    const uint32_t *order = vrmi_sort_order(arena, runs, list_comes_before, &context);
    if (number == NULL || order == NULL) return vrmi_load_refused(build->load);
    for (uint32_t i = 0; i < runs; ++i) { /* first the run that stands for all equal ones */
        bool is_equal = i != 0 && compare_lists(user_of(&context, order[i - 1]),
                                                user_of(&context, order[i])) == 0;
        number[order[i]] = is_equal ? number[order[i - 1]] : order[i];
    }
    lists->count = 0;
    for (uint32_t i = 0; i < runs; ++i) { /* then numbers without gaps */
        if (number[i] == i) {
            lists->first_user[lists->count] = lists->first_user[i];
            number[i] = lists->count++;
        } else {
            number[i] = number[number[i]];
        }
    }
    for (uint32_t i = 0; i < build->springs.count; ++i) {
        if (meets_something(&springs[i])) lists->list_of[i] = number[lists->list_of[i]];
    }
    return true;
}

/* --- What springs meet, within the limit (ER-021) --- */

typedef struct meeting {
    vrmi_build *build;
    mention_marks marks;
    vrmi_list colliders; /* int32_t */
    uint64_t left;       /* of the limit */
    bool is_cut;         /* the list that was made last is not whole */
} meeting;

/*
 * The colliders of a list of groups, as many as any spring could still test. A mention that adds
 * nothing, of an inert collider or of one that another group has named, takes one of what is left:
 * else lists of a thousand groups that name the same thousand colliders could be walked at will.
 */
static bool list_met(meeting *meeting, const vrm_spring *spring, vrmi_met *out) {
    vrmi_load *load = meeting->build->load;
    const vrm_spring_collider *colliders = meeting->build->colliders.items;
    const vrm_spring_collider_group *groups = meeting->build->collider_groups.items;
    out->first = meeting->colliders.count;
    out->count = 0;
    meeting->is_cut = false;
    ++meeting->marks.list;
    for (uint32_t i = 0; i < spring->collider_group_count && !meeting->is_cut; ++i) {
        const vrm_spring_collider_group *group = &groups[spring->collider_groups[i]];
        for (uint32_t k = 0; k < group->collider_count; ++k) {
            int32_t index = group->colliders[k], *added;
            meeting->is_cut = out->count >= meeting->left;
            if (meeting->is_cut) break;
            if (!is_first_mention(&meeting->marks, index) ||
                colliders[index].shape == VRM_COLLIDER_NONE) {
                meeting->left -= 1;
                continue;
            }
            added = VRMI_ADD(load, &meeting->colliders, int32_t);
            if (added == NULL) return false;
            *added = index;
            out->count += 1;
        }
    }
    return true;
}

/* Springs take what they need in the order of the file, as long as there is something left. */
static bool find_met(vrmi_build *build, const vrmi_group_lists *lists, vrmi_met *met) {
    const vrm_spring *springs = build->springs.items;
    uint32_t limit = build->load->limits.max_collider_tests;
    meeting meeting = {build, {NULL, 0}, {NULL, 0, 0, NULL}, limit, false};
    vrmi_met *all = VRMI_TAKE(build->load->arena, vrmi_met, lists->count);
    bool is_said = false;
    if (all == NULL) return vrmi_load_refused(build->load);
    if (!begin_marks(build->load, &meeting.marks, build->colliders.count)) return false;
    for (uint32_t i = 0; i < build->springs.count; ++i) {
        uint32_t joints = springs[i].joint_count, list;
        uint64_t fitting;
        if (!meets_something(&springs[i])) continue;
        list = lists->list_of[i];
        if (lists->first_user[list] == i && !list_met(&meeting, &springs[i], &all[list]))
            return false;
        fitting = meeting.left / joints;
        met[i] = all[list];
        if (met[i].count > fitting) met[i].count = (uint32_t)fitting;
        meeting.left -= (uint64_t)met[i].count * joints;
        if (is_said || (met[i].count == all[list].count && !meeting.is_cut)) continue;
        is_said = true;
        vrmi_found_spring(build, i, VRMI_SPRING_COLLIDER_TESTS,
                          VRMI_WITH(vrmi_spring_reference(build, i), vrmi_unsigned(met[i].count),
                                    vrmi_unsigned(joints), vrmi_unsigned(limit)));
    }
    build->prepared.met_colliders = meeting.colliders.items;
    build->prepared.met_count = meeting.colliders.count;
    return true;
}

bool vrmi_finish_collider_lists(vrmi_build *build, vrmi_group_lists *out) {
    vrmi_arena *arena = build->load->arena;
    uint32_t count = build->springs.count;
    vrmi_met *met = VRMI_TAKE(arena, vrmi_met, count);
    memset(out, 0, sizeof *out);
    if (met == NULL) return vrmi_load_refused(build->load);
    if (count != 0) memset(met, 0, count * sizeof met[0]);
    build->prepared.met = met;
    if (build->collider_groups.count == 0) return true;
    if (!keep_all_first_mentions(build)) return false;
    out->list_of = VRMI_TAKE(arena, uint32_t, count);
    out->first_user = VRMI_TAKE(arena, uint32_t, count);
    if (out->list_of == NULL || out->first_user == NULL) return vrmi_load_refused(build->load);
    number_runs(build, out);
    return (are_sorted(build, out) || join_runs(build, out)) && find_met(build, out, met);
}
