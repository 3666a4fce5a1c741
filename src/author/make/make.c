#include "author/make/make.h"

#include "author/document/file_edit.h"
#include "author/document/written.h"
#include "author/make/diagnostics.h"
#include "author/make/guesses.h"
#include "author/make/make_report.h"
#include "author/text/vrm1_text.h"
#include "base/desc.h"
#include "base/text.h"

#include <string.h>

/* --- Settings --- */

void vrm_make_desc_init_sized(vrm_make_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

VRMI_LOAD_DESC_CHECK(vrm_make_desc, flags);

static bool read_desc(vrm_make_desc *out, const vrm_make_desc *desc) {
    return vrmi_flagged_read(out, sizeof *out, VRMI_SIZE_UP_TO(vrm_make_desc, guesses_size), desc,
                             VRM_MAKE_KEEP_POSE);
}

/* --- Nodes --- */

static bool is_same_vec3(vrm_vec3 a, vrm_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static bool is_same_quat(vrm_quat a, vrm_quat b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

/* Writes what has changed of a node, and nothing else. A matrix becomes its parts. */
static void write_node(vrm_edit *edit, vrmi_value *node, const vrm_trs *from, const vrm_trs *to) {
    vrmi_value *matrix = vrmi_value_get(&edit->tree, node, "matrix");
    const float translation[3] = {to->translation.x, to->translation.y, to->translation.z};
    const float rotation[4] = {to->rotation.x, to->rotation.y, to->rotation.z, to->rotation.w};
    const float scale[3] = {to->scale.x, to->scale.y, to->scale.z};
    const bool moves = !is_same_vec3(from->translation, to->translation);
    const bool turns = !is_same_quat(from->rotation, to->rotation);
    const bool scales = !is_same_vec3(from->scale, to->scale);
    if (!moves && !turns && !scales) return;
    if (matrix != NULL) vrmi_value_remove(&edit->tree, matrix);
    if (moves || matrix != NULL) {
        vrmi_value_set_floats(&edit->tree, node, "translation", translation, 3);
    }
    if (turns || matrix != NULL) vrmi_value_set_floats(&edit->tree, node, "rotation", rotation, 4);
    if (scales || matrix != NULL) vrmi_value_set_floats(&edit->tree, node, "scale", scale, 3);
}

static void write_nodes(const vrmi_make *make, vrm_edit *edit) {
    vrmi_value *nodes = vrmi_value_get(&edit->tree, edit->tree.root, "nodes");
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        write_node(edit, vrmi_value_at(&edit->tree, nodes, i), &make->gltf->nodes[i].rest,
                   &make->pose[i]);
    }
}

/* A node at the origin above all roots of the scene. */
static void add_root(const vrmi_make *make, vrm_edit *edit) {
    const vrm_gltf *gltf = make->gltf;
    vrmi_value *scenes = vrmi_value_get(&edit->tree, edit->tree.root, "scenes");
    vrmi_json_writer text;
    int32_t root;
    if (!make->root_is_added || gltf->scene == VRM_NONE) return;
    vrmi_json_writer_init(&text, &edit->memory);
    vrmi_put_object(&text);
    vrmi_put_words_of(&text, "name", "Root");
    vrmi_put_key(&text, "children");
    vrmi_put_integers(&text, gltf->scenes[gltf->scene].roots, gltf->scenes[gltf->scene].root_count);
    vrmi_put_object_end(&text);
    if (text.is_refused) edit->tree.is_refused = true;
    root = vrmi_edit_add_element(edit, VRMI_REFERENCE_NODE, vrmi_json_writer_text(&text));
    vrmi_json_writer_release(&text);
    vrmi_json_writer_init(&text, &edit->memory);
    vrmi_put_integers(&text, &root, 1);
    if (text.is_refused) edit->tree.is_refused = true;
    vrmi_value_set(&edit->tree, vrmi_value_at(&edit->tree, scenes, (uint32_t)gltf->scene), "nodes",
                   vrmi_json_writer_text(&text));
    vrmi_json_writer_release(&text);
}

/* --- Moving --- */

/* Takes a node out of the list of children, or of roots, that it is in. */
static void take_out(vrm_edit *edit, vrmi_value *list, int32_t node) {
    for (uint32_t i = 0; i < vrmi_value_count(&edit->tree, list); ++i) {
        vrmi_value *item = vrmi_value_at(&edit->tree, list, i);
        if (vrmi_value_to_index(&edit->tree, item) != node) continue;
        vrmi_value_remove(&edit->tree, item);
        return;
    }
}

/* Hangs a node on another without moving anything at rest. */
static void move_node(const vrmi_make *make, vrm_edit *edit, const vrmi_move *move) {
    /* What hangs on nothing is not moved. */
    const uint32_t old = (uint32_t)make->gltf->nodes[move->node].parent;
    vrmi_value *nodes = vrmi_value_get(&edit->tree, edit->tree.root, "nodes");
    vrmi_value *owner = vrmi_value_at(&edit->tree, nodes, old);
    vrmi_value *children, *added;
    vrm_mat4 inverse, local;
    vrm_trs trs;
    if (!vrmi_mat4_inverse(&make->world[move->parent], &inverse)) return;
    local = vrmi_mat4_multiply(&inverse, &make->world[move->node]);
    vrmi_trs_from_mat4(&local, &trs);
    if (!vrmi_trs_is_finite(&trs)) return;
    children = vrmi_value_get(&edit->tree, owner, "children");
    take_out(edit, children, move->node);
    if (vrmi_value_count(&edit->tree, children) == 0) vrmi_value_remove(&edit->tree, children);
    owner = vrmi_value_at(&edit->tree, nodes, (uint32_t)move->parent);
    children = vrmi_value_make(&edit->tree, owner, "children", VRMI_VALUE_ARRAY);
    added = vrmi_value_append(&edit->tree, children, (vrm_string){"0", 1});
    vrmi_value_replace_index(&edit->tree, added, (uint64_t)move->node);
    write_node(edit, vrmi_value_at(&edit->tree, nodes, (uint32_t)move->node),
               &make->gltf->nodes[move->node].rest, &trs);
}

/* The file with its bones in the right tree; it is then made into an avatar like any other. */
static vrm_result write_moved(const vrmi_make *make, vrm_edit *edit, vrm_written **out) {
    for (uint32_t i = 0; i < make->move_count; ++i) {
        move_node(make, edit, &make->moves[i]);
        vrmi_make_say_move(make, &make->moves[i], edit);
    }
    return vrmi_edit_write(edit, out);
}

/* --- Blocks --- */

static void write_block(vrm_edit *edit, const char *name, vrmi_json_writer *text) {
    vrmi_value *extensions =
        vrmi_value_make(&edit->tree, edit->tree.root, "extensions", VRMI_VALUE_OBJECT);
    if (text->is_refused) edit->tree.is_refused = true;
    vrmi_value_set(&edit->tree, extensions, name, vrmi_json_writer_text(text));
    vrmi_json_writer_release(text);
}

static vrm_result write_file(vrmi_make *make, vrm_edit *edit, vrm_written **out) {
    vrm_tables tables;
    vrmi_json_writer writer;
    vrmi_vrm_text text = {
        .writer = &writer, .gltf = make->gltf, .tables = &tables, .dialect = VRM_DIALECT_1};
    if (!vrmi_make_tables(make, &tables)) return vrmi_refusal_result(make->memory);
    write_nodes(make, edit);
    vrmi_make_write_binds(make, edit);
    add_root(make, edit);
    vrmi_json_writer_init(&writer, &edit->memory);
    vrmi_put_vrm1(&text);
    write_block(edit, "VRMC_vrm", &writer);
    if (vrmi_has_spring_bone(&text)) {
        vrmi_json_writer_init(&writer, &edit->memory);
        vrmi_put_spring_bone(&text);
        write_block(edit, "VRMC_springBone", &writer);
    }
    vrmi_edit_complete_extensions(edit);
    vrmi_make_say_changes(make, &tables, edit);
    return vrmi_edit_write(edit, out);
}

/* --- The steps --- */

static void begin(vrmi_make *make, vrm_edit *edit, const vrm_make_desc *desc) {
    memset(make, 0, sizeof *make);
    make->memory = &edit->memory;
    make->model = edit->model;
    make->gltf = vrm_model_gltf(edit->model);
    vrmi_arena_init(&make->arena, &edit->memory, 0);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) make->bones[bone].node = VRM_NONE;
    make->stance.keeps_pose = (desc->flags & VRM_MAKE_KEEP_POSE) != 0;
    make->name = make->author = (vrm_string){"", 0};
}

/* Settings of the caller take precedence over a guesses file. */
static void set_names(vrmi_make *make, const vrm_make_desc *desc) {
    if (desc->name != NULL && desc->name[0] != '\0') make->name = vrmi_string_from(desc->name);
    if (desc->author != NULL && desc->author[0] != '\0') {
        make->author = vrmi_string_from(desc->author);
    }
    make->author_is_guessed = make->author.length == 0;
    if (make->author_is_guessed) make->author = vrmi_string_from("(unknown)");
    make->name_is_guessed = make->name.length == 0;
    if (make->name.length == 0 && desc->default_name != NULL) {
        make->name = vrmi_string_from(desc->default_name);
    }
    if (make->name.length == 0) make->name = vrmi_string_from("(untitled)");
}

static bool read_guesses(vrmi_make *make, const vrm_make_desc *desc, vrm_report *report) {
    vrmi_guesses_problem problem = {NULL, ""};
    if (desc->guesses == NULL) return true;
    if (vrmi_make_read_guesses(make, desc->guesses, desc->guesses_size, &problem)) return true;
    if (problem.what != NULL) {
        vrmi_report_add(
            report, &vrmi_make_diagnostics.messages[VRMI_MAKE_GUESSES - VRMI_MAKE_FIRST], true,
            NULL,
            VRMI_WITH(vrmi_words(problem.what), vrmi_quoted(vrmi_string_from(problem.where))));
    }
    return false;
}

/* A file whose bones have been moved below their right parents, and these bones. */
typedef struct moved_file {
    vrm_written *file; /* with the changes of the moves; NULL: none has been moved */
    const char *family;
    vrmi_bone_guess bones[VRM_BONE_COUNT];
} moved_file;

static bool find_bones(vrmi_make *make, const moved_file *moved) {
    if (moved->file == NULL) return vrmi_make_find_bones(make);
    make->family = moved->family;
    vrmi_make_keep_bones(make, moved->bones);
    return true;
}

/* All guesses. VRM_ERROR_VRM: bones are missing, and nothing else was looked for. */
static vrm_result guess(vrmi_make *make, const vrm_make_desc *desc, const moved_file *moved,
                        vrm_report *report) {
    if (!vrmi_make_measure(make)) return vrmi_refusal_result(make->memory);
    if (!read_guesses(make, desc, report)) {
        return make->is_refused ? vrmi_refusal_result(make->memory) : VRM_ERROR_JSON;
    }
    set_names(make, desc);
    if (!find_bones(make, moved)) return vrmi_refusal_result(make->memory);
    if (make->move_count > 0 && vrmi_make_missing_bones(make) == 0) return VRM_OK;
    make->move_count = 0;
    if (vrmi_make_missing_bones(make) == 0) {
        vrmi_make_choose_pose(make);
        vrmi_make_even_scales(make);
        vrmi_make_stand(make);
        vrmi_make_t_pose(make);
        vrmi_make_ground(make);
        if (!make->is_refused) vrmi_make_unscale(make);
    }
    if (make->is_refused || !vrmi_make_find_expressions(make) || !vrmi_make_find_chains(make)) {
        return vrmi_refusal_result(make->memory);
    }
    if (vrmi_make_missing_bones(make) != 0) return VRM_ERROR_VRM;
    return vrmi_make_find_first_person(make) ? VRM_OK : vrmi_refusal_result(make->memory);
}

static vrm_result write_guesses(const vrmi_make *make, const vrm_edit *edit, vrm_written **out) {
    vrm_written *file = vrmi_written_create(&edit->memory.allocator, &edit->limits);
    vrmi_json_writer writer;
    vrm_string text;
    if (file == NULL) return VRM_ERROR_OUT_OF_MEMORY;
    vrmi_json_writer_init(&writer, &file->memory);
    vrmi_make_write_guesses(make, &writer);
    text = vrmi_json_writer_text(&writer);
    file->file.bytes = writer.is_refused ? NULL : vrmi_memory_allocate(&file->memory, text.length);
    if (file->file.bytes != NULL) {
        memcpy(file->file.bytes, text.data, text.length);
        file->file.size = text.length;
        *out = file;
    }
    vrmi_json_writer_release(&writer);
    if (*out != NULL) return VRM_OK;
    vrm_written_destroy(file);
    return VRM_ERROR_OUT_OF_MEMORY;
}

/* If bones have to be moved first, `moved` gets that file, and nothing else is made. */
static vrm_result make_avatar(vrm_edit *edit, const vrm_make_desc *desc, moved_file *moved,
                              vrm_written **out_file, vrm_written **out_guesses,
                              vrm_report *report) {
    const vrm_dialect dialect = vrm_model_tables(edit->model)->dialect;
    vrmi_make make;
    vrm_result result;
    if (dialect != VRM_DIALECT_NONE && dialect != VRM_DIALECT_ANIMATION) {
        vrmi_report_add(report,
                        &vrmi_make_diagnostics.messages[VRMI_MAKE_IS_AVATAR - VRMI_MAKE_FIRST],
                        true, NULL, VRMI_WITH(vrmi_words(vrm_dialect_name(dialect))));
        return VRM_ERROR_VRM;
    }
    begin(&make, edit, desc);
    result = guess(&make, desc, moved, report);
    if (result == VRM_OK && make.move_count > 0) {
        if (moved->file == NULL) {
            result = write_moved(&make, edit, &moved->file);
            moved->family = make.family;
            memcpy(moved->bones, make.bones, sizeof moved->bones);
            vrmi_arena_release(&make.arena);
            return result;
        }
        result = VRM_ERROR_VRM; /* once is enough: the tree cannot be fixed */
    }
    if (result == VRM_ERROR_VRM) vrmi_make_say_missing(&make, report);
    if ((result == VRM_OK || result == VRM_ERROR_VRM) && out_guesses != NULL) {
        const vrm_result written = write_guesses(&make, edit, out_guesses);
        if (written != VRM_OK) result = written;
    }
    for (uint32_t i = 0; i < vrm_written_change_count(moved->file) && result == VRM_OK; ++i) {
        const vrm_change *change = vrm_written_change(moved->file, i);
        vrmi_edit_changed(edit, change->kind, change->code, vrmi_string_from(change->from),
                          vrmi_string_from(change->to), vrmi_string_from(change->text));
    }
    if (result == VRM_OK) result = write_file(&make, edit, out_file);
    vrmi_arena_release(&make.arena);
    return result;
}

vrm_result vrm_make(const void *bytes, size_t size, const vrm_make_desc *desc,
                    vrm_written **out_file, vrm_written **out_guesses, vrm_report **out_report) {
    vrm_make_desc read;
    vrm_report *report = NULL;
    moved_file moved = {.file = NULL};
    vrm_edit edit;
    vrm_result result;
    if (out_file != NULL) *out_file = NULL;
    if (out_guesses != NULL) *out_guesses = NULL;
    if (out_report != NULL) *out_report = NULL;
    if (out_file == NULL || !read_desc(&read, desc)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    result = vrmi_edit_open(&edit, bytes, size, read.load, &report);
    if (result == VRM_OK) {
        result = make_avatar(&edit, &read, &moved, out_file, out_guesses, report);
        vrmi_edit_close(&edit);
    }
    if (result == VRM_OK && *out_file == NULL) {
        size_t moved_size;
        const void *moved_bytes = vrm_written_bytes(moved.file, &moved_size);
        vrm_report_destroy(report);
        result = vrmi_edit_open(&edit, moved_bytes, moved_size, read.load, &report);
        if (result == VRM_OK) {
            result = make_avatar(&edit, &read, &moved, out_file, out_guesses, report);
            vrmi_edit_close(&edit);
        }
    }
    vrm_written_destroy(moved.file);
    if (out_report != NULL) {
        *out_report = report;
    } else {
        vrm_report_destroy(report);
    }
    return result;
}
