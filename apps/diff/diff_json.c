/* vrm diff: what differs, as one JSON object. docs/reference/diff.md describes it. */
#include "apps/kit/avatar/record.h"
#include "diff.h"

static void add_change(json_line *line, const vrm_difference *difference) {
    json_object(line, NULL);
    json_word(line, "part", part_word(difference->part));
    json_word(line, "kind", vrm_diff_kind_name(difference->kind));
    json_word(line, "name", difference->name);
    json_word(line, "field", difference->field);
    json_word(line, "from", difference->from);
    json_word(line, "to", difference->to);
    if (difference->amount >= 0.0) {
        json_number(line, "amount", difference->amount);
        json_word(line, "unit", difference->unit);
    } else {
        json_null(line, "amount");
        json_word(line, "unit", "");
    }
    json_word(line, "effect", difference->effect);
    json_close(line);
}

static void add_changes(json_line *line, const diff_changes *list) {
    json_unsigned(line, "change_count", list->found);
    json_array(line, "changes");
    for (uint32_t i = 0; i < list->count; ++i) {
        add_change(line, &list->items[i]);
        json_print_some(line);
    }
    json_close(line);
}

static void add_motion(json_line *line, const motion_result *result) {
    json_object(line, NULL);
    json_word(line, "motion", result->name);
    json_number(line, "seconds", result->seconds);
    json_unsigned(line, "frames", result->frames);
    for (int i = 0; i < MEASURE_COUNT; ++i) {
        const motion_worst *worst = &result->worst[i];
        if (!worst->is_there) {
            json_null(line, measure_word((motion_measure)i));
            continue;
        }
        json_object(line, measure_word((motion_measure)i));
        json_number(line, "amount", worst->amount);
        json_word(line, "name", worst->name);
        json_number(line, "time", worst->time);
        json_close(line);
    }
    json_close(line);
}

static void add_motions(json_line *line, const motion_results *results) {
    if (results->count == 0) return;
    json_array(line, "motion");
    for (uint32_t i = 0; i < results->count; ++i) add_motion(line, &results->items[i]);
    json_close(line);
}

static void add_pictures(json_line *line, const diff_pictures *pictures) {
    if (pictures->count == 0) return;
    json_array(line, "pictures");
    for (uint32_t i = 0; i < pictures->count; ++i) {
        const diff_view *view = &pictures->views[i];
        json_object(line, NULL);
        json_word(line, "view", view->name);
        json_number(line, "ssim", view->ssim);
        json_number(line, "lowest", view->lowest);
        json_unsigned(line, "largest", view->largest);
        json_unsigned(line, "changed", view->changed);
        json_close(line);
    }
    json_close(line);
}

static void add_operation(const char *path, const char *value, void *user) {
    json_line *line = user;
    json_object(line, NULL);
    json_word(line, "op", value != NULL ? "set" : "remove");
    json_word(line, "path", path);
    if (value != NULL) json_raw(line, "value", value);
    json_close(line);
}

bool diff_print_json(const diff_pair *pair, const diff_found *found) {
    vrm_diff_info info;
    json_line line;
    const vrm_diff_visitor visitor = {&line, add_operation};
    bool is_good = true;
    vrm_diff_info_init(&info);
    vrm_diff_get_info(pair->diff, &info);
    record_begin(&line, "diff", pair->a.path);
    json_path(&line, "other", pair->b.path);
    record_result(&line, &pair->a.notes);
    json_flag(&line, "same", pair->changes.found == 0);
    add_changes(&line, &pair->changes);
    if (info.has_json) {
        json_array(&line, "operations");
        is_good = vrm_diff_operations(pair->diff, &visitor) == VRM_OK;
        json_close(&line);
    } else {
        json_null(&line, "operations");
    }
    json_flag(&line, "payload", info.has_other_payload != 0);
    add_motions(&line, &found->motion);
    add_pictures(&line, &found->pictures);
    record_diagnostics(&line, &pair->a.notes);
    if (!is_good) line.has_no_memory = true;
    return json_print(&line);
}
