/*
 * Springs for chains that hang: joints below a bone that are not bones themselves. Names identify
 * them; otherwise two joints or more on the head or the trunk sway.
 */
#include "author/make/make.h"
#include "base/text.h"

#include <string.h>

enum { MOST_SPRING_NODES = 4096, MOST_CHAIN_NODES = 256, LOWER_CAPACITY = 96 };

/* --- By name --- */

typedef struct hanging_word {
    const char *text;
    vrmi_hanging kind;
} hanging_word;

/* The first that a name has counts: a pony tail is hair. */
static const hanging_word hanging_words[] = {
    {"hair", VRMI_HANGING_HAIR},     {"bang", VRMI_HANGING_HAIR},
    {"pony", VRMI_HANGING_HAIR},     {"twintail", VRMI_HANGING_HAIR},
    {"braid", VRMI_HANGING_HAIR},    {"ahoge", VRMI_HANGING_HAIR},
    {"髪", VRMI_HANGING_HAIR},       {"skirt", VRMI_HANGING_SKIRT},
    {"dress", VRMI_HANGING_SKIRT},   {"スカート", VRMI_HANGING_SKIRT},
    {"breast", VRMI_HANGING_BREAST}, {"bust", VRMI_HANGING_BREAST},
    {"boob", VRMI_HANGING_BREAST},   {"胸", VRMI_HANGING_BREAST},
    {"cape", VRMI_HANGING_CAPE},     {"cloak", VRMI_HANGING_CAPE},
    {"coat", VRMI_HANGING_CAPE},     {"scarf", VRMI_HANGING_CAPE},
    {"ribbon", VRMI_HANGING_CAPE},   {"robe", VRMI_HANGING_CAPE},
    {"tail", VRMI_HANGING_TAIL},     {"尻尾", VRMI_HANGING_TAIL},
    {"earring", VRMI_HANGING_OTHER}, {"rabbitear", VRMI_HANGING_EAR},
    {"catear", VRMI_HANGING_EAR},    {"antenna", VRMI_HANGING_OTHER},
    {"chain", VRMI_HANGING_OTHER},   {"dangle", VRMI_HANGING_OTHER},
    {"jiggle", VRMI_HANGING_OTHER},  {"strap", VRMI_HANGING_OTHER},
    {"beard", VRMI_HANGING_HAIR},    {"jsec", VRMI_HANGING_OTHER},
};

/* Parts of faces, controls and things in hands do not sway. */
static const char *const stiff_words[] = {
    "eye",    "lid",  "brow",   "lip",    "jaw",    "cheek",  "tongue",     "teeth", "nose",
    "mouth",  "chin", "twist",  "roll",   "ik",     "pole",   "target",     "ctrl",  "control",
    "weapon", "prop", "slot",   "socket", "handle", "helper", "finger",     "thumb", "index",
    "pinky",  "toe",  "camera", "light",  "adj",    "facial", "corrective",
};

/* The name in lower case, without what separates words. */
static void lower_name(vrm_string name, char out[LOWER_CAPACITY]) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < name.length && used < LOWER_CAPACITY - 1; ++i) {
        const char c = name.data[i];
        if (c == '_' || c == '-' || c == ' ' || c == '.' || c == ':' || c == '\0') continue;
        out[used++] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    out[used] = '\0';
}

static bool is_stiff(vrm_string name) {
    const vrmi_part part = vrmi_make_read_words(name).part;
    char lower[LOWER_CAPACITY];
    if (part != VRMI_PART_NONE && part != VRMI_PART_NO_BONE) return true;
    lower_name(name, lower);
    for (size_t i = 0; i < sizeof stiff_words / sizeof stiff_words[0]; ++i) {
        if (strstr(lower, stiff_words[i]) != NULL) return true;
    }
    return false;
}

/* VRMI_HANGING_COUNT: the name does not identify it. */
static vrmi_hanging hanging_of(vrm_string name) {
    char lower[LOWER_CAPACITY];
    lower_name(name, lower);
    for (size_t i = 0; i < sizeof hanging_words / sizeof hanging_words[0]; ++i) {
        if (strstr(lower, hanging_words[i].text) != NULL) return hanging_words[i].kind;
    }
    /* "L_Ear1", and not a bear. */
    if (strstr(lower, "ear") != NULL && vrmi_make_read_words(name).part == VRMI_PART_NO_BONE) {
        return VRMI_HANGING_EAR;
    }
    return VRMI_HANGING_COUNT;
}

/* --- Chains --- */

typedef struct start {
    int32_t node;
    vrmi_hanging kind; /* of the chain that it branches off; VRMI_HANGING_COUNT: unknown */
    bool is_named;
} start;

typedef struct chains {
    vrmi_make *make;
    uint8_t *has_bone; /* by node: it is a bone, or above one */
    float *moved;      /* by node: weights of it and all below it */
    float *reach;      /* by node: how long the longest way down is */
    start *starts;
    uint32_t start_count, start_capacity;
    uint32_t node_count; /* of all chains */
} chains;

static void push(chains *c, int32_t node, vrmi_hanging kind, bool is_named) {
    if (c->start_count == c->start_capacity) return;
    c->starts[c->start_count++] = (start){node, kind, is_named};
}

static bool can_sway(const chains *c, int32_t node) {
    return !c->has_bone[node] && c->make->bone_of[node] == VRM_NONE &&
           c->make->gltf->nodes[node].mesh == VRM_NONE && c->moved[node] > 0.0f;
}

static void measure_tree(chains *c) {
    const vrmi_make *make = c->make;
    const uint32_t count = make->gltf->node_count;
    for (uint32_t i = 0; i < count; ++i) {
        c->has_bone[i] = make->bone_of[i] != VRM_NONE;
        c->moved[i] = make->is_joint[i] ? make->weights[i] : 0.0f;
        c->reach[i] = 0.0f;
    }
    for (uint32_t i = count; i-- > 0;) {
        const int32_t node = make->forest.order[i], above = make->gltf->nodes[node].parent;
        float way;
        if (above == VRM_NONE) continue;
        way = vrmi_vec3_length(
            vrmi_vec3_sub(vrmi_make_position(make, node), vrmi_make_position(make, above)));
        if (c->has_bone[node]) c->has_bone[above] = 1;
        c->moved[above] += c->moved[node];
        c->reach[above] = vrmi_max(c->reach[above], c->reach[node] + way);
    }
}

/* The bones on which chains with unknown names sway. */
static bool carries_chains(vrm_bone bone) {
    return bone == VRM_BONE_HEAD || bone == VRM_BONE_HIPS || bone == VRM_BONE_NECK ||
           bone == VRM_BONE_SPINE || bone == VRM_BONE_CHEST || bone == VRM_BONE_UPPER_CHEST;
}

static void find_starts(chains *c) {
    const vrmi_make *make = c->make;
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        const int32_t node = make->forest.order[i], above = make->gltf->nodes[node].parent;
        const vrmi_hanging kind = hanging_of(make->gltf->nodes[node].name);
        if (above == VRM_NONE || make->bone_of[above] == VRM_NONE || !can_sway(c, node)) continue;
        if (kind == VRMI_HANGING_COUNT &&
            (is_stiff(make->gltf->nodes[node].name) || !carries_chains(make->bone_of[above]))) {
            continue;
        }
        push(c, node, kind, kind != VRMI_HANGING_COUNT);
    }
}

/* The child through which the longest way leads; ends that move nothing count, as tails. */
static int32_t next_of(const chains *c, int32_t node) {
    const vrm_node *n = &c->make->gltf->nodes[node];
    int32_t best = VRM_NONE;
    float most = -1.0f;
    for (uint32_t i = 0; i < n->child_count; ++i) {
        const int32_t child = n->children[i];
        const float way =
            c->reach[child] + vrmi_vec3_length(vrmi_vec3_sub(vrmi_make_position(c->make, child),
                                                             vrmi_make_position(c->make, node)));
        if (c->make->gltf->nodes[child].mesh != VRM_NONE || way <= most) continue;
        most = way;
        best = child;
    }
    return best;
}

static void set_parameters(const vrmi_make *make, vrmi_chain *chain) {
    static const struct {
        float stiffness, gravity, drag, radius;
    } values[VRMI_HANGING_COUNT] = {
        [VRMI_HANGING_HAIR] = {1.0f, 0.1f, 0.4f, 0.015f},
        [VRMI_HANGING_SKIRT] = {1.0f, 0.2f, 0.4f, 0.03f},
        [VRMI_HANGING_TAIL] = {1.2f, 0.1f, 0.4f, 0.03f},
        [VRMI_HANGING_EAR] = {2.5f, 0.0f, 0.5f, 0.015f},
        [VRMI_HANGING_BREAST] = {2.0f, 0.0f, 0.4f, 0.0f},
        [VRMI_HANGING_CAPE] = {0.8f, 0.25f, 0.4f, 0.02f},
        [VRMI_HANGING_OTHER] = {1.0f, 0.1f, 0.4f, 0.01f},
    };
    /* Radii are lengths of the node's space: those of a body 1.6 m high, in the unit of the node.
     */
    const float height = make->stance.height * make->stance.unit;
    const float scale = vrmi_mat4_uniform_scale(&make->world[chain->nodes[0]]);
    const float size = height > 0.1f ? height / 1.6f : 1.0f;
    chain->stiffness = values[chain->kind].stiffness;
    chain->gravity_power = values[chain->kind].gravity;
    chain->drag_force = values[chain->kind].drag;
    chain->hit_radius = scale > 0.0f ? values[chain->kind].radius * size / scale : 0.0f;
    if (!(chain->hit_radius < 1e6f)) chain->hit_radius = 0.0f; /* of a node that has no size */
}

/* The kind of a chain with an unknown name, by its parent bone. */
static vrmi_hanging kind_by_bone(vrm_bone bone) {
    if (bone == VRM_BONE_HEAD) return VRMI_HANGING_HAIR;
    if (bone == VRM_BONE_HIPS || bone == VRM_BONE_SPINE) return VRMI_HANGING_SKIRT;
    return VRMI_HANGING_OTHER;
}

/* One chain from a start; what branches off starts others. */
static bool add_chain(chains *c, const start *from, vrmi_chain *out) {
    const vrmi_make *make = c->make;
    int32_t nodes[MOST_CHAIN_NODES], *copy;
    uint32_t count = 0;
    int32_t node = from->node, upper = make->gltf->nodes[from->node].parent;
    /* A node that holds several chains together and moves nothing is none of them. */
    const bool is_holder = make->gltf->nodes[node].child_count > 1 && make->weights[node] == 0.0f;
    while (node != VRM_NONE && count < MOST_CHAIN_NODES) {
        const vrm_node *n = &make->gltf->nodes[node];
        const int32_t next = is_holder ? VRM_NONE : next_of(c, node);
        for (uint32_t i = 0; i < n->child_count; ++i) {
            if (n->children[i] == next || !can_sway(c, n->children[i])) continue;
            push(c, n->children[i], from->kind, from->is_named);
        }
        if (!is_holder) nodes[count++] = node;
        node = next;
    }
    if (count < 2 || c->node_count + count > MOST_SPRING_NODES) return true;
    while (upper != VRM_NONE && make->bone_of[upper] == VRM_NONE) {
        upper = make->gltf->nodes[upper].parent;
    }
    copy = VRMI_TAKE(&c->make->arena, int32_t, count);
    if (copy == NULL) return false;
    memcpy(copy, nodes, count * sizeof *copy);
    out->name = make->gltf->nodes[from->node].name;
    out->kind = from->kind != VRMI_HANGING_COUNT ? from->kind : kind_by_bone(make->bone_of[upper]);
    out->sureness = from->is_named ? VRMI_SURE_WORDS : VRMI_SURE_SHAPE;
    out->nodes = copy;
    out->node_count = count;
    c->node_count += count;
    set_parameters(make, out);
    return true;
}

bool vrmi_make_find_chains(vrmi_make *make) {
    const uint32_t count = make->gltf->node_count;
    chains c = {.make = make, .start_capacity = MOST_SPRING_NODES};
    if (make->chains_are_told) return true;
    c.has_bone = VRMI_TAKE(&make->arena, uint8_t, count);
    c.moved = VRMI_TAKE(&make->arena, float, count);
    c.reach = VRMI_TAKE(&make->arena, float, count);
    c.starts = VRMI_TAKE(&make->arena, start, MOST_SPRING_NODES);
    make->chains = VRMI_TAKE(&make->arena, vrmi_chain, MOST_SPRING_NODES);
    if (c.has_bone == NULL || c.moved == NULL || c.reach == NULL || c.starts == NULL ||
        make->chains == NULL) {
        make->is_refused = true;
        return false;
    }
    measure_tree(&c);
    find_starts(&c);
    for (uint32_t i = 0; i < c.start_count; ++i) {
        vrmi_chain *chain = &make->chains[make->chain_count];
        chain->node_count = 0;
        if (!add_chain(&c, &c.starts[i], chain)) {
            make->is_refused = true;
            return false;
        }
        if (chain->node_count > 0) make->chain_count += 1;
    }
    return true;
}
