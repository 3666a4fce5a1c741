#include "author/make/guesses.h"
#include "base/text.h"

#include <string.h>
#include <yyjson.h>

enum {
    MOST_BYTES = 16 << 20,
    MOST_EXPRESSIONS = 1024,
    MOST_BINDS = 65536, /* of one expression */
    MOST_SPRINGS = 4096,
    MOST_NODES = 4096 /* of one spring */
};

typedef struct reader {
    vrmi_make *make;
    vrmi_guesses_problem *problem;
} reader;

static bool fail(reader *r, const char *what, const char *where, const char *member) {
    vrmi_text text = vrmi_text_make(r->problem->where, sizeof r->problem->where);
    r->problem->what = what;
    vrmi_text_append(&text, where);
    if (member != NULL) {
        vrmi_text_append(&text, "/");
        vrmi_text_append_printable(&text, vrmi_string_from(member), 40);
    }
    return false;
}

static bool refuse(reader *r) {
    r->make->is_refused = true;
    return false;
}

static vrm_string copy(reader *r, yyjson_val *value) {
    return vrmi_arena_copy_string(&r->make->arena, yyjson_get_str(value), yyjson_get_len(value));
}

/* --- Nodes --- */

/* The node of an index or of a name, which has to be that of one node alone. */
static int32_t find_node(const vrmi_make *make, yyjson_val *value) {
    int32_t found = VRM_NONE;
    if (yyjson_is_uint(value)) {
        const uint64_t index = yyjson_get_uint(value);
        return index < make->gltf->node_count ? (int32_t)index : VRM_NONE;
    }
    if (!yyjson_is_str(value)) return VRM_NONE;
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        const vrm_string name = make->gltf->nodes[i].name;
        if (name.length != yyjson_get_len(value) ||
            memcmp(name.data, yyjson_get_str(value), name.length) != 0) {
            continue;
        }
        /* A mesh may be called as its joint is: the joint is meant. */
        if (found == VRM_NONE || (make->is_joint[i] && !make->is_joint[found])) {
            found = (int32_t)i;
        } else if (make->is_joint[i] == make->is_joint[found]) {
            return VRM_NONE;
        }
    }
    return found;
}

/* A node itself, or an object that has it as its member. */
static int32_t read_node(const vrmi_make *make, yyjson_val *value) {
    return find_node(make, yyjson_is_obj(value) ? yyjson_obj_get(value, "node") : value);
}

/* --- Bones --- */

static bool read_bones(reader *r, yyjson_val *bones) {
    size_t i, count;
    yyjson_val *key, *value;
    if (bones == NULL) return true;
    if (!yyjson_is_obj(bones)) return fail(r, "there is no object", "bones", NULL);
    yyjson_obj_foreach(bones, i, count, key, value) {
        const vrm_bone bone = vrm_bone_find(yyjson_get_str(key));
        int32_t node = VRM_NONE;
        if (bone == VRM_NONE) return fail(r, "there is no such bone", "bones", yyjson_get_str(key));
        if (!yyjson_is_null(value)) {
            node = read_node(r->make, value);
            if (node == VRM_NONE) {
                return fail(r, "there is no such node, or several have the name", "bones",
                            yyjson_get_str(key));
            }
            if (r->make->bone_of[node] != VRM_NONE) {
                return fail(r, "the node is another bone", "bones", yyjson_get_str(key));
            }
            r->make->bone_of[node] = bone;
        }
        r->make->bones[bone] = (vrmi_bone_guess){node, VRMI_SURE_TOLD};
    }
    return true;
}

/* --- Stance --- */

static bool read_vector(reader *r, yyjson_val *value, const char *name, vrm_vec3 *out) {
    float numbers[3];
    if (yyjson_arr_size(value) != 3) return fail(r, "there are no three numbers", "stance", name);
    for (size_t i = 0; i < 3; ++i) {
        numbers[i] = (float)yyjson_get_num(yyjson_arr_get(value, i));
        if (!vrmi_is_finite(numbers[i])) return fail(r, "a number is too large", "stance", name);
    }
    *out = vrm_vec3_make(numbers[0], numbers[1], numbers[2]);
    /* What has been written comes back with the same bits. */
    if (fabsf(vrmi_vec3_length(*out) - 1.0f) < 1e-5f) return true;
    *out = vrmi_vec3_safe_normalize(*out, vrm_vec3_make(0.0f, 0.0f, 0.0f));
    if (vrmi_vec3_length(*out) < 0.5f) return fail(r, "the vector has no length", "stance", name);
    return true;
}

static bool read_stance(reader *r, yyjson_val *stance) {
    vrmi_stance *out = &r->make->stance;
    yyjson_val *up = yyjson_obj_get(stance, "up"), *forward = yyjson_obj_get(stance, "forward");
    yyjson_val *unit = yyjson_obj_get(stance, "metersPerUnit");
    yyjson_val *from = yyjson_obj_get(stance, "poseFrom"),
               *t_pose = yyjson_obj_get(stance, "tPose");
    if (up != NULL || forward != NULL) {
        if (!read_vector(r, up, "up", &out->up) ||
            !read_vector(r, forward, "forward", &out->forward)) {
            return false;
        }
        if (fabsf(vrmi_vec3_dot(out->up, out->forward)) > 1e-3f) {
            return fail(r, "up and forward are not at a right angle", "stance", NULL);
        }
        out->facing_sureness = VRMI_SURE_TOLD;
    }
    if (unit != NULL) {
        const double number = yyjson_get_num(unit);
        if (!(number >= 1e-7 && number <= 1e7)) {
            return fail(r, "there is no number from 1e-7 to 1e7", "stance", "metersPerUnit");
        }
        out->unit = (float)number;
        out->unit_sureness = VRMI_SURE_TOLD;
    }
    if (from != NULL) {
        out->pose_is_told = true;
        out->is_bind_pose = yyjson_equals_str(from, "skin");
        if (!out->is_bind_pose && !yyjson_equals_str(from, "nodes")) {
            return fail(r, "there is neither \"nodes\" nor \"skin\"", "stance", "poseFrom");
        }
    }
    if (t_pose != NULL) {
        if (!yyjson_is_bool(t_pose)) return fail(r, "there is no true or false", "stance", "tPose");
        if (!yyjson_get_bool(t_pose)) out->keeps_pose = true;
    }
    return true;
}

/* --- Expressions --- */

static bool read_bind(reader *r, yyjson_val *value, const char *name, vrm_morph_bind *out) {
    const vrm_gltf *gltf = r->make->gltf;
    yyjson_val *target = yyjson_obj_get(value, "target"), *weight = yyjson_obj_get(value, "weight");
    const vrm_mesh *mesh;
    out->node = read_node(r->make, value);
    if (out->node == VRM_NONE || gltf->nodes[out->node].mesh == VRM_NONE) {
        return fail(r, "there is no such node with a mesh", "expressions", name);
    }
    mesh = &gltf->meshes[gltf->nodes[out->node].mesh];
    out->target = VRM_NONE;
    if (yyjson_is_uint(target) && yyjson_get_uint(target) < mesh->target_count) {
        out->target = (int32_t)yyjson_get_uint(target);
    }
    for (uint32_t i = 0; i < mesh->target_name_count && yyjson_is_str(target); ++i) {
        if (vrmi_string_equals(mesh->target_names[i], yyjson_get_str(target))) {
            out->target = (int32_t)i;
            break;
        }
    }
    if (out->target == VRM_NONE)
        return fail(r, "there is no such morph target", "expressions", name);
    out->weight = weight != NULL ? (float)yyjson_get_num(weight) : 1.0f;
    if (!(out->weight >= 0.0f && out->weight <= 1.0f)) {
        return fail(r, "a weight is not from 0 to 1", "expressions", name);
    }
    return true;
}

static bool read_expression(reader *r, const char *name, yyjson_val *value,
                            vrmi_expression_guess *out) {
    yyjson_val *binds = yyjson_obj_get(value, "binds");
    const size_t count = yyjson_arr_size(binds);
    *out = (vrmi_expression_guess){.preset = vrm_preset_find(name), .sureness = VRMI_SURE_TOLD};
    out->name = vrmi_arena_copy_string(&r->make->arena, name, strlen(name));
    if (out->name.data == NULL) return refuse(r);
    if (yyjson_is_null(value)) return true;
    if (!yyjson_is_arr(binds)) return fail(r, "there is no list of binds", "expressions", name);
    if (count > MOST_BINDS) return fail(r, "there are too many binds", "expressions", name);
    out->binds = VRMI_TAKE(&r->make->arena, vrm_morph_bind, count);
    if (out->binds == NULL) return refuse(r);
    for (size_t i = 0; i < count; ++i) {
        if (!read_bind(r, yyjson_arr_get(binds, i), name, &out->binds[i])) return false;
    }
    out->bind_count = (uint32_t)count;
    return true;
}

static bool read_expressions(reader *r, yyjson_val *all) {
    size_t i, count;
    yyjson_val *key, *value;
    if (all == NULL) return true;
    if (!yyjson_is_obj(all)) return fail(r, "there is no object", "expressions", NULL);
    if (yyjson_obj_size(all) > MOST_EXPRESSIONS) {
        return fail(r, "there are too many", "expressions", NULL);
    }
    r->make->expressions = VRMI_TAKE(&r->make->arena, vrmi_expression_guess, yyjson_obj_size(all));
    if (r->make->expressions == NULL) return refuse(r);
    yyjson_obj_foreach(all, i, count, key, value) {
        if (!read_expression(r, yyjson_get_str(key), value,
                             &r->make->expressions[r->make->expression_count])) {
            return false;
        }
        r->make->expression_count += 1;
    }
    return true;
}

/* --- Springs --- */

static bool read_number(reader *r, yyjson_val *spring, const char *key, float other, float most,
                        float *out) {
    yyjson_val *value = yyjson_obj_get(spring, key);
    *out = value != NULL ? (float)yyjson_get_num(value) : other;
    if (*out >= 0.0f && *out <= most) return true;
    return fail(r, "a number is out of range", "springs", key);
}

static bool read_spring(reader *r, yyjson_val *value, vrmi_chain *out) {
    yyjson_val *nodes = yyjson_obj_get(value, "nodes"), *name = yyjson_obj_get(value, "name");
    yyjson_val *kind = yyjson_obj_get(value, "kind");
    const size_t count = yyjson_arr_size(nodes);
    int32_t *list;
    *out = (vrmi_chain){.sureness = VRMI_SURE_TOLD, .kind = VRMI_HANGING_OTHER};
    if (count < 2 || count > MOST_NODES) {
        return fail(r, "there is no list of two nodes or more", "springs", "nodes");
    }
    list = VRMI_TAKE(&r->make->arena, int32_t, count);
    out->name = yyjson_is_str(name) ? copy(r, name) : (vrm_string){"", 0};
    if (list == NULL || out->name.data == NULL) return refuse(r);
    for (size_t i = 0; i < count; ++i) {
        list[i] = read_node(r->make, yyjson_arr_get(nodes, i));
        if (list[i] == VRM_NONE) return fail(r, "there is no such node", "springs", "nodes");
        if (i > 0 &&
            (list[i] == list[i - 1] || !vrmi_make_is_below(r->make, list[i], list[i - 1]))) {
            return fail(r, "a node is not below the one before it", "springs", "nodes");
        }
        if (r->make->is_spring[list[i]]) {
            return fail(r, "a node is in two springs", "springs", "nodes");
        }
        r->make->is_spring[list[i]] = 1;
    }
    out->nodes = list;
    out->node_count = (uint32_t)count;
    for (vrmi_hanging i = 0; i < VRMI_HANGING_COUNT && kind != NULL; ++i) {
        if (yyjson_equals_str(kind, vrmi_hanging_name(i))) out->kind = i;
    }
    return read_number(r, value, "stiffness", 1.0f, 1e6f, &out->stiffness) &&
           read_number(r, value, "gravityPower", 0.0f, 1e6f, &out->gravity_power) &&
           read_number(r, value, "dragForce", 0.4f, 1.0f, &out->drag_force) &&
           read_number(r, value, "hitRadius", 0.0f, 1e6f, &out->hit_radius);
}

static bool read_springs(reader *r, yyjson_val *all) {
    const size_t count = yyjson_arr_size(all);
    if (all == NULL) return true;
    if (!yyjson_is_arr(all)) return fail(r, "there is no list", "springs", NULL);
    if (count > MOST_SPRINGS) return fail(r, "there are too many", "springs", NULL);
    r->make->chains = VRMI_TAKE(&r->make->arena, vrmi_chain, count);
    if (r->make->chains == NULL) return refuse(r);
    for (size_t i = 0; i < count; ++i) {
        if (!read_spring(r, yyjson_arr_get(all, i), &r->make->chains[i])) return false;
    }
    r->make->chain_count = (uint32_t)count;
    r->make->chains_are_told = true;
    return true;
}

/* --- The whole --- */

static bool read_meta(reader *r, yyjson_val *root) {
    yyjson_val *name = yyjson_obj_get(root, "name"), *author = yyjson_obj_get(root, "author");
    if (yyjson_get_len(name) > 0 && yyjson_is_str(name)) r->make->name = copy(r, name);
    if (yyjson_get_len(author) > 0 && yyjson_is_str(author)) r->make->author = copy(r, author);
    if (r->make->name.data == NULL || r->make->author.data == NULL) return refuse(r);
    return true;
}

static bool read_root(reader *r, yyjson_val *root) {
    yyjson_val *stance = yyjson_obj_get(root, "stance");
    if (!yyjson_is_obj(root) ||
        !yyjson_equals_str(yyjson_obj_get(root, "format"), "vrm-make-guesses")) {
        return fail(r, "there is no \"vrm-make-guesses\"", "format", NULL);
    }
    if (yyjson_get_uint(yyjson_obj_get(root, "version")) != 1) {
        return fail(r, "it is not 1", "version", NULL);
    }
    return read_meta(r, root) && read_bones(r, yyjson_obj_get(root, "bones")) &&
           (stance == NULL || read_stance(r, stance)) &&
           read_expressions(r, yyjson_obj_get(root, "expressions")) &&
           read_springs(r, yyjson_obj_get(root, "springs"));
}

bool vrmi_make_read_guesses(vrmi_make *make, const char *text, size_t length,
                            vrmi_guesses_problem *problem) {
    reader r = {make, problem};
    yyjson_alc pool;
    yyjson_doc *document = NULL;
    size_t bytes;
    void *memory;
    bool is_good = false;
    if (length > MOST_BYTES) return fail(&r, "it is larger than 16 MB", "the file", NULL);
    bytes = yyjson_read_max_memory_usage(length, YYJSON_READ_NOFLAG) + 64;
    memory = vrmi_memory_allocate(make->memory, bytes);
    if (memory == NULL) return refuse(&r);
    /* yyjson_read_opts does not change the text without YYJSON_READ_INSITU. */
    if (length > 0 && yyjson_alc_pool_init(&pool, memory, bytes)) {
        document =
            yyjson_read_opts((char *)(uintptr_t)text, length, YYJSON_READ_NOFLAG, &pool, NULL);
    }
    if (document == NULL) {
        fail(&r, "there is no JSON", "the file", NULL);
    } else {
        is_good = read_root(&r, yyjson_doc_get_root(document));
    }
    vrmi_memory_release(make->memory, memory, bytes);
    return is_good;
}
