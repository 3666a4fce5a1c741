/* vrm info --json: one object a file, on one line. */
#include "apps/kit/json_line.h"
#include "info.h"

#include <string.h>
#include <yyjson.h>

typedef struct json {
    yyjson_mut_doc *document;
    yyjson_mut_val *root;
} json;

static void add_text(json *to, yyjson_mut_val *object, const char *key, vrm_string text) {
    yyjson_mut_obj_add_strn(to->document, object, key, text.data, text.length);
}

static void add_number(json *to, yyjson_mut_val *object, const char *key, uint64_t number) {
    yyjson_mut_obj_add_uint(to->document, object, key, number);
}

static void add_flag(json *to, yyjson_mut_val *object, const char *key, int32_t flag) {
    yyjson_mut_obj_add_bool(to->document, object, key, flag != 0);
}

static void add_word(json *to, yyjson_mut_val *object, const char *key, const char *const *words,
                     int32_t index) {
    yyjson_mut_obj_add_str(to->document, object, key, words[index]);
}

static void add_texts(json *to, yyjson_mut_val *object, const char *key, const vrm_string *texts,
                      uint32_t count) {
    yyjson_mut_val *array = yyjson_mut_obj_add_arr(to->document, object, key);
    for (uint32_t i = 0; i < count; ++i) {
        yyjson_mut_arr_add_strn(to->document, array, texts[i].data, texts[i].length);
    }
}

/* What may be done with the avatar, in one form for all dialects. */
static void add_permissions(json *to, const vrm_meta *meta) {
    static const char *const who[] = {"onlyAuthor", "onlySeparatelyLicensedPerson", "everyone"};
    static const char *const commercial[] = {"personalNonProfit", "personalProfit", "corporation"};
    static const char *const credit[] = {"required", "unnecessary"};
    static const char *const modification[] = {"prohibited", "allowModification",
                                               "allowModificationRedistribution"};
    yyjson_mut_val *object = yyjson_mut_obj_add_obj(to->document, to->root, "permissions");
    add_word(to, object, "avatar", who, meta->permissions.avatar_permission);
    add_flag(to, object, "violent", meta->permissions.allow_excessively_violent_usage);
    add_flag(to, object, "sexual", meta->permissions.allow_excessively_sexual_usage);
    add_word(to, object, "commercial", commercial, meta->permissions.commercial_usage);
    add_flag(to, object, "political_or_religious",
             meta->permissions.allow_political_or_religious_usage);
    add_flag(to, object, "antisocial_or_hate", meta->permissions.allow_antisocial_or_hate_usage);
    add_word(to, object, "credit", credit, meta->permissions.credit_notation);
    add_flag(to, object, "redistribution", meta->permissions.allow_redistribution);
    add_word(to, object, "modification", modification, meta->permissions.modification);
}

static void add_avatar(json *to, const vrm_tables *tables) {
    static const char *const shapes[] = {"none",          "sphere",         "capsule",
                                         "inside_sphere", "inside_capsule", "plane"};
    uint64_t by_shape[6] = {0};
    yyjson_mut_val *object;
    vrm_string license = tables->meta.license_url;
    if (license.length == 0) license = tables->meta.legacy_license_name;
    add_text(to, to->root, "name", tables->meta.name);
    add_texts(to, to->root, "authors", tables->meta.authors, tables->meta.author_count);
    add_text(to, to->root, "license", license);
    add_permissions(to, &tables->meta);
    object = yyjson_mut_obj_add_obj(to->document, to->root, "bones");
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        if (tables->humanoid.nodes[i] == VRM_NONE) continue;
        yyjson_mut_obj_add_int(to->document, object, vrm_bone_name((vrm_bone)i),
                               tables->humanoid.nodes[i]);
    }
    object = yyjson_mut_obj_add_arr(to->document, to->root, "expressions");
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        yyjson_mut_arr_add_strn(to->document, object, tables->expressions[i].name.data,
                                tables->expressions[i].name.length);
    }
    add_number(to, to->root, "springs", tables->spring_count);
    add_number(to, to->root, "joints", tables->spring_joint_count);
    for (uint32_t i = 0; i < tables->spring_collider_count; ++i)
        by_shape[tables->spring_colliders[i].shape] += 1;
    object = yyjson_mut_obj_add_obj(to->document, to->root, "colliders");
    for (int i = 0; i < 6; ++i) {
        if (by_shape[i] != 0) add_number(to, object, shapes[i], by_shape[i]);
    }
    add_number(to, to->root, "constraints", tables->constraint_count);
}

/* Numbers as numbers, and texts as the message shows them, without their quotes. */
static void add_arguments(json *to, yyjson_mut_val *object, const vrm_diagnostic *entry) {
    static const char *const kinds[] = {"integer", "number", "text", "word", "reference"};
    yyjson_mut_val *array = yyjson_mut_obj_add_arr(to->document, object, "arguments");
    for (uint32_t i = 0; i < entry->argument_count; ++i) {
        const vrm_diagnostic_argument *argument = &entry->arguments[i];
        yyjson_mut_val *item = yyjson_mut_arr_add_obj(to->document, array);
        add_word(to, item, "kind", kinds, argument->kind);
        if (argument->kind == VRM_ARGUMENT_REFERENCE) {
            yyjson_mut_obj_add_str(to->document, item, "subject", argument->subject);
            yyjson_mut_obj_add_sint(to->document, item, "index", argument->integer);
            yyjson_mut_obj_add_str(to->document, item, "name", argument->name);
        } else if (argument->kind == VRM_ARGUMENT_INTEGER) {
            yyjson_mut_obj_add_sint(to->document, item, "value", argument->integer);
        } else if (argument->kind == VRM_ARGUMENT_NUMBER && json_has_number(argument->number)) {
            yyjson_mut_obj_add_real(to->document, item, "value", argument->number);
        } else { /* JSON has no number that is not finite */
            yyjson_mut_obj_add_str(to->document, item, "value", argument->text);
        }
    }
}

static void add_diagnostics(json *to, const vrm_report *report) {
    static const char *const severities[] = {"note", "warning", "error"};
    static const char *const impacts[] = {"visible", "elsewhere", "exporter"};
    yyjson_mut_val *array = yyjson_mut_obj_add_arr(to->document, to->root, "diagnostics");
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *entry = vrm_report_get(report, i);
        yyjson_mut_val *object = yyjson_mut_arr_add_obj(to->document, array);
        yyjson_mut_obj_add_str(to->document, object, "code", entry->code);
        add_word(to, object, "severity", severities, entry->severity);
        yyjson_mut_obj_add_str(to->document, object, "pointer", entry->pointer);
        yyjson_mut_obj_add_str(to->document, object, "requirement", entry->requirement);
        yyjson_mut_obj_add_str(to->document, object, "message", entry->message);
        yyjson_mut_obj_add_str(to->document, object, "remedy", entry->remedy);
        add_flag(to, object, "repaired", entry->is_repair);
        add_word(to, object, "impact", impacts, entry->impact);
        yyjson_mut_obj_add_str(to->document, object, "subject", entry->subject);
        yyjson_mut_obj_add_str(to->document, object, "name", entry->subject_name);
        add_arguments(to, object, entry);
    }
}

bool print_json(const char *path, vrm_result result, const vrm_model *model,
                const vrm_report *report) {
    json to;
    to.document = yyjson_mut_doc_new(NULL);
    to.root = yyjson_mut_obj(to.document);
    yyjson_mut_doc_set_root(to.document, to.root);
    json_add_path(to.document, to.root, "file", path);
    yyjson_mut_obj_add_str(to.document, to.root, "result", vrm_result_name(result));
    if (model != NULL) {
        const vrm_gltf *gltf = vrm_model_gltf(model);
        const vrm_tables *tables = vrm_model_tables(model);
        totals sum = count_totals(model);
        yyjson_mut_obj_add_str(to.document, to.root, "dialect",
                               vrm_dialect_name((vrm_dialect)tables->dialect));
        add_text(&to, to.root, "generator", gltf->generator);
        add_avatar(&to, tables);
        add_number(&to, to.root, "nodes", gltf->node_count);
        add_number(&to, to.root, "meshes", gltf->mesh_count);
        add_number(&to, to.root, "triangles", sum.triangles);
        add_number(&to, to.root, "vertices", sum.vertices);
        add_number(&to, to.root, "morph_targets", sum.targets);
        add_number(&to, to.root, "materials", gltf->material_count);
        add_number(&to, to.root, "textures", gltf->texture_count);
        add_number(&to, to.root, "images", gltf->image_count);
    } else {
        yyjson_mut_obj_add_null(to.document, to.root, "dialect");
    }
    add_diagnostics(&to, report);
    return json_print(to.document);
}
