/* The blocks of VRM in the document. */
#include "author/migrate/migration.h"
#include "author/text/vrm0_text.h"
#include "author/text/vrm1_text.h"
#include "base/text.h"

/* Members of the old block that are not VRM's go along: extras, and extensions of the block. */
static void keep_unknown(vrmi_migration *m, vrm_string extras, vrm_string extensions) {
    vrmi_value *block = vrmi_find_block(m, m->to);
    if (extras.length != 0) vrmi_value_set(&m->edit.tree, block, "extras", extras);
    if (extensions.length != 0) vrmi_value_set(&m->edit.tree, block, "extensions", extensions);
}

static vrm_string member_text(vrmi_migration *m, vrmi_value *object, const char *key) {
    vrmi_value *value = vrmi_value_get(&m->edit.tree, object, key);
    vrm_string text = vrmi_value_text(&m->edit.tree, value);
    return vrmi_arena_copy_string(&m->arena, value != NULL ? text.data : "",
                                  value != NULL ? text.length : 0);
}

/* Puts what a writer appended into the extensions of the file. */
static void put_block(vrmi_migration *m, vrmi_vrm_text *text, const char *name,
                      void (*put)(vrmi_vrm_text *text)) {
    vrmi_json_writer json;
    vrmi_json_writer_init(&json, &m->edit.memory);
    text->writer = &json;
    put(text);
    if (json.is_refused) {
        m->is_refused = true;
    } else {
        vrmi_value *extensions =
            vrmi_value_make(&m->edit.tree, m->edit.tree.root, "extensions", VRMI_VALUE_OBJECT);
        vrmi_value_set(&m->edit.tree, extensions, name, vrmi_json_writer_text(&json));
    }
    text->writer = NULL;
    vrmi_json_writer_release(&json);
}

/* Constraints of the beta are those of 1.0, but for their version (NC-026). */
static void set_constraint_versions(vrmi_migration *m) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *nodes = vrmi_value_get(tree, tree->root, "nodes");
    for (uint32_t i = 0; i < vrmi_value_count(tree, nodes); ++i) {
        vrmi_value *at = vrmi_value_get(tree, vrmi_value_at(tree, nodes, i), "extensions");
        at = vrmi_value_get(tree, at, "VRMC_node_constraint");
        if (at == NULL ||
            vrmi_string_equals(vrmi_value_string(tree, vrmi_value_get(tree, at, "specVersion")),
                               "1.0")) {
            continue;
        }
        vrmi_value_set_words(tree, at, "specVersion", vrmi_string_from("1.0"));
    }
}

/* The beta is almost the same as 1.0: members that are equal in both stay as they are in the file.
 * */
static void merge_block(vrmi_migration *m, vrmi_vrm_text *text, const char *name,
                        void (*put)(vrmi_vrm_text *text)) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *extensions = vrmi_value_get(tree, tree->root, "extensions");
    vrmi_json_writer old, json;
    vrmi_vrm_text before = *text;
    before.dialect = m->from;
    before.lost = NULL;
    vrmi_json_writer_init(&old, &m->edit.memory);
    vrmi_json_writer_init(&json, &m->edit.memory);
    before.writer = &old;
    text->writer = &json;
    put(&before);
    put(text);
    text->writer = NULL;
    if (old.is_refused || json.is_refused ||
        !vrmi_merge_texts(m, vrmi_value_get(tree, extensions, name), vrmi_json_writer_text(&old),
                          vrmi_json_writer_text(&json))) {
        m->is_refused = true;
    }
    vrmi_json_writer_release(&json);
    vrmi_json_writer_release(&old);
}

/* Removes the blocks of the old dialect, and puts those of the new one. */
static void replace_blocks(vrmi_migration *m, vrmi_vrm_text *text) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *old = vrmi_find_block(m, m->from), *extensions;
    vrm_string extras = member_text(m, old, "extras");
    vrm_string inner = member_text(m, old, "extensions");
    if (extras.data == NULL || inner.data == NULL) {
        m->is_refused = true;
        return;
    }
    extensions = vrmi_value_get(tree, tree->root, "extensions");
    vrmi_value_remove(tree, old);
    vrmi_value_remove(tree, vrmi_value_get(tree, extensions, "VRMC_springBone"));
    if (m->to == VRM_DIALECT_0) {
        put_block(m, text, "VRM", vrmi_put_vrm0);
    } else {
        put_block(m, text, "VRMC_vrm", vrmi_put_vrm1);
        if (vrmi_has_spring_bone(text)) put_block(m, text, "VRMC_springBone", vrmi_put_spring_bone);
    }
    keep_unknown(m, extras, inner);
}

void vrmi_migrate_blocks(vrmi_migration *m) {
    char generator[VRMI_SENTENCE];
    vrmi_text name = vrmi_text_make(generator, sizeof generator);
    vrmi_vrm_text text = {.gltf = &m->gltf,
                          .tables = &m->tables,
                          .maps = &m->maps,
                          .dialect = m->to,
                          .lost = vrmi_say_loss,
                          .lost_context = m};
    /* Not the name of the program before: readers fix what old versions of UniVRM wrote (V0-051).
     */
    vrmi_text_append(&name, "libvrm-");
    vrmi_text_append(&name, vrm_version());
    text.generator = vrmi_string_from(generator);
    if (m->is_in_place) {
        merge_block(m, &text, "VRMC_vrm", vrmi_put_vrm1);
        if (vrmi_has_spring_bone(&text)) {
            merge_block(m, &text, "VRMC_springBone", vrmi_put_spring_bone);
        }
    } else {
        replace_blocks(m, &text);
    }
    if (m->to != VRM_DIALECT_0) set_constraint_versions(m);
    vrmi_migrate_materials(m, &text);
    vrmi_give_extras(m);
}
