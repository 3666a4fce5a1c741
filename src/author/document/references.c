#include "author/document/references.h"

#include "author/document/reference_places.h"
#include "base/sort.h"
#include "base/text.h"

#include <string.h>

static const struct {
    const char *name;
    const char *pointer;
    bool may_be_empty; /* else an empty table is removed: glTF and 1.0 have none */
} tables[VRMI_REFERENCE_KINDS] = {
    [VRMI_REFERENCE_NODE] = {"nodes", "/nodes", false},
    [VRMI_REFERENCE_MESH] = {"meshes", "/meshes", false},
    [VRMI_REFERENCE_SKIN] = {"skins", "/skins", false},
    [VRMI_REFERENCE_ACCESSOR] = {"accessors", "/accessors", false},
    [VRMI_REFERENCE_BUFFER_VIEW] = {"bufferViews", "/bufferViews", false},
    [VRMI_REFERENCE_BUFFER] = {"buffers", "/buffers", false},
    [VRMI_REFERENCE_IMAGE] = {"images", "/images", false},
    [VRMI_REFERENCE_TEXTURE] = {"textures", "/textures", false},
    [VRMI_REFERENCE_SAMPLER] = {"samplers", "/samplers", false},
    [VRMI_REFERENCE_MATERIAL] = {"materials", "/materials", false},
    [VRMI_REFERENCE_CAMERA] = {"cameras", "/cameras", false},
    [VRMI_REFERENCE_SCENE] = {"scenes", "/scenes", false},
    [VRMI_REFERENCE_ANIMATION] = {"animations", "/animations", false},
    [VRMI_REFERENCE_COLLIDER] = {"colliders", "/extensions/VRMC_springBone/colliders", false},
    [VRMI_REFERENCE_COLLIDER_GROUP] = {"colliderGroups",
                                       "/extensions/VRMC_springBone/colliderGroups", false},
    [VRMI_REFERENCE_COLLIDER_GROUP_0] = {"colliderGroups",
                                         "/extensions/VRM/secondaryAnimation/colliderGroups", true},
    [VRMI_REFERENCE_COLLIDER_GROUP_DRAFT] = {"colliderGroups",
                                             "/extensions/VRMC_vrm/springBone/colliderGroups",
                                             true},
};

vrmi_value *vrmi_reference_table(vrmi_tree *tree, vrmi_reference_kind kind) {
    vrmi_value *table = vrmi_tree_find(tree, vrmi_string_from(tables[kind].pointer));
    return vrmi_value_get_kind(table) == VRMI_VALUE_ARRAY ? table : NULL;
}

const char *vrmi_reference_table_name(vrmi_reference_kind kind) { return tables[kind].name; }

/* --- Going over all of them --- */

typedef struct reference {
    const vrmi_reference_place *place;
    vrmi_value *value;
    vrmi_reference_kind kind;
    int32_t index; /* of the element; VRM_NONE for a name */
    uint32_t rest; /* of a pointer: the rest after the index */
} reference;

typedef void reference_found(vrmi_tree *tree, const reference *found, void *user);

typedef struct each {
    uint32_t kinds;
    reference_found *found;
    void *user;
} each;

/* "/materials/3/emissiveFactor" is material 3, and a rest that begins at the last slash. */
static bool read_pointer(vrm_string pointer, reference *out) {
    for (uint32_t kind = 0; kind <= VRMI_REFERENCE_ANIMATION; ++kind) {
        vrm_string digits;
        uint64_t index;
        uint32_t length = (uint32_t)strlen(tables[kind].pointer);
        if (pointer.length <= length + 1 || pointer.data[length] != '/' ||
            memcmp(pointer.data, tables[kind].pointer, length) != 0) {
            continue;
        }
        digits.data = pointer.data + length + 1;
        digits.length = 0;
        while (length + 1 + digits.length < pointer.length && digits.data[digits.length] != '/') {
            ++digits.length;
        }
        if (!vrmi_parse_u64(digits, &index) || index > INT32_MAX) return false;
        out->kind = (vrmi_reference_kind)kind;
        out->index = (int32_t)index;
        out->rest = length + 1 + digits.length;
        return true;
    }
    return false;
}

static void found_value(vrmi_tree *tree, const vrmi_reference_place *place, vrmi_value *value,
                        void *user) {
    const each *all = user;
    reference found = {place, value, (vrmi_reference_kind)place->kind, VRM_NONE, 0};
    if ((place->flags & VRMI_PLACE_POINTER) != 0) {
        if (!read_pointer(vrmi_value_string(tree, value), &found)) return;
        if ((all->kinds & VRMI_REFERENCE_BIT(found.kind)) == 0) return;
    } else if ((place->flags & VRMI_PLACE_NAME) == 0) {
        found.index = vrmi_value_to_index(tree, value);
        if (found.index == VRM_NONE) return; /* -1 in 0.x */
    }
    all->found(tree, &found, all->user);
}

static void find_all(vrmi_tree *tree, uint32_t kinds, reference_found *found, void *user) {
    each all = {kinds, found, user};
    for (uint32_t i = 0; i < vrmi_reference_place_count; ++i) {
        const vrmi_reference_place *place = &vrmi_reference_places[i];
        if ((place->flags & VRMI_PLACE_POINTER) != 0 ||
            (kinds & VRMI_REFERENCE_BIT(place->kind)) != 0) {
            vrmi_place_walk(tree, place, found_value, &all);
        }
    }
}

typedef struct visit_state {
    vrmi_reference_visit *visit;
    void *user;
} visit_state;

static void visit_one(vrmi_tree *tree, const reference *found, void *user) {
    const visit_state *state = user;
    if ((found->place->flags & (VRMI_PLACE_POINTER | VRMI_PLACE_NAME)) != 0) return;
    state->visit(tree, found->value, found->kind, state->user);
}

void vrmi_references_visit(vrmi_tree *tree, uint32_t kinds, vrmi_reference_visit *visit,
                           void *user) {
    visit_state state = {visit, user};
    find_all(tree, kinds, visit_one, &state);
}

typedef struct place_state {
    vrmi_place_reference *found;
    void *user;
} place_state;

static void place_one(vrmi_tree *tree, const reference *found, void *user) {
    const place_state *state = user;
    if ((found->place->flags & VRMI_PLACE_NAME) != 0) return;
    state->found(tree, found->place, found->value, found->index, state->user);
}

void vrmi_places_find(vrmi_tree *tree, vrmi_reference_kind kind, vrmi_place_reference *found,
                      void *user) {
    place_state state = {found, user};
    find_all(tree, VRMI_REFERENCE_BIT(kind), place_one, &state);
}

typedef struct count_state {
    uint32_t *counts;
    uint32_t count;
} count_state;

static void count_one(vrmi_tree *tree, const reference *found, void *user) {
    const count_state *state = user;
    (void)tree;
    if (found->index >= 0 && (uint32_t)found->index < state->count) {
        state->counts[found->index] += 1;
    }
}

void vrmi_references_count(vrmi_tree *tree, vrmi_reference_kind kind, uint32_t *counts,
                           uint32_t count) {
    count_state state = {counts, count};
    if (count > 0) memset(counts, 0, count * sizeof counts[0]);
    find_all(tree, VRMI_REFERENCE_BIT(kind), count_one, &state);
}

/* --- Rewriting --- */

typedef struct removal {
    const vrmi_reference_place *place;
    vrmi_value *value;
} removal;

typedef struct rewrite {
    const int32_t *map;
    uint32_t count;
    bool moves;        /* other indices are other places of the same elements */
    removal *removals; /* in the arena of the tree */
    uint32_t removal_count, removal_capacity;
    uint8_t **keeps;   /* by kind: elements that go because something in them went; NULL: none */
    vrm_string *names; /* of the materials, if they are requested; NULL before */
    uint32_t *order;   /* of the names */
} rewrite;

static bool add_removal(vrmi_tree *tree, rewrite *r, const reference *found) {
    vrmi_value *value = found->value;
    if (r->removal_count == r->removal_capacity) {
        uint32_t capacity = r->removal_capacity != 0 ? r->removal_capacity : 16;
        removal *grown;
        if (capacity > UINT32_MAX / 2) return false;
        capacity *= 2;
        grown = VRMI_TAKE(&tree->arena, removal, capacity);
        if (grown == NULL) return false;
        if (r->removal_count > 0) {
            memcpy(grown, r->removals, r->removal_count * sizeof grown[0]);
        }
        r->removals = grown;
        r->removal_capacity = capacity;
    }
    for (uint8_t i = 0; i < found->place->up && value != NULL; ++i) {
        value = vrmi_value_parent(value);
    }
    r->removals[r->removal_count].place = found->place;
    r->removals[r->removal_count++].value = value;
    return true;
}

/* --- Materials by name (0.x) --- */

static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    const vrm_string *names = context;
    return vrmi_string_compare(names[a], names[b]) < 0;
}

/* The names of all materials, sorted: files may have many of them, and many binds. */
static bool read_names(vrmi_tree *tree, rewrite *r) {
    vrmi_value *table = vrmi_reference_table(tree, VRMI_REFERENCE_MATERIAL);
    if (r->names != NULL) return true;
    r->names = VRMI_TAKE(&tree->arena, vrm_string, r->count);
    if (r->names == NULL) return false;
    for (uint32_t i = 0; i < r->count; ++i) {
        vrmi_value *material = vrmi_value_at(tree, table, i);
        r->names[i] = vrmi_value_string(tree, vrmi_value_get(tree, material, "name"));
    }
    r->order = vrmi_sort_order(&tree->arena, r->count, comes_before, r->names);
    return r->order != NULL;
}

/* The first of the materials of this name, in the order of names. */
static uint32_t find_name(const rewrite *r, vrm_string name) {
    uint32_t low = 0, high = r->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (vrmi_string_compare(r->names[r->order[middle]], name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void set_string(vrmi_tree *tree, vrmi_value *value, vrm_string words) {
    size_t capacity = (size_t)words.length * 6 + 3;
    char *json = VRMI_TAKE(&tree->arena, char, capacity);
    vrmi_text text = vrmi_text_make(json, capacity);
    vrm_string whole;
    if (json == NULL) {
        tree->is_refused = true;
        return;
    }
    vrmi_text_append_json_string(&text, words);
    whole.data = json;
    whole.length = (uint32_t)text.length;
    vrmi_value_replace(tree, value, whole);
}

/* A bind of 0.x refers to all materials of the name. It stays while one of them does, follows them
 * to another name if all of them changed, and is removed if all of them are. */
static void rewrite_name(vrmi_tree *tree, rewrite *r, const reference *found) {
    const vrm_string name = vrmi_value_string(tree, found->value);
    int32_t becomes = VRM_NONE;
    uint32_t i;
    if (!read_names(tree, r)) {
        tree->is_refused = true;
        return;
    }
    i = find_name(r, name);
    if (i == r->count || vrmi_string_compare(r->names[r->order[i]], name) != 0) return;
    for (; i < r->count && vrmi_string_compare(r->names[r->order[i]], name) == 0; ++i) {
        uint32_t material = r->order[i];
        int32_t index = r->map[material];
        if (r->moves ? index != VRM_NONE : index == (int32_t)material) return;
        if (index != VRM_NONE && (uint32_t)index < r->count) becomes = index;
    }
    if (becomes != VRM_NONE) {
        set_string(tree, found->value, r->names[becomes]);
    } else if (!add_removal(tree, r, found)) {
        tree->is_refused = true;
    }
}

static void rewrite_pointer(vrmi_tree *tree, const reference *found, int32_t index) {
    vrm_string pointer = vrmi_value_string(tree, found->value), whole;
    size_t capacity = (size_t)pointer.length + 16;
    char *words = VRMI_TAKE(&tree->arena, char, capacity);
    vrmi_text text = vrmi_text_make(words, capacity);
    if (words == NULL) {
        tree->is_refused = true;
        return;
    }
    vrmi_text_append(&text, tables[found->kind].pointer);
    vrmi_text_append(&text, "/");
    vrmi_text_append_u64(&text, (uint64_t)index);
    vrmi_text_append_bytes(&text, pointer.data + found->rest, pointer.length - found->rest);
    whole.data = words;
    whole.length = (uint32_t)text.length;
    set_string(tree, found->value, whole);
}

static void rewrite_one(vrmi_tree *tree, const reference *found, void *user) {
    rewrite *r = user;
    int32_t index;
    if ((found->place->flags & VRMI_PLACE_NAME) != 0) {
        rewrite_name(tree, r, found);
        return;
    }
    if ((uint32_t)found->index >= r->count) return; /* it means nothing, and stays so */
    index = r->map[found->index];
    if (index == found->index) return;
    if (index == VRM_NONE) {
        if (!add_removal(tree, r, found)) tree->is_refused = true;
    } else if ((found->place->flags & VRMI_PLACE_POINTER) != 0) {
        rewrite_pointer(tree, found, index);
    } else {
        vrmi_value_replace_index(tree, found->value, (uint64_t)index);
    }
}

/* An element of a table goes with what was in it: its own references are rewritten later. */
static void mark(vrmi_tree *tree, rewrite *r, vrmi_reference_kind kind, const vrmi_value *element) {
    vrmi_value *table = vrmi_reference_table(tree, kind);
    uint32_t count = vrmi_value_count(tree, table);
    if (table == NULL || vrmi_value_parent(element) != table) return;
    if (r->keeps[kind] == NULL) {
        r->keeps[kind] = VRMI_TAKE(&tree->arena, uint8_t, count);
        if (r->keeps[kind] == NULL) {
            tree->is_refused = true;
            return;
        }
        memset(r->keeps[kind], 1, count);
    }
    r->keeps[kind][vrmi_value_index(element)] = 0;
}

/* Takes a value out, and the array that has become empty with it. */
static void remove_whole(vrmi_tree *tree, vrmi_value *value) {
    vrmi_value *container = vrmi_value_parent(value);
    vrmi_value_remove(tree, value);
    if (vrmi_value_get_kind(container) == VRMI_VALUE_ARRAY &&
        vrmi_value_count(tree, container) == 0) {
        vrmi_value_remove(tree, container);
    }
}

/* What goes with an array that has become empty. */
static void remove_empty(vrmi_tree *tree, rewrite *r, const vrmi_reference_place *place,
                         vrmi_value *array) {
    vrmi_value *value = array;
    if (place->empty == 0 || vrmi_value_get_kind(array) != VRMI_VALUE_ARRAY ||
        vrmi_value_count(tree, array) != 0) {
        return;
    }
    for (uint8_t i = 1; i < place->empty; ++i) value = vrmi_value_parent(value);
    if (place->cascade != VRMI_NO_CASCADE) {
        mark(tree, r, (vrmi_reference_kind)place->cascade, value);
    } else {
        remove_whole(tree, value);
    }
}

/* Those that follow each other in one container go at once: arrays are long. */
static uint32_t remove_run(vrmi_tree *tree, rewrite *r, uint32_t first) {
    const removal *run = &r->removals[first];
    vrmi_value *container = vrmi_value_parent(run->value);
    uint32_t all = vrmi_value_count(tree, container), count = 0;
    uint8_t *keeps = container != NULL ? VRMI_TAKE(&tree->arena, uint8_t, all) : NULL;
    if (keeps != NULL) memset(keeps, 1, all);
    while (first + count < r->removal_count && run[count].place == run->place &&
           vrmi_value_parent(run[count].value) == container) {
        if (keeps != NULL) keeps[vrmi_value_index(run[count].value)] = 0;
        ++count;
    }
    if (container == NULL) return count; /* it has gone already */
    if (keeps == NULL) {
        tree->is_refused = true;
        return count;
    }
    vrmi_value_keep(tree, container, keeps);
    if ((run->place->flags & VRMI_PLACE_SKIN) != 0) {
        vrmi_value_remove(tree, vrmi_value_get(tree, container, "skin"));
        vrmi_value_remove(tree, vrmi_value_get(tree, container, "weights"));
    }
    remove_empty(tree, r, run->place, container);
    return count;
}

static void remove_all(vrmi_tree *tree, rewrite *r) {
    uint32_t i = 0;
    while (i < r->removal_count && !tree->is_refused) {
        const removal *at = &r->removals[i];
        if (at->place->cascade != VRMI_NO_CASCADE && at->place->empty == 0) {
            mark(tree, r, (vrmi_reference_kind)at->place->cascade, at->value);
            ++i;
        } else {
            i += remove_run(tree, r, i);
        }
    }
}

static void rewrite_all(vrmi_tree *tree, vrmi_reference_kind kind, const int32_t *map,
                        uint32_t count, bool moves, uint8_t **keeps) {
    rewrite r = {.map = map, .count = count, .moves = moves, .keeps = keeps};
    find_all(tree, VRMI_REFERENCE_BIT(kind), rewrite_one, &r);
    if (!tree->is_refused) remove_all(tree, &r);
}

/* --- Removing elements --- */

typedef struct stay_state {
    uint8_t *keeps;
    uint32_t count;
} stay_state;

static void mark_staying(vrmi_tree *tree, const reference *found, void *user) {
    const stay_state *state = user;
    (void)tree;
    if ((found->place->flags & VRMI_PLACE_STAYS) != 0 && (uint32_t)found->index < state->count) {
        state->keeps[found->index] = 1;
    }
}

/* The materials of 0.x stand twice, in the same order. */
static void keep_properties(vrmi_tree *tree, const uint8_t *keeps, uint32_t count) {
    static const vrm_string pointer = {"/extensions/VRM/materialProperties", 34};
    vrmi_value *list = vrmi_tree_find(tree, pointer);
    uint32_t all = vrmi_value_count(tree, list);
    uint8_t *both;
    if (vrmi_value_get_kind(list) != VRMI_VALUE_ARRAY) return;
    both = VRMI_TAKE(&tree->arena, uint8_t, all);
    if (both == NULL) {
        tree->is_refused = true;
        return;
    }
    for (uint32_t i = 0; i < all; ++i) both[i] = i < count ? keeps[i] : 1;
    vrmi_value_keep(tree, list, both);
}

static void keep_in_table(vrmi_tree *tree, vrmi_reference_kind kind, vrmi_value *table,
                          const uint8_t *keeps, uint32_t count) {
    if (kind == VRMI_REFERENCE_MATERIAL) keep_properties(tree, keeps, count);
    vrmi_value_keep(tree, table, keeps);
    if (!tables[kind].may_be_empty && vrmi_value_count(tree, table) == 0) {
        vrmi_value_remove(tree, table);
    }
}

static void keep_kind(vrmi_tree *tree, vrmi_reference_kind kind, const uint8_t *wanted,
                      int32_t *out_map, uint8_t **cascades) {
    vrmi_value *table = vrmi_reference_table(tree, kind);
    const uint32_t count = vrmi_value_count(tree, table);
    uint8_t *keeps = VRMI_TAKE(&tree->arena, uint8_t, count);
    int32_t *map = VRMI_TAKE(&tree->arena, int32_t, count);
    stay_state state = {keeps, count};
    int32_t next = 0;
    if (keeps == NULL || map == NULL) tree->is_refused = true;
    if (tree->is_refused || count == 0) return;
    memcpy(keeps, wanted, count);
    find_all(tree, VRMI_REFERENCE_BIT(kind), mark_staying, &state);
    for (uint32_t i = 0; i < count; ++i) map[i] = keeps[i] != 0 ? next++ : VRM_NONE;
    if (out_map != NULL) memcpy(out_map, map, count * sizeof map[0]);
    if (next == (int32_t)count) return;
    rewrite_all(tree, kind, map, count, true, cascades);
    if (!tree->is_refused) keep_in_table(tree, kind, table, keeps, count);
}

/* Nodes take colliders with them, and those their groups: the chain is as long as the kinds are
 * many, and no kind comes twice. */
static void keep_cascades(vrmi_tree *tree, uint8_t **cascades) {
    for (uint32_t kind = 0; kind < VRMI_REFERENCE_KINDS && !tree->is_refused; ++kind) {
        const uint8_t *keeps = cascades[kind];
        if (keeps == NULL) continue;
        cascades[kind] = NULL;
        keep_kind(tree, (vrmi_reference_kind)kind, keeps, NULL, cascades);
    }
}

void vrmi_references_rewrite(vrmi_tree *tree, vrmi_reference_kind kind, const int32_t *map,
                             uint32_t count) {
    uint8_t *cascades[VRMI_REFERENCE_KINDS] = {NULL};
    rewrite_all(tree, kind, map, count, false, cascades);
    keep_cascades(tree, cascades);
}

void vrmi_references_keep(vrmi_tree *tree, vrmi_reference_kind kind, const uint8_t *keeps,
                          int32_t *map) {
    uint8_t *cascades[VRMI_REFERENCE_KINDS] = {NULL};
    keep_kind(tree, kind, keeps, map, cascades);
    keep_cascades(tree, cascades);
}
