#include "author/make/make_report.h"

#include "author/make/diagnostics.h"
#include "author/make/guesses.h"
#include "base/text.h"

#include <string.h>

enum { TEXT_CAPACITY = 600, POINTER_CAPACITY = 96, MOST_CANDIDATES = 12, NAME_BYTES = 60 };

/* A sentence in the making, and its location in the new file. */
typedef struct sentence {
    char text_data[TEXT_CAPACITY], place_data[POINTER_CAPACITY];
    vrmi_text text, place;
} sentence;

static void begin(sentence *s) {
    s->text = vrmi_text_make(s->text_data, sizeof s->text_data);
    s->place = vrmi_text_make(s->place_data, sizeof s->place_data);
}

static void say(vrm_edit *edit, sentence *s, vrm_change_kind kind, const char *code) {
    const vrm_string none = {"", 0};
    vrmi_edit_changed(edit, kind, code, none,
                      (vrm_string){s->place.data, (uint32_t)s->place.length},
                      (vrm_string){s->text.data, (uint32_t)s->text.length});
}

static void add_node(vrmi_text *text, const vrmi_make *make, int32_t node) {
    vrmi_text_append(text, "node ");
    vrmi_text_append_i64(text, node);
    if (make->gltf->nodes[node].name.length == 0) return;
    vrmi_text_append(text, " \"");
    vrmi_text_append_printable(text, make->gltf->nodes[node].name, NAME_BYTES);
    vrmi_text_append(text, "\"");
}

/* The confidence of a guess, in words that follow it. */
static const char *confidence(vrmi_sureness sureness) {
    switch (sureness) {
    case VRMI_SURE_TOLD:
        return "as given";
    case VRMI_SURE_FAMILY:
        return "sure: the names of a known skeleton";
    case VRMI_SURE_WORDS:
        return "likely: words in names";
    default:
        return "unsure: guessed from the body shape";
    }
}

/* --- Bones --- */

static void say_bones(const vrmi_make *make, vrm_edit *edit) {
    sentence s;
    if (make->family != NULL) {
        begin(&s);
        vrmi_text_append(&s.text, "the skeleton has the names of ");
        vrmi_text_append(&s.text, make->family);
        say(edit, &s, VRM_CHANGE_GUESSED, "make-family");
    }
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        const vrmi_bone_guess *guess = &make->bones[bone];
        if (guess->node == VRM_NONE) continue;
        begin(&s);
        vrmi_text_append(&s.text, vrm_bone_name(bone));
        vrmi_text_append(&s.text, " is ");
        add_node(&s.text, make, guess->node);
        vrmi_text_append(&s.text, " (");
        vrmi_text_append(&s.text, confidence(guess->sureness));
        vrmi_text_append(&s.text, ")");
        vrmi_text_append(&s.place, "/extensions/VRMC_vrm/humanoid/humanBones/");
        vrmi_text_append(&s.place, vrm_bone_name(bone));
        /* What is sure is no question to a person. */
        say(edit, &s, guess->sureness >= VRMI_SURE_WORDS ? VRM_CHANGE_GUESSED : VRM_CHANGE_ADDED,
            "make-bone");
    }
}

void vrmi_make_say_move(const vrmi_make *make, const vrmi_move *move, vrm_edit *edit) {
    sentence s;
    begin(&s);
    add_node(&s.text, make, move->node);
    vrmi_text_append(&s.text, " hangs on ");
    add_node(&s.text, make, move->parent);
    vrmi_text_append(&s.text, " now, as ");
    vrmi_text_append(&s.text, vrm_bone_name(move->bone));
    vrmi_text_append(&s.text, " has to");
    say(edit, &s, VRM_CHANGE_CONVERTED, "make-moved");
}

/* --- Stance --- */

static void add_axis(vrmi_text *text, vrm_vec3 v) {
    static const char *const names[3][2] = {{"+X", "-X"}, {"+Y", "-Y"}, {"+Z", "-Z"}};
    const float values[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; ++i) {
        if (fabsf(values[i]) > 0.9999f) {
            vrmi_text_append(text, names[i][values[i] < 0.0f]);
            return;
        }
    }
    for (int i = 0; i < 3; ++i) {
        if (i > 0) vrmi_text_append(text, " ");
        vrmi_text_append_float(text, values[i]);
    }
}

static void say_turn(const vrmi_make *make, vrm_edit *edit) {
    const vrmi_stance *stance = &make->stance;
    sentence s;
    begin(&s);
    if (stance->up.y > 0.9999f && stance->forward.z > 0.9999f) return;
    vrmi_text_append(&s.text, "the avatar was turned to face +Z: up was ");
    add_axis(&s.text, stance->up);
    vrmi_text_append(&s.text, " and forward ");
    add_axis(&s.text, stance->forward);
    vrmi_text_append(&s.text, " (");
    vrmi_text_append(&s.text, confidence(stance->facing_sureness));
    vrmi_text_append(&s.text, ")");
    say(edit, &s,
        stance->facing_sureness == VRMI_SURE_TOLD ? VRM_CHANGE_CONVERTED : VRM_CHANGE_GUESSED,
        "make-facing");
}

static void say_unit(const vrmi_make *make, vrm_edit *edit) {
    const vrmi_stance *stance = &make->stance;
    sentence s;
    begin(&s);
    if (stance->unit == 1.0f && stance->unit_sureness != VRMI_SURE_SHAPE) return;
    vrmi_text_append(&s.text, "a height of ");
    vrmi_text_append_float(&s.text, stance->height);
    vrmi_text_append(&s.text, stance->unit_sureness == VRMI_SURE_SHAPE
                                  ? " is that of no known unit: one unit was taken as "
                                  : " means that one unit is ");
    vrmi_text_append_float(&s.text, stance->unit);
    vrmi_text_append(&s.text, " m");
    say(edit, &s,
        stance->unit_sureness == VRMI_SURE_TOLD ? VRM_CHANGE_CONVERTED : VRM_CHANGE_GUESSED,
        "make-unit");
}

static void say_pose(const vrmi_make *make, vrm_edit *edit) {
    uint32_t turned = 0;
    sentence s;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        turned += (make->turned_bones & VRM_BONE_BIT(bone)) != 0;
    }
    if (make->stance.is_bind_pose) {
        begin(&s);
        vrmi_text_append(&s.text, "the pose is that in which the skin was bound, because the nodes "
                                  "are in another one");
        say(edit, &s, VRM_CHANGE_GUESSED, "make-pose");
    }
    if (turned > 0) {
        begin(&s);
        vrmi_text_append(&s.text, "bones that were turned into a T-pose: ");
        vrmi_text_append_u64(&s.text, turned);
        say(edit, &s, VRM_CHANGE_CONVERTED, "make-t-pose");
    }
    if (make->even_scales > 0) {
        begin(&s);
        vrmi_text_append(&s.text, "scales whose three numbers were nearly equal are equal now: ");
        vrmi_text_append_u64(&s.text, make->even_scales);
        say(edit, &s, VRM_CHANGE_CONVERTED, "make-scale");
    }
    if (make->binds != NULL) {
        begin(&s);
        vrmi_text_append(&s.text, "scales of nodes went into their distances and into the inverse "
                                  "bind matrices: the avatar is in meters");
        say(edit, &s, VRM_CHANGE_CONVERTED, "make-metres");
    }
    if (make->gltf->animation_count > 0 &&
        (turned > 0 || make->stance.is_bind_pose || make->binds != NULL)) {
        begin(&s);
        vrmi_text_append(&s.text, "animations of the file were kept; they are for the pose before");
        say(edit, &s, VRM_CHANGE_KEPT, "make-animations");
    }
    if (!make->root_is_added) return;
    begin(&s);
    vrmi_text_append(&s.text, "a root node at the origin, so that the soles are on the ground");
    say(edit, &s, VRM_CHANGE_ADDED, "make-root");
}

/* --- What hangs on the bones --- */

static void say_expressions(const vrmi_make *make, vrm_edit *edit) {
    for (uint32_t i = 0; i < make->expression_count; ++i) {
        const vrmi_expression_guess *e = &make->expressions[i];
        sentence s;
        if (e->bind_count == 0) continue;
        begin(&s);
        vrmi_text_append_printable(&s.text, e->name, NAME_BYTES);
        vrmi_text_append(&s.text, " is ");
        for (uint32_t k = 0; k < e->bind_count && k < 4; ++k) {
            const vrm_node *node = &make->gltf->nodes[e->binds[k].node];
            const vrm_mesh *mesh = &make->gltf->meshes[node->mesh];
            if (k > 0) vrmi_text_append(&s.text, " + ");
            if ((uint32_t)e->binds[k].target < mesh->target_name_count) {
                vrmi_text_append_printable(&s.text, mesh->target_names[e->binds[k].target],
                                           NAME_BYTES);
            } else {
                vrmi_text_append(&s.text, "target ");
                vrmi_text_append_i64(&s.text, e->binds[k].target);
            }
        }
        if (e->bind_count > 4) vrmi_text_append(&s.text, " + …");
        say(edit, &s, e->sureness == VRMI_SURE_TOLD ? VRM_CHANGE_ADDED : VRM_CHANGE_GUESSED,
            "make-expression");
    }
}

static void say_springs(const vrmi_make *make, vrm_edit *edit) {
    for (uint32_t i = 0; i < make->chain_count; ++i) {
        const vrmi_chain *chain = &make->chains[i];
        sentence s;
        begin(&s);
        vrmi_text_append(&s.text, "a chain of ");
        vrmi_text_append_u64(&s.text, chain->node_count);
        vrmi_text_append(&s.text, " nodes sways as ");
        vrmi_text_append(&s.text, vrmi_hanging_name(chain->kind));
        vrmi_text_append(&s.text, ", from ");
        add_node(&s.text, make, chain->nodes[0]);
        vrmi_text_append(&s.text, " (");
        vrmi_text_append(&s.text, confidence(chain->sureness));
        vrmi_text_append(&s.text, ")");
        vrmi_text_append(&s.place, "/extensions/VRMC_springBone/springs/");
        vrmi_text_append_u64(&s.place, i);
        say(edit, &s, chain->sureness == VRMI_SURE_TOLD ? VRM_CHANGE_ADDED : VRM_CHANGE_GUESSED,
            "make-spring");
    }
}

static void say_look_at(const vrm_tables *tables, vrm_edit *edit) {
    sentence s;
    begin(&s);
    if (!tables->look_at.is_present) return;
    vrmi_text_append(&s.text, tables->look_at.type == VRM_LOOK_AT_TYPE_BONE
                                  ? "lookAt turns the bones of the eyes"
                                  : "lookAt uses the expressions that move the eyes");
    vrmi_text_append(&s.place, "/extensions/VRMC_vrm/lookAt");
    say(edit, &s, VRM_CHANGE_GUESSED, "make-look-at");
}

static void say_first_person(const vrmi_make *make, vrm_edit *edit) {
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        sentence s;
        if (make->first_person[i] == VRM_FIRST_PERSON_AUTO) continue;
        begin(&s);
        add_node(&s.text, make, (int32_t)i);
        vrmi_text_append(&s.text, " is on the head alone, and is not drawn in first person");
        vrmi_text_append(&s.place, "/extensions/VRMC_vrm/firstPerson");
        say(edit, &s, VRM_CHANGE_GUESSED, "make-first-person");
    }
}

/* --- Meta --- */

static void say_meta(const vrmi_make *make, vrm_edit *edit) {
    sentence s;
    begin(&s);
    vrmi_text_append(&s.text, "the name is \"");
    vrmi_text_append_printable(&s.text, make->name, NAME_BYTES);
    vrmi_text_append(&s.text, "\"");
    vrmi_text_append(&s.place, "/extensions/VRMC_vrm/meta/name");
    say(edit, &s, make->name_is_guessed ? VRM_CHANGE_GUESSED : VRM_CHANGE_ADDED, "make-name");
    begin(&s);
    vrmi_text_append(&s.text, "the author is \"");
    vrmi_text_append_printable(&s.text, make->author, NAME_BYTES);
    vrmi_text_append(&s.text, "\"");
    vrmi_text_append(&s.place, "/extensions/VRMC_vrm/meta/authors/0");
    say(edit, &s, make->author_is_guessed ? VRM_CHANGE_GUESSED : VRM_CHANGE_ADDED, "make-author");
    begin(&s);
    vrmi_text_append(&s.text, "permissions are the most restrictive ones");
    vrmi_text_append(&s.place, "/extensions/VRMC_vrm/meta");
    say(edit, &s, VRM_CHANGE_GUESSED, "make-permissions");
}

/* Meshes that cannot be read are kept. Their vertices were not looked at. */
static void say_compressed(const vrmi_make *make, vrm_edit *edit) {
    uint32_t count = 0;
    sentence s;
    for (uint32_t i = 0; i < make->gltf->mesh_count; ++i) {
        for (uint32_t k = 0; k < make->gltf->meshes[i].primitive_count; ++k) {
            count += make->gltf->meshes[i].primitives[k].is_compressed != 0;
        }
    }
    if (count == 0) return;
    begin(&s);
    vrmi_text_append(&s.text, "meshes are compressed in a way that few applications for VRM read; "
                              "their vertices were not looked at");
    vrmi_text_append(&s.place, "/meshes");
    say(edit, &s, VRM_CHANGE_GUESSED, "make-compressed");
}

void vrmi_make_say_changes(const vrmi_make *make, const vrm_tables *tables, vrm_edit *edit) {
    say_bones(make, edit);
    say_turn(make, edit);
    say_unit(make, edit);
    say_pose(make, edit);
    say_compressed(make, edit);
    say_expressions(make, edit);
    say_look_at(tables, edit);
    say_springs(make, edit);
    say_first_person(make, edit);
    say_meta(make, edit);
}

/* --- What is missing --- */

void vrmi_make_say_missing(const vrmi_make *make, vrm_report *report) {
    const uint64_t missing = vrmi_make_missing_bones(make);
    char bones_data[TEXT_CAPACITY], nodes_data[TEXT_CAPACITY];
    vrmi_text bones = vrmi_text_make(bones_data, sizeof bones_data);
    vrmi_text nodes = vrmi_text_make(nodes_data, sizeof nodes_data);
    uint32_t count = 0;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if ((missing & VRM_BONE_BIT(bone)) == 0) continue;
        if (bones.length > 0) vrmi_text_append(&bones, ", ");
        vrmi_text_append(&bones, vrm_bone_name(bone));
    }
    /* Joints that are no bones yet, and that move vertices: those come first in the tree. */
    for (uint32_t i = 0; i < make->gltf->node_count && count < MOST_CANDIDATES; ++i) {
        const int32_t node = make->forest.order[i];
        const vrmi_part part = vrmi_make_read_words(make->gltf->nodes[node].name).part;
        if (!make->is_joint[node] || make->bone_of[node] != VRM_NONE || part == VRMI_PART_NO_BONE) {
            continue;
        }
        if (count > 0) vrmi_text_append(&nodes, ", ");
        add_node(&nodes, make, node);
        count += 1;
    }
    if (count == 0) vrmi_text_append(&nodes, "none");
    vrmi_report_add(report,
                    &vrmi_make_diagnostics.messages[VRMI_MAKE_BONE_MISSING - VRMI_MAKE_FIRST], true,
                    NULL, VRMI_WITH(vrmi_words(bones_data), vrmi_words(nodes_data)));
}
