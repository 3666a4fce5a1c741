/* The list of what became of each thing. */
#include "author/migrate/migration.h"
#include "base/text.h"

const char *vrmi_block_pointer(vrm_dialect dialect) {
    return dialect == VRM_DIALECT_0 ? "/extensions/VRM" : "/extensions/VRMC_vrm";
}

vrmi_value *vrmi_find_block(vrmi_migration *m, vrm_dialect dialect) {
    return vrmi_tree_find(&m->edit.tree, vrmi_string_from(vrmi_block_pointer(dialect)));
}

void vrmi_say_change(vrmi_migration *m, vrm_change_kind kind, const char *code, const char *from,
                     const char *to, const char *sentence) {
    vrmi_edit_changed(&m->edit, kind, code, vrmi_string_from(from), vrmi_string_from(to),
                      vrmi_string_from(sentence));
}

const char *vrmi_point_at(char out[VRMI_SENTENCE], const char *base, int64_t index,
                          const char *tail) {
    vrmi_text text = vrmi_text_make(out, VRMI_SENTENCE);
    vrmi_text_append(&text, base);
    if (index != VRM_NONE) {
        vrmi_text_append(&text, "/");
        vrmi_text_append_i64(&text, index);
    }
    if (tail != NULL) {
        vrmi_text_append(&text, "/");
        vrmi_text_append_pointer_token(&text, vrmi_string_from(tail));
    }
    return out;
}

/* --- What the writers of blocks could not say --- */

typedef struct loss_words {
    vrm_change_kind kind;
    const char *code;
    const char *sentence;
} loss_words;

/* Those of meta are said field by field elsewhere, and have no code here. */
static const loss_words losses[VRMI_LOSS_COUNT] = {
    [VRMI_LOSS_OVERRIDE] = {VRM_CHANGE_LOST, "expression-override",
                            "0.x has no overrides of expressions"},
    [VRMI_LOSS_BINARY_THRESHOLD] = {VRM_CHANGE_CONVERTED, "expression-binary",
                                    "a binary expression switches above 0.5, and no longer above "
                                    "0"},
    [VRMI_LOSS_BIND] = {VRM_CHANGE_LOST, "expression-bind",
                        "the other dialect has no word for this bind of an expression"},
    [VRMI_LOSS_BIND_COMPONENTS] = {VRM_CHANGE_CONVERTED, "expression-bind-uv",
                                   "a bind that moves a texture along one axis holds it on the "
                                   "other one"},
    [VRMI_LOSS_BIND_MATERIALS] = {VRM_CHANGE_CONVERTED, "expression-bind-materials",
                                  "0.x finds materials by name: the bind changes all materials "
                                  "with this name"},
    [VRMI_LOSS_SHARED_MESH] = {VRM_CHANGE_NARROWED, "mesh-shared",
                               "0.x speaks of meshes: nodes that share one cannot differ"},
    [VRMI_LOSS_CONSTRAINT] = {VRM_CHANGE_NARROWED, "constraint",
                              "0.x has no constraints: the extension stays, and few applications "
                              "read it"},
    [VRMI_LOSS_COLLIDER] = {VRM_CHANGE_LOST, "collider", "0.x cannot say this collider"},
    [VRMI_LOSS_COLLIDER_SHAPE] = {VRM_CHANGE_CONVERTED, "collider-shape",
                                  "0.x has spheres alone: the collider becomes spheres"},
    [VRMI_LOSS_SPRING] = {VRM_CHANGE_LOST, "spring", "a spring has no joint that can sway"},
    [VRMI_LOSS_JOINT] = {VRM_CHANGE_LOST, "spring-joint", "a joint of a spring has no tail"},
    [VRMI_LOSS_JOINT_VALUES] = {VRM_CHANGE_NARROWED, "spring-joint-values",
                                "0.x has one set of values for a whole chain: those of its root"},
    [VRMI_LOSS_JOINT_LIMIT] = {VRM_CHANGE_LOST, "spring-limit",
                               "the other dialect has no limits of joints"},
    [VRMI_LOSS_JOINT_ADDED] = {VRM_CHANGE_CONVERTED, "spring-joint-added",
                               "in 0.x everything below a root sways, and so does this node"},
    [VRMI_LOSS_TAIL] = {VRM_CHANGE_CONVERTED, "spring-tail",
                        "the tail of a leaf is 7 cm away in 0.x, whatever node is there"},
    [VRMI_LOSS_TEXTURE_ROTATION] = {VRM_CHANGE_LOST, "texture-rotation",
                                    "the rotation of a texture is left out"},
    [VRMI_LOSS_TEXTURE_TRANSFORM] = {VRM_CHANGE_NARROWED, "texture-transform",
                                     "0.x places all textures of a material as the main one"},
    [VRMI_LOSS_TEXTURE] = {VRM_CHANGE_LOST, "material-texture",
                           "0.x has no such texture, or no such UV set"},
    [VRMI_LOSS_MATERIAL] = {VRM_CHANGE_NARROWED, "material-value",
                            "0.x cannot say a value of this material as it is"},
};

/* The list of the old file that an index of a loss counts in. */
static const char *list_of(vrmi_loss loss) {
    switch (loss) {
    case VRMI_LOSS_SHARED_MESH:
    case VRMI_LOSS_JOINT_ADDED:
        return "/nodes";
    case VRMI_LOSS_COLLIDER:
    case VRMI_LOSS_COLLIDER_SHAPE:
        return "/extensions/VRMC_springBone/colliders";
    case VRMI_LOSS_TEXTURE_ROTATION:
    case VRMI_LOSS_TEXTURE_TRANSFORM:
    case VRMI_LOSS_TEXTURE:
    case VRMI_LOSS_MATERIAL:
        return "/materials";
    default:
        return NULL;
    }
}

/* Where the thing stands in the old file; "" where the tables do not tell. */
static const char *place_of(const vrmi_migration *m, vrmi_loss loss, int32_t index,
                            char out[VRMI_SENTENCE]) {
    const char *list = list_of(loss);
    out[0] = '\0';
    if (list != NULL) return vrmi_point_at(out, list, index, NULL);
    if (loss == VRMI_LOSS_CONSTRAINT) {
        return vrmi_point_at(out, "/nodes", m->tables.constraints[index].node, NULL);
    }
    if (loss >= VRMI_LOSS_JOINT && loss <= VRMI_LOSS_TAIL) {
        return vrmi_point_at(out, "/nodes", m->tables.spring_joints[index].node, NULL);
    }
    return out;
}

void vrmi_say_loss(void *migration, vrmi_loss loss, int32_t index) {
    vrmi_migration *m = migration;
    const loss_words *words = &losses[loss];
    char from[VRMI_SENTENCE];
    if (words->code == NULL) return;
    vrmi_say_change(m, words->kind, words->code, place_of(m, loss, index, from), "",
                    words->sentence);
}
