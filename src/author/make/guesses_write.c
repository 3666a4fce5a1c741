#include "author/make/guesses.h"
#include "base/text.h"

#include <string.h>

const char *vrmi_sureness_name(vrmi_sureness sureness) {
    static const char *const names[] = {"nothing", "you", "names", "words", "shape"};
    return names[sureness];
}

const char *vrmi_hanging_name(vrmi_hanging kind) {
    static const char *const names[VRMI_HANGING_COUNT] = {"hair",   "skirt", "tail", "ear",
                                                          "breast", "cape",  "other"};
    return names[kind];
}

static void put_bones(const vrmi_make *make, vrmi_json_writer *writer) {
    vrmi_put_object_of(writer, "bones");
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        const vrmi_bone_guess *guess = &make->bones[bone];
        vrmi_put_key(writer, vrm_bone_name(bone));
        if (guess->node == VRM_NONE) {
            vrmi_put_raw(writer, vrmi_string_from("null"));
            continue;
        }
        vrmi_put_object(writer);
        vrmi_put_integer_of(writer, "node", guess->node);
        vrmi_put_string_of(writer, "name", make->gltf->nodes[guess->node].name);
        vrmi_put_words_of(writer, "by", vrmi_sureness_name(guess->sureness));
        vrmi_put_object_end(writer);
    }
    vrmi_put_object_end(writer);
}

static void put_stance(const vrmi_make *make, vrmi_json_writer *writer) {
    const vrmi_stance *stance = &make->stance;
    vrmi_put_object_of(writer, "stance");
    if (stance->facing_sureness != VRMI_SURE_NOTHING) {
        vrmi_put_vec3_of(writer, "up", stance->up);
        vrmi_put_vec3_of(writer, "forward", stance->forward);
        vrmi_put_float_of(writer, "metersPerUnit", stance->unit);
        vrmi_put_words_of(writer, "poseFrom", stance->is_bind_pose ? "skin" : "nodes");
    }
    vrmi_put_bool_of(writer, "tPose", !stance->keeps_pose);
    vrmi_put_object_end(writer);
}

static void put_bind(const vrmi_make *make, const vrm_morph_bind *bind, vrmi_json_writer *writer) {
    const vrm_node *node = &make->gltf->nodes[bind->node];
    const vrm_mesh *mesh = &make->gltf->meshes[node->mesh];
    vrmi_put_object(writer);
    vrmi_put_integer_of(writer, "node", bind->node);
    vrmi_put_string_of(writer, "name", node->name);
    vrmi_put_integer_of(writer, "target", bind->target);
    if ((uint32_t)bind->target < mesh->target_name_count) {
        vrmi_put_string_of(writer, "targetName", mesh->target_names[bind->target]);
    }
    vrmi_put_float_of(writer, "weight", bind->weight);
    vrmi_put_object_end(writer);
}

static void put_expressions(const vrmi_make *make, vrmi_json_writer *writer) {
    vrmi_put_object_of(writer, "expressions");
    for (uint32_t i = 0; i < make->expression_count; ++i) {
        const vrmi_expression_guess *e = &make->expressions[i];
        vrmi_put_key_string(writer, e->name);
        if (e->bind_count == 0) {
            vrmi_put_raw(writer, vrmi_string_from("null"));
            continue;
        }
        vrmi_put_object(writer);
        vrmi_put_words_of(writer, "by", vrmi_sureness_name(e->sureness));
        vrmi_put_array_of(writer, "binds");
        for (uint32_t k = 0; k < e->bind_count; ++k) put_bind(make, &e->binds[k], writer);
        vrmi_put_array_end(writer);
        vrmi_put_object_end(writer);
    }
    vrmi_put_object_end(writer);
}

static void put_springs(const vrmi_make *make, vrmi_json_writer *writer) {
    vrmi_put_array_of(writer, "springs");
    for (uint32_t i = 0; i < make->chain_count; ++i) {
        const vrmi_chain *chain = &make->chains[i];
        vrmi_put_object(writer);
        vrmi_put_string_of(writer, "name", chain->name);
        vrmi_put_words_of(writer, "kind", vrmi_hanging_name(chain->kind));
        vrmi_put_words_of(writer, "by", vrmi_sureness_name(chain->sureness));
        vrmi_put_key(writer, "nodes");
        vrmi_put_integers(writer, chain->nodes, chain->node_count);
        vrmi_put_float_of(writer, "stiffness", chain->stiffness);
        vrmi_put_float_of(writer, "gravityPower", chain->gravity_power);
        vrmi_put_float_of(writer, "dragForce", chain->drag_force);
        vrmi_put_float_of(writer, "hitRadius", chain->hit_radius);
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
}

/* --- Lines --- */

/* The writer would put its own commas between pieces: this turns them off. */
static void put_plain(vrmi_json_writer *writer, const char *text, uint32_t length) {
    writer->needs_comma = false;
    vrmi_put_raw(writer, (vrm_string){text, length});
}

static void put_line(vrmi_json_writer *writer, int depth) {
    put_plain(writer, "\n", 1);
    for (int i = 0; i < depth; ++i) put_plain(writer, "  ", 2);
}

/* How long the string is that begins here; the JSON is our own, and whole. */
static uint32_t string_length(const char *text) {
    uint32_t length = 1;
    while (text[length] != '"') length += text[length] == '\\' ? 2 : 1;
    return length + 1;
}

static bool is_bracket(char c, char object, char array) { return c == object || c == array; }

/* The same JSON with a line for each member of the outer objects and element of their lists. */
static void put_in_lines(vrm_string json, vrmi_json_writer *writer) {
    enum { DEPTH = 2 };
    int depth = 0;
    uint32_t length;
    for (uint32_t i = 0; i < json.length; i += length) {
        const char c = json.data[i];
        length = c == '"' ? string_length(json.data + i) : 1;
        if (is_bracket(c, '}', ']') && depth-- <= DEPTH &&
            !is_bracket(json.data[i - 1], '{', '[')) {
            put_line(writer, depth);
        }
        put_plain(writer, json.data + i, length);
        if (is_bracket(c, '{', '[')) {
            depth += 1;
            if (depth <= DEPTH && !is_bracket(json.data[i + 1], '}', ']')) put_line(writer, depth);
        } else if (c == ',' && depth <= DEPTH) {
            put_line(writer, depth);
        } else if (c == ',' || c == ':') {
            put_plain(writer, " ", 1);
        }
    }
    put_plain(writer, "\n", 1);
}

void vrmi_make_write_guesses(const vrmi_make *make, vrmi_json_writer *writer) {
    vrmi_json_writer compact;
    vrmi_json_writer_init(&compact, writer->memory);
    vrmi_put_object(&compact);
    vrmi_put_words_of(&compact, "format", "vrm-make-guesses");
    vrmi_put_integer_of(&compact, "version", 1);
    vrmi_put_string_of(&compact, "name", make->name);
    vrmi_put_string_of(&compact, "author", make->author);
    put_stance(make, &compact);
    put_bones(make, &compact);
    put_expressions(make, &compact);
    put_springs(make, &compact);
    vrmi_put_object_end(&compact);
    if (compact.is_refused) {
        writer->is_refused = true;
    } else {
        put_in_lines(vrmi_json_writer_text(&compact), writer);
    }
    vrmi_json_writer_release(&compact);
}
