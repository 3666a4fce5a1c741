/* One line a picture: for a person, or as JSON. */
#include "shot_report.h"
#include "apps/kit/console.h"
#include "apps/kit/json_line.h"
#include "apps/kit/open.h"

#include <stdio.h>

static void add_vec3(yyjson_mut_doc *doc, yyjson_mut_val *object, const char *key, vrm_vec3 v) {
    yyjson_mut_val *array = yyjson_mut_arr(doc);
    yyjson_mut_arr_add_real(doc, array, (double)v.x);
    yyjson_mut_arr_add_real(doc, array, (double)v.y);
    yyjson_mut_arr_add_real(doc, array, (double)v.z);
    yyjson_mut_obj_add_val(doc, object, key, array);
}

/* As `vrm info --json` has them. */
static void add_notes(yyjson_mut_doc *doc, yyjson_mut_val *root, const file_notes *notes) {
    yyjson_mut_val *array = yyjson_mut_obj_add_arr(doc, root, "diagnostics");
    for (uint32_t i = 0; i < notes->count; ++i) {
        yyjson_mut_val *object = yyjson_mut_arr_add_obj(doc, array);
        yyjson_mut_obj_add_strcpy(doc, object, "code", notes->items[i].code);
        yyjson_mut_obj_add_strcpy(doc, object, "severity",
                                  notes->items[i].is_error ? "error" : "warning");
        yyjson_mut_obj_add_strcpy(doc, object, "pointer", notes->items[i].pointer);
        yyjson_mut_obj_add_strcpy(doc, object, "message", notes->items[i].message);
    }
}

static yyjson_mut_doc *begin_json(const photo_subject *subject, bool is_taken) {
    yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *root = yyjson_mut_obj(doc);
    yyjson_mut_doc_set_root(doc, root);
    json_add_path(doc, root, "file", subject->path);
    yyjson_mut_obj_add_strcpy(doc, root, "result", is_taken ? "ok" : "no picture");
    return doc;
}

static bool end_json(yyjson_mut_doc *doc, const photo_subject *subject) {
    add_notes(doc, yyjson_mut_doc_get_root(doc), &subject->notes);
    return json_print(doc);
}

static bool print_json(const photo_subject *subject, const photo_taken *taken) {
    yyjson_mut_doc *doc = begin_json(subject, true);
    yyjson_mut_val *root = yyjson_mut_doc_get_root(doc), *ms, *camera;
    const shot_times *times = &subject->times;
    json_add_path(doc, root, "out", taken->out);
    yyjson_mut_obj_add_uint(doc, root, "width", taken->width);
    yyjson_mut_obj_add_uint(doc, root, "height", taken->height);
    yyjson_mut_obj_add_uint(doc, root, "pictures", taken->pictures);
    ms = yyjson_mut_obj_add_obj(doc, root, "ms");
    yyjson_mut_obj_add_real(doc, ms, "load", times->load);
    yyjson_mut_obj_add_real(doc, ms, "pose", times->pose);
    yyjson_mut_obj_add_real(doc, ms, "decode", times->decode);
    yyjson_mut_obj_add_real(doc, ms, "upload", times->upload);
    yyjson_mut_obj_add_real(doc, ms, "draw", times->draw);
    yyjson_mut_obj_add_real(doc, ms, "encode", times->encode);
    yyjson_mut_obj_add_real(doc, ms, "total", taken->total_ms);
    yyjson_mut_obj_add_real(doc, ms, "since start", taken->since_start_ms);
    camera = yyjson_mut_obj_add_obj(doc, root, "camera");
    add_vec3(doc, camera, "eye", taken->camera.eye);
    add_vec3(doc, camera, "target", taken->camera.target);
    add_vec3(doc, camera, "up", taken->camera.up);
    yyjson_mut_obj_add_real(doc, camera, "fov", (double)taken->camera.fov_degrees);
    yyjson_mut_obj_add_real(doc, camera, "near", (double)taken->camera.near);
    yyjson_mut_obj_add_real(doc, camera, "far", (double)taken->camera.far);
    return end_json(doc, subject);
}

bool print_not_taken(const photo_subject *subject, bool is_json) {
    bool is_printed = !is_json || end_json(begin_json(subject, false), subject);
    fflush(stdout);
    return is_printed;
}

bool print_taken(const photo_subject *subject, const photo_taken *taken, bool is_json) {
    bool is_printed = true;
    if (is_json) {
        is_printed = print_json(subject, taken);
    } else {
        print_name(stdout, from_text(taken->out), 400, 0);
        printf("  %u×%u  ", (unsigned)taken->width, (unsigned)taken->height);
        if (taken->pictures > 1) printf("%u pictures  ", (unsigned)taken->pictures);
        printf("%.0f ms\n", taken->total_ms);
    }
    fflush(stdout);
    return is_printed;
}
