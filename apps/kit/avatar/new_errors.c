#include "new_errors.h"

#include <stdio.h>
#include <string.h>

/* As many as `vrm check` keeps. */
enum { MOST_DIAGNOSTICS = 4096 };

static void add(file_errors *errors, const char *code, uint32_t count) {
    uint32_t at = 0;
    while (at < errors->code_count && strcmp(errors->codes[at].code, code) != 0) ++at;
    if (at == MOST_ERROR_CODES) return;
    if (at == errors->code_count) errors->codes[errors->code_count++] = (error_code){code, 0};
    errors->codes[at].count += count;
}

static uint32_t count_of(const file_errors *errors, const char *code) {
    for (uint32_t i = 0; i < errors->code_count; ++i) {
        if (strcmp(errors->codes[i].code, code) == 0) return errors->codes[i].count;
    }
    return 0;
}

static void add_report(file_errors *errors, const vrm_report *report, vrm_severity least) {
    for (int i = 0; i < 3; ++i) errors->counts[i] += vrm_report_found(report, (vrm_severity)i);
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *entry = vrm_report_get(report, i);
        if (entry->severity >= least) add(errors, entry->code, 1);
    }
}

static bool is_ended(vrm_result result) {
    return result != VRM_ERROR_CANCELLED && result != VRM_ERROR_OUT_OF_MEMORY;
}

/* The settings of a check that keeps more diagnostics, in three parts that the caller holds. */
static void set_desc(const vrm_load_desc *settings, vrm_limits *limits, vrm_load_desc *load,
                     vrm_check_desc *out) {
    vrm_limits_init(limits);
    if (settings->limits != NULL) *limits = *settings->limits;
    limits->max_diagnostics = MOST_DIAGNOSTICS;
    *load = *settings;
    load->limits = limits;
    vrm_check_desc_init(out);
    out->load = load;
}

bool file_errors_find(const void *bytes, size_t size, const vrm_load_desc *settings,
                      file_errors *out, vrm_result *out_result) {
    vrm_limits limits;
    vrm_load_desc load;
    vrm_check_desc desc;
    vrm_report *report = NULL;
    memset(out, 0, sizeof *out);
    set_desc(settings, &limits, &load, &desc);
    *out_result = vrm_check(bytes, size, &desc, &report);
    add_report(out, report, VRM_SEVERITY_ERROR);
    vrm_report_destroy(report);
    return is_ended(*out_result);
}

bool file_errors_find_any(const void *bytes, size_t size, const vrm_load_desc *settings,
                          file_errors *out, vrm_result *out_result) {
    vrm_limits limits;
    vrm_load_desc load;
    vrm_check_desc desc;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    memset(out, 0, sizeof *out);
    set_desc(settings, &limits, &load, &desc);
    load.flags |= VRM_LOAD_ANY_GLTF;
    *out_result = vrm_model_load(bytes, size, &load, &model, &report);
    add_report(out, report, VRM_SEVERITY_WARNING);
    vrm_report_destroy(report);
    if (*out_result == VRM_OK) {
        report = NULL;
        *out_result = vrm_check_model(model, &desc, &report);
        add_report(out, report, VRM_SEVERITY_ERROR);
        vrm_report_destroy(report);
    }
    vrm_model_release(model);
    return is_ended(*out_result);
}

void file_errors_new(const file_errors *before, const file_errors *after, file_errors *out) {
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < after->code_count; ++i) {
        const error_code *code = &after->codes[i];
        const uint32_t old = count_of(before, code->code);
        if (code->count <= old) continue;
        add(out, code->code, code->count - old);
        out->counts[VRM_SEVERITY_ERROR] += code->count - old;
    }
}

const char *file_errors_text(const file_errors *errors, char *out, size_t capacity) {
    size_t length = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < errors->code_count; ++i) {
        const error_code *code = &errors->codes[i];
        char number[24] = "";
        int added;
        if (code->count > 1) snprintf(number, sizeof number, "%u × ", (unsigned)code->count);
        added = snprintf(out + length, capacity - length, "%s%s%s", i > 0 ? ", " : "", number,
                         code->code);
        if (added < 0 || (size_t)added >= capacity - length) break;
        length += (size_t)added;
    }
    out[length] = '\0';
    return out;
}

void file_errors_add_json(json_line *line, const char *key, const file_errors *errors) {
    json_array(line, key);
    for (uint32_t i = 0; i < errors->code_count; ++i) {
        json_object(line, NULL);
        json_word(line, "code", errors->codes[i].code);
        json_unsigned(line, "count", errors->codes[i].count);
        json_close(line);
    }
    json_close(line);
}
