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

/* --- What the writers of blocks could not express --- */

typedef struct loss_words {
    vrm_change_kind kind;
    const char *code;
    const char *sentence;
} loss_words;

/* Those of meta are listed field by field elsewhere, and have no code here. */
static const loss_words losses[VRMI_LOSS_COUNT] = {
    [VRMI_LOSS_OVERRIDE] = {VRM_CHANGE_LOST, "expression-override",
                            "expression override, which VRM 0.x lacks"},
    [VRMI_LOSS_BINARY_THRESHOLD] = {VRM_CHANGE_CONVERTED, "expression-binary",
                                    "binary expression now switches above 0.5 instead of above 0"},
    [VRMI_LOSS_BIND] = {VRM_CHANGE_LOST, "expression-bind",
                        "expression bind that the other VRM version lacks"},
    [VRMI_LOSS_BIND_COMPONENTS] = {VRM_CHANGE_CONVERTED, "expression-bind-uv",
                                   "a texture bind for one axis now also fixes the other axis"},
    [VRMI_LOSS_BIND_MATERIALS] =
        {VRM_CHANGE_CONVERTED, "expression-bind-materials",
         "VRM 0.x finds materials by name: the bind changes all materials with this name"},
    [VRMI_LOSS_SHARED_MESH] = {VRM_CHANGE_NARROWED, "mesh-shared",
                               "VRM 0.x annotates meshes: nodes that share a mesh cannot differ"},
    [VRMI_LOSS_CONSTRAINT] =
        {VRM_CHANGE_NARROWED, "constraint",
         "VRM 0.x has no constraints: the extension is kept, but few applications read it"},
    [VRMI_LOSS_COLLIDER] = {VRM_CHANGE_LOST, "collider", "collider that VRM 0.x lacks"},
    [VRMI_LOSS_COLLIDER_SHAPE] = {VRM_CHANGE_CONVERTED, "collider-shape",
                                  "VRM 0.x has only spheres: the collider becomes spheres"},
    [VRMI_LOSS_SPRING] = {VRM_CHANGE_LOST, "spring", "a spring has no joint that can sway"},
    [VRMI_LOSS_JOINT] = {VRM_CHANGE_LOST, "spring-joint", "a joint of a spring has no tail"},
    [VRMI_LOSS_JOINT_VALUES] =
        {VRM_CHANGE_NARROWED, "spring-joint-values",
         "VRM 0.x has one set of values per chain: those of its root are used"},
    [VRMI_LOSS_JOINT_LIMIT] = {VRM_CHANGE_LOST, "spring-limit",
                               "joint limit that the other VRM version lacks"},
    [VRMI_LOSS_JOINT_ADDED] =
        {VRM_CHANGE_CONVERTED, "spring-joint-added",
         "in VRM 0.x every descendant of a root sways, so this node does too"},
    [VRMI_LOSS_TAIL] = {VRM_CHANGE_CONVERTED, "spring-tail",
                        "in VRM 0.x the tail of a leaf is 7 cm away, whatever its node"},
    [VRMI_LOSS_TEXTURE_ROTATION] = {VRM_CHANGE_LOST, "texture-rotation", "rotation of a texture"},
    [VRMI_LOSS_TEXTURE_TRANSFORM] =
        {VRM_CHANGE_NARROWED, "texture-transform",
         "VRM 0.x transforms all textures of a material like the main one"},
    [VRMI_LOSS_TEXTURE] = {VRM_CHANGE_LOST, "material-texture",
                           "texture or UV set that VRM 0.x lacks"},
    [VRMI_LOSS_MATERIAL] = {VRM_CHANGE_NARROWED, "material-value",
                            "VRM 0.x cannot express a value of this material exactly"},
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

/* The location of the element in the old file; "" if the tables do not have it. */
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
