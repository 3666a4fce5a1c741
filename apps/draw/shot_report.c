/* One line a file: for a person, or as JSON. */
#include "shot_report.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/program/console.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Files that were written --- */

bool taken_add(photo_taken *taken, const char *out) {
    size_t size = strlen(out) + 1;
    char *copy;
    if (taken->out_count == taken->out_capacity) {
        uint32_t capacity = taken->out_capacity > 0 ? taken->out_capacity * 2 : 16;
        char **grown = realloc(taken->outs, capacity * sizeof(char *));
        if (grown == NULL) return false;
        taken->outs = grown;
        taken->out_capacity = capacity;
    }
    copy = malloc(size);
    if (copy == NULL) return false;
    memcpy(copy, out, size);
    taken->outs[taken->out_count++] = copy;
    return true;
}

void taken_release(photo_taken *taken) {
    for (uint32_t i = 0; i < taken->out_count; ++i) free(taken->outs[i]);
    free(taken->outs);
    taken->outs = NULL;
    taken->out_count = taken->out_capacity = 0;
}

/* --- As JSON --- */

static void add_vec3(json_line *line, const char *key, vrm_vec3 v) {
    const float numbers[3] = {v.x, v.y, v.z};
    json_floats(line, key, numbers, 3);
}

static void add_outs(json_line *line, const photo_taken *taken) {
    if (taken->out_count == 0) {
        json_path(line, "out", taken->out);
        return;
    }
    json_array(line, "outs");
    for (uint32_t i = 0; i < taken->out_count; ++i) {
        json_object(line, NULL);
        json_path(line, "out", taken->outs[i]);
        json_close(line);
    }
    json_close(line);
}

static void add_times(json_line *line, const shot_times *times, const photo_taken *taken) {
    json_object(line, "ms");
    json_milliseconds(line, "load", times->load);
    json_milliseconds(line, "pose", times->pose);
    json_milliseconds(line, "decode", times->decode);
    json_milliseconds(line, "upload", times->upload);
    json_milliseconds(line, "draw", times->draw);
    json_milliseconds(line, "encode", times->encode);
    json_milliseconds(line, "total", taken->total_ms);
    json_milliseconds(line, "since_start", taken->since_start_ms);
    json_close(line);
}

static void add_camera(json_line *line, const camera_place *camera) {
    json_object(line, "camera");
    add_vec3(line, "eye", camera->eye);
    add_vec3(line, "target", camera->target);
    add_vec3(line, "up", camera->up);
    json_float(line, "fov", camera->fov_degrees);
    json_float(line, "near", camera->near);
    json_float(line, "far", camera->far);
    json_close(line);
}

static bool print_json(const char *command, const photo_subject *subject,
                       const photo_taken *taken) {
    json_line line;
    record_begin(&line, command, subject->path);
    record_result(&line, &subject->notes);
    add_outs(&line, taken);
    json_unsigned(&line, "width", taken->width);
    json_unsigned(&line, "height", taken->height);
    json_unsigned(&line, "pictures", taken->pictures);
    if (taken->has_times) add_times(&line, &subject->times, taken);
    add_camera(&line, &taken->camera);
    if (taken->impostor.columns > 0) impostor_add_json(&line, &taken->impostor);
    record_diagnostics(&line, &subject->notes);
    return json_print(&line);
}

bool print_not_taken(const char *command, const photo_subject *subject, bool is_json) {
    bool is_printed = !is_json || record_print_failure(command, subject->path, &subject->notes);
    console_flush();
    return is_printed;
}

/* --- For a person --- */

static void print_file_name(const char *path) { print_name(stdout, from_text(path), 400, 0); }

static void print_text(const photo_subject *subject, const photo_taken *taken) {
    print_file_name(subject->path);
    printf(" → ");
    if (taken->out_count == 0) {
        print_file_name(taken->out);
    } else {
        print_file_name(taken->outs[0]);
        if (taken->out_count > 1) {
            printf(" to ");
            print_file_name(taken->outs[taken->out_count - 1]);
        }
    }
    printf("  %u×%u  ", (unsigned)taken->width, (unsigned)taken->height);
    if (taken->pictures > 1) printf("%u pictures  ", (unsigned)taken->pictures);
    printf("%.0f ms\n", taken->total_ms);
}

bool print_skipped(const char *command, const photo_subject *subject, const char *out,
                   bool is_json) {
    json_line line;
    if (!is_json) {
        print_file_name(subject->path);
        printf(" → ");
        print_file_name(out);
        printf("  exists already\n");
        return true;
    }
    record_begin(&line, command, subject->path);
    json_word(&line, "result", "skipped");
    json_path(&line, "out", out);
    record_diagnostics(&line, &subject->notes);
    return json_print(&line);
}

bool print_taken(const char *command, const photo_subject *subject, const photo_taken *taken,
                 bool is_json) {
    bool is_printed = true;
    if (is_json) {
        is_printed = print_json(command, subject, taken);
    } else {
        print_text(subject, taken);
    }
    console_flush();
    return is_printed;
}
