#include "clip/motion_fixture.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODE(children, x, y, z) "{'translation':[" #x "," #y "," #z "],'children':[" children "]}"
static const char body[] =
    "{'children':[1]}," NODE("2,4,7", 0, 1, 0) "," NODE("3,10,13", 0, 0.1, 0) "," NODE("", 0, 0.5, 0) "," NODE("5", 0.1, -0.1, 0) "," NODE(
        "6", 0,
        -0.4,
        0) "," NODE("", 0, -0.4,
                    0) "," NODE("8", -0.1, -0.1,
                                0) "," NODE("9", 0, -0.4,
                                            0) "," NODE("", 0, -0.4,
                                                        0) "," NODE("11", 0.15, 0.4,
                                                                    0) "," NODE("12", 0.3, 0,
                                                                                0) "," NODE("", 0.3,
                                                                                            0,
                                                                                            0) "," NODE("14",
                                                                                                        -0.15,
                                                                                                        0.4,
                                                                                                        0) "," NODE("15",
                                                                                                                    -0.3,
                                                                                                                    0,
                                                                                                                    0) "," NODE("",
                                                                                                                                -0.3,
                                                                                                                                0,
                                                                                                                                0);

enum { JSON_BYTES = 1 << 16, BIN_BYTES = 1 << 16 };

typedef struct writer {
    char *json;
    size_t length;
    unsigned char *bin;
    size_t bin_length;
} writer;

static void text(writer *w, const char *part) {
    size_t length = strlen(part);
    if (w->length + length >= JSON_BYTES) abort();
    memcpy(w->json + w->length, part, length + 1);
    w->length += length;
}

static void number(writer *w, const char *format, size_t value) {
    char part[64];
    snprintf(part, sizeof part, format, value);
    text(w, part);
}

static size_t values_of(const motion_track *track) {
    bool is_spline =
        track->interpolation != NULL && strcmp(track->interpolation, "CUBICSPLINE") == 0;
    return track->count * (is_spline ? (size_t)3 : 1);
}

static size_t width_of(const motion_track *track) {
    return strcmp(track->path, "rotation") == 0 ? 4 : strcmp(track->path, "weights") == 0 ? 1 : 3;
}

static size_t put(writer *w, const float *numbers, size_t count) {
    size_t at = w->bin_length;
    if (at + count * sizeof *numbers > BIN_BYTES) abort();
    memcpy(w->bin + at, numbers, count * sizeof *numbers);
    w->bin_length += count * sizeof *numbers;
    return at;
}

static void write_view(writer *w, size_t offset, size_t bytes, bool is_first) {
    text(w, is_first ? "" : ",");
    number(w, "{'buffer':0,'byteOffset':%zu", offset);
    number(w, ",'byteLength':%zu}", bytes);
}

/* Views and accessors: two for each track, times and values. */
static void write_data(writer *w, const motion_file *from) {
    static const char *const types[] = {"", "SCALAR", "", "VEC3", "VEC4"};
    text(w, ",'bufferViews':[");
    for (size_t i = 0; i < from->track_count; ++i) {
        const motion_track *track = &from->tracks[i];
        size_t values = values_of(track) * width_of(track);
        write_view(w, put(w, track->times, track->count), track->count * 4, i == 0);
        write_view(w, put(w, track->values, values), values * 4, false);
    }
    text(w, "],'accessors':[");
    for (size_t i = 0; i < from->track_count; ++i) {
        const motion_track *track = &from->tracks[i];
        number(w, i == 0 ? "{'bufferView':%zu" : ",{'bufferView':%zu", 2 * i);
        number(w, ",'componentType':5126,'type':'SCALAR','count':%zu,", track->count);
        text(w, "'min':[0],'max':[1000]}");
        number(w, ",{'bufferView':%zu,'componentType':5126,", 2 * i + 1);
        number(w, "'count':%zu,'type':'", values_of(track));
        text(w, types[width_of(track)]);
        text(w, "'}");
    }
    text(w, "]");
}

static void write_animation(writer *w, const motion_file *from) {
    text(w, ",'animations':[{'name':'Test','samplers':[");
    for (size_t i = 0; i < from->track_count; ++i) {
        number(w, i == 0 ? "{'input':%zu" : ",{'input':%zu", 2 * i);
        number(w, ",'output':%zu", 2 * i + 1);
        if (from->tracks[i].interpolation != NULL) {
            text(w, ",'interpolation':'");
            text(w, from->tracks[i].interpolation);
            text(w, "'");
        }
        text(w, "}");
    }
    text(w, "],'channels':[");
    for (size_t i = 0; i < from->track_count; ++i) {
        number(w, i == 0 ? "{'sampler':%zu" : ",{'sampler':%zu", i);
        number(w, ",'target':{'node':%zu,'path':'", (size_t)from->tracks[i].node);
        text(w, from->tracks[i].path);
        text(w, "'}}");
    }
    text(w, "]}]");
}

fixture motion_bytes(const motion_file *from) {
    writer w = {calloc(1, JSON_BYTES), 0, calloc(1, BIN_BYTES), 0};
    fixture made;
    text(&w, "{'asset':{'version':'2.0'},'nodes':[");
    text(&w, from->nodes != NULL ? from->nodes : body);
    if (from->more != NULL) {
        text(&w, ",");
        text(&w, from->more);
    }
    text(&w, "]");
    if (from->extension == NULL || from->extension[0] != '\0') {
        text(&w, ",'extensionsUsed':['VRMC_vrm_animation'],'extensions':{'VRMC_vrm_animation':{");
        if (from->extension == NULL || strstr(from->extension, "'specVersion'") == NULL) {
            text(&w, "'specVersion':'1.0',");
        }
        text(&w, from->extension != NULL ? from->extension : MOTION_HUMANOID);
        text(&w, "}}");
    }
    if (from->track_count != 0) {
        write_data(&w, from);
        number(&w, ",'buffers':[{'byteLength':%zu}]", w.bin_length);
        write_animation(&w, from);
    }
    text(&w, "}");
    made = fixture_glb(w.json, from->track_count != 0 ? w.bin : NULL, w.bin_length);
    free(w.json);
    free(w.bin);
    return made;
}

clip_file load_clip(fixture file, const vrm_clip_desc *desc) {
    clip_file out;
    memset(&out, 0, sizeof out);
    out.file = file;
    out.result = vrm_clip_load(file.bytes, file.size, desc, &out.clip, &out.report);
    vrm_clip_info_init(&out.info);
    vrm_clip_get_info(out.clip, &out.info);
    return out;
}

clip_file load_motion(const motion_file *from, const vrm_clip_desc *desc) {
    return load_clip(motion_bytes(from), desc);
}

void unload_motion(clip_file *file) {
    vrm_clip_release(file->clip);
    vrm_report_destroy(file->report);
    fixture_free(&file->file);
}

bool motion_found(const clip_file *file, const char *code) {
    for (uint32_t i = 0; i < vrm_report_count(file->report); ++i) {
        if (strcmp(vrm_report_get(file->report, i)->code, code) == 0) return true;
    }
    return false;
}

vrm_pose pose_at(const clip_file *file, double seconds) {
    vrm_pose pose;
    vrm_pose_init(&pose);
    vrm_clip_sample(file->clip, (int64_t)(seconds * 1e9 + 0.5), &pose);
    return pose;
}
