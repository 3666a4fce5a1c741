/*
 * A clip as a .vrma file: a GLB with a node for each bone, expression and lookAt, and one
 * animation. What the channels are is decided in vrma_tracks.c; here they become JSON and bytes.
 */
#include "base/checked.h"
#include "base/desc.h"
#include "base/sort.h"
#include "base/text.h"
#include "gltf/session.h"
#include "model/model.h"
#include "write/glb_write.h"
#include "write/vrma_body.h"
#include "write/vrma_tracks.h"
#include "write/written.h"

#include <string.h>

VRMI_DESC_CHECK(vrm_write_desc, flags);

static const float DEFAULT_KEYS_PER_SECOND = 30.0f; /* AN-028 */

/* One list of times, which some tracks share. */
typedef struct input {
    const float *times;
    uint32_t count;
} input;

typedef struct writer {
    vrmi_arena arena;
    const vrm_clip *clip;
    vrmi_vrma_tracks tracks;
    input *inputs;
    uint32_t input_count;
    vrm_bone parents[VRM_BONE_COUNT]; /* that the file has */
    uint32_t nodes[VRM_BONE_COUNT];   /* of bones that the file has */
    uint32_t bone_count;
    uint32_t node_count;
    size_t bin_size;
    bool is_too_large; /* for a GLB */
} writer;

/* --- Lists of times --- */

static int compare_times(const vrmi_vrma_track *a, const vrmi_vrma_track *b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    return a->times != b->times ? memcmp(a->times, b->times, a->count * sizeof *a->times) : 0;
}

static bool times_come_before(const void *context, uint32_t a, uint32_t b) {
    const vrmi_vrma_track *tracks = context;
    return compare_times(&tracks[a], &tracks[b]) < 0;
}

/* Finds tracks with the same times. Lists are numbered in the order in which tracks need them. */
static bool share_inputs(writer *w) {
    vrmi_vrma_track *tracks = w->tracks.tracks;
    const uint32_t count = w->tracks.count;
    const uint32_t *order = vrmi_sort_order(&w->arena, count, times_come_before, tracks);
    w->inputs = VRMI_TAKE(&w->arena, input, count);
    if (order == NULL || w->inputs == NULL) return false;
    /* The sort keeps the order of equal ones: the first of them is the one that names the list. */
    for (uint32_t i = 0; i < count; ++i) {
        const bool is_new = i == 0 || compare_times(&tracks[order[i - 1]], &tracks[order[i]]) != 0;
        tracks[order[i]].input = is_new ? order[i] : tracks[order[i - 1]].input;
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (tracks[i].input == i) {
            w->inputs[w->input_count] = (input){tracks[i].times, tracks[i].count};
            tracks[i].input = w->input_count++;
        } else {
            tracks[i].input = tracks[tracks[i].input].input;
        }
    }
    return true;
}

/* --- Payload --- */

/* glTF has no channel for a weight: it is X of a place (AN-017). */
static uint32_t components_of(const vrmi_vrma_track *track) {
    return track->width == 1 ? 3 : track->width;
}

static size_t values_of(const vrmi_vrma_track *track) {
    return track->count * (vrmi_vrma_key_floats(track) / track->width);
}

/* Of all values of a track. */
static size_t bytes_of(const vrmi_vrma_track *track) {
    return values_of(track) * components_of(track) *
           (track->is_short ? sizeof(int16_t) : sizeof(float));
}

/* So much at most: half of what the 32 bits of a GLB can say, which leaves room for any JSON. */
static const size_t MOST_BIN_BYTES = (size_t)1 << 31;

static bool measure_bin(writer *w) {
    bool fits = true;
    for (uint32_t i = 0; i < w->input_count; ++i) {
        fits = fits && vrmi_add_size(w->bin_size, w->inputs[i].count * sizeof(float), &w->bin_size);
    }
    for (uint32_t i = 0; i < w->tracks.count; ++i) {
        fits = fits && vrmi_add_size(w->bin_size, bytes_of(&w->tracks.tracks[i]), &w->bin_size);
    }
    w->is_too_large = !fits || w->bin_size > MOST_BIN_BYTES;
    return !w->is_too_large;
}

static uint8_t *put_float(uint8_t *to, float value) {
    const uint32_t bits = vrmi_float_bits(value);
    for (int i = 0; i < 4; ++i) *to++ = (uint8_t)(bits >> (8 * i) & 0xFF);
    return to;
}

static uint8_t *put_short(uint8_t *to, float value) {
    const uint16_t bits = (uint16_t)vrmi_vrma_short(value);
    *to++ = (uint8_t)(bits & 0xFF);
    *to++ = (uint8_t)(bits >> 8);
    return to;
}

static uint8_t *put_values(uint8_t *to, const vrmi_vrma_track *track) {
    const size_t values = values_of(track);
    for (size_t k = 0; k < values; ++k) {
        const float *value = track->values + k * track->width;
        for (uint32_t n = 0; n < components_of(track); ++n) {
            to = track->is_short ? put_short(to, value[n])
                                 : put_float(to, n < track->width ? value[n] : 0.0f);
        }
    }
    return to;
}

static void write_bin(const writer *w, uint8_t *to) {
    for (uint32_t i = 0; i < w->input_count; ++i) {
        for (uint32_t k = 0; k < w->inputs[i].count; ++k) to = put_float(to, w->inputs[i].times[k]);
    }
    for (uint32_t i = 0; i < w->tracks.count; ++i) to = put_values(to, &w->tracks.tracks[i]);
}

/* --- Nodes --- */

static bool has_bone(const writer *w, vrm_bone bone) { return (w->tracks.bones >> bone & 1) != 0; }

static void number_nodes(writer *w) {
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        vrm_bone parent = vrmi_bone_parent(bone);
        while (parent != VRM_NONE && !has_bone(w, parent)) parent = vrmi_bone_parent(parent);
        w->parents[bone] = parent;
        if (has_bone(w, bone)) w->nodes[bone] = w->bone_count++;
    }
    w->node_count = w->bone_count;
    for (uint32_t i = 0; i < w->tracks.count; ++i) {
        if (w->tracks.tracks[i].kind >= VRMI_VRMA_PRESET) w->node_count += 1;
    }
}

/* The node of each expression, and then that of lookAt, stand behind those of the bones, in the
 * order of their tracks. */
static uint32_t first_face_track(const writer *w) {
    uint32_t i = 0;
    while (i < w->tracks.count && w->tracks.tracks[i].kind < VRMI_VRMA_PRESET) ++i;
    return i;
}

static uint32_t node_of(const writer *w, uint32_t track) {
    const vrmi_vrma_track *own = &w->tracks.tracks[track];
    if (own->kind == VRMI_VRMA_ROTATION) return w->nodes[own->index];
    if (own->kind == VRMI_VRMA_HIPS) return w->nodes[VRM_BONE_HIPS];
    return w->bone_count + track - first_face_track(w);
}

/* --- JSON --- */

static void put_unsigned(vrmi_text *t, const char *before, uint64_t value, const char *behind) {
    vrmi_text_append(t, before);
    vrmi_text_append_u64(t, value);
    vrmi_text_append(t, behind);
}

static void put_vec3(vrmi_text *t, const char *before, vrm_vec3 v, const char *behind) {
    vrmi_text_append(t, before);
    vrmi_text_append_float(t, v.x);
    vrmi_text_append(t, ",");
    vrmi_text_append_float(t, v.y);
    vrmi_text_append(t, ",");
    vrmi_text_append_float(t, v.z);
    vrmi_text_append(t, behind);
}

static void put_comma(vrmi_text *t, bool *is_first) {
    if (!*is_first) vrmi_text_append(t, ",");
    *is_first = false;
}

static vrm_string name_of(const writer *w, const vrmi_vrma_track *track) {
    if (track->kind == VRMI_VRMA_CUSTOM) return w->clip->customs[track->index];
    return vrmi_string_from(vrm_preset_name((vrm_preset)track->index));
}

static void put_bone_node(const writer *w, vrmi_text *t, vrm_bone bone) {
    const vrm_bone parent = w->parents[bone];
    vrm_vec3 place = vrmi_vrma_bone_place(bone);
    bool is_first = true;
    if (parent != VRM_NONE) place = vrmi_vec3_sub(place, vrmi_vrma_bone_place(parent));
    vrmi_text_append(t, "{\"name\":\"");
    vrmi_text_append(t, vrm_bone_name(bone));
    put_vec3(t, "\",\"translation\":[", vrmi_vec3_scale(place, w->tracks.hips_height), "]");
    for (vrm_bone child = 0; child < VRM_BONE_COUNT; ++child) {
        if (!has_bone(w, child) || w->parents[child] != bone) continue;
        put_unsigned(t, is_first ? ",\"children\":[" : ",", w->nodes[child], "");
        is_first = false;
    }
    vrmi_text_append(t, is_first ? "}" : "]}");
}

/* Names differ from those of bones: some applications find nodes by name. */
static void put_face_node(const writer *w, vrmi_text *t, const vrmi_vrma_track *track) {
    char name[VRMI_TEXT_FILE_NAME_CAPACITY];
    vrmi_text own = vrmi_text_make(name, sizeof name);
    if (track->kind == VRMI_VRMA_LOOK_AT) {
        vrmi_text_append(&own, "lookAt");
    } else {
        vrmi_text_append(&own, "expression_");
        vrmi_text_append_string(&own, name_of(w, track));
    }
    vrmi_text_append(t, "{\"name\":");
    vrmi_text_append_json_string(t, (vrm_string){own.data, (uint32_t)own.length});
    vrmi_text_append(t, "}");
}

static void put_nodes(const writer *w, vrmi_text *t) {
    bool is_first = true;
    if (w->node_count == 0) return;
    vrmi_text_append(t, ",\"scene\":0,\"scenes\":[{\"nodes\":[");
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (!has_bone(w, bone) || w->parents[bone] != VRM_NONE) continue;
        put_comma(t, &is_first);
        vrmi_text_append_u64(t, w->nodes[bone]);
    }
    for (uint32_t node = w->bone_count; node < w->node_count; ++node) {
        put_comma(t, &is_first);
        vrmi_text_append_u64(t, node);
    }
    vrmi_text_append(t, "]}],\"nodes\":[");
    is_first = true;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (!has_bone(w, bone)) continue;
        put_comma(t, &is_first);
        put_bone_node(w, t, bone);
    }
    for (uint32_t i = first_face_track(w); i < w->tracks.count; ++i) {
        put_comma(t, &is_first);
        put_face_node(w, t, &w->tracks.tracks[i]);
    }
    vrmi_text_append(t, "]");
}

static void put_animation(const writer *w, vrmi_text *t) {
    static const char *const paths[] = {
        [VRMI_VRMA_ROTATION] = "rotation",  [VRMI_VRMA_HIPS] = "translation",
        [VRMI_VRMA_PRESET] = "translation", [VRMI_VRMA_CUSTOM] = "translation",
        [VRMI_VRMA_LOOK_AT] = "rotation",
    };
    static const char *const ends[] = {
        [VRM_INTERPOLATION_LINEAR] = "}",
        [VRM_INTERPOLATION_STEP] = ",\"interpolation\":\"STEP\"}",
        [VRM_INTERPOLATION_CUBIC_SPLINE] = ",\"interpolation\":\"CUBICSPLINE\"}",
    };
    vrmi_text_append(t, ",\"animations\":[{");
    if (w->clip->info.name.length != 0) {
        vrmi_text_append(t, "\"name\":");
        vrmi_text_append_json_string(t, w->clip->info.name);
        vrmi_text_append(t, ",");
    }
    for (uint32_t i = 0; i < w->tracks.count; ++i) {
        put_unsigned(t, i == 0 ? "\"channels\":[{\"sampler\":" : ",{\"sampler\":", i, "");
        put_unsigned(t, ",\"target\":{\"node\":", node_of(w, i), ",\"path\":\"");
        vrmi_text_append(t, paths[w->tracks.tracks[i].kind]);
        vrmi_text_append(t, "\"}}");
    }
    for (uint32_t i = 0; i < w->tracks.count; ++i) {
        const vrmi_vrma_track *track = &w->tracks.tracks[i];
        put_unsigned(t, i == 0 ? "],\"samplers\":[{\"input\":" : ",{\"input\":", track->input, "");
        put_unsigned(t, ",\"output\":", w->input_count + i, ends[track->interpolation]);
    }
    vrmi_text_append(t, "]}]");
}

static void put_accessors(const writer *w, vrmi_text *t) {
    size_t offset = 0;
    for (uint32_t i = 0; i < w->input_count; ++i) {
        const input *own = &w->inputs[i];
        vrmi_text_append(t, i == 0 ? ",\"accessors\":[{" : ",{");
        put_unsigned(t, "\"bufferView\":0,\"byteOffset\":", offset, "");
        put_unsigned(t, ",\"componentType\":5126,\"count\":", own->count, "");
        vrmi_text_append(t, ",\"type\":\"SCALAR\",\"min\":[");
        vrmi_text_append_float(t, own->times[0]);
        vrmi_text_append(t, "],\"max\":[");
        vrmi_text_append_float(t, own->times[own->count - 1]);
        vrmi_text_append(t, "]}");
        offset += own->count * sizeof(float);
    }
    for (uint32_t i = 0; i < w->tracks.count; ++i) {
        const vrmi_vrma_track *track = &w->tracks.tracks[i];
        put_unsigned(t, ",{\"bufferView\":0,\"byteOffset\":", offset, "");
        vrmi_text_append(t, track->is_short ? ",\"componentType\":5122,\"normalized\":true"
                                            : ",\"componentType\":5126");
        put_unsigned(t, ",\"count\":", values_of(track), ",\"type\":\"VEC");
        put_unsigned(t, "", components_of(track), "\"}");
        offset += bytes_of(track);
    }
    put_unsigned(t, "],\"bufferViews\":[{\"buffer\":0,\"byteLength\":", w->bin_size, "}]");
    put_unsigned(t, ",\"buffers\":[{\"byteLength\":", w->bin_size, "}]");
}

/* --- VRMC_vrm_animation --- */

static void put_humanoid(const writer *w, vrmi_text *t) {
    bool is_first = true;
    if (w->tracks.bones == 0) return;
    vrmi_text_append(t, ",\"humanoid\":{\"humanBones\":{");
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (!has_bone(w, bone)) continue;
        put_comma(t, &is_first);
        vrmi_text_append_json_string(t, vrmi_string_from(vrm_bone_name(bone)));
        put_unsigned(t, ":{\"node\":", w->nodes[bone], "}");
    }
    vrmi_text_append(t, "}}");
}

/* The expressions of one kind. */
static void put_expressions(const writer *w, vrmi_text *t, vrmi_vrma_kind kind, const char *key) {
    bool is_first = true;
    for (uint32_t i = first_face_track(w); i < w->tracks.count; ++i) {
        if (w->tracks.tracks[i].kind != kind) continue;
        if (is_first) vrmi_text_append(t, key);
        put_comma(t, &is_first);
        vrmi_text_append_json_string(t, name_of(w, &w->tracks.tracks[i]));
        put_unsigned(t, ":{\"node\":", node_of(w, i), "}");
    }
    if (!is_first) vrmi_text_append(t, "}");
}

static bool has_kind(const writer *w, vrmi_vrma_kind kind) {
    for (uint32_t i = first_face_track(w); i < w->tracks.count; ++i) {
        if (w->tracks.tracks[i].kind == kind) return true;
    }
    return false;
}

static void put_face(const writer *w, vrmi_text *t) {
    const bool has_presets = has_kind(w, VRMI_VRMA_PRESET);
    if (has_presets || has_kind(w, VRMI_VRMA_CUSTOM)) {
        vrmi_text_append(t, ",\"expressions\":{");
        put_expressions(w, t, VRMI_VRMA_PRESET, "\"preset\":{");
        put_expressions(w, t, VRMI_VRMA_CUSTOM, has_presets ? ",\"custom\":{" : "\"custom\":{");
        vrmi_text_append(t, "}");
    }
    if (has_kind(w, VRMI_VRMA_LOOK_AT)) {
        put_unsigned(t, ",\"lookAt\":{\"node\":", node_of(w, w->tracks.count - 1), "");
        if (w->clip->info.has_eye_offset) {
            put_vec3(t, ",\"offsetFromHeadBone\":[", w->clip->info.eye_offset, "]");
        }
        vrmi_text_append(t, "}");
    }
}

static void put_json(const writer *w, vrmi_text *t) {
    vrmi_text_append(t, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"libvrm ");
    vrmi_text_append(t, vrm_version());
    vrmi_text_append(t, "\"}");
    put_nodes(w, t);
    if (w->tracks.count != 0) {
        put_animation(w, t);
        put_accessors(w, t);
    }
    vrmi_text_append(t, ",\"extensionsUsed\":[\"VRMC_vrm_animation\"],\"extensions\":{");
    vrmi_text_append(t, "\"VRMC_vrm_animation\":{\"specVersion\":\"1.0\"");
    put_humanoid(w, t);
    put_face(w, t);
    vrmi_text_append(t, "}}}");
}

/* --- The whole --- */

/* The text has a guess of its length first, and twice as much room as long as it does not fit. */
static bool make_json(writer *w, vrmi_text *out) {
    size_t capacity = 16384;
    for (;;) {
        char *data = VRMI_TAKE(&w->arena, char, capacity);
        if (data == NULL) return false;
        *out = vrmi_text_make(data, capacity);
        put_json(w, out);
        if (!out->truncated) return true;
        if (!vrmi_multiply_size(capacity, 2, &capacity)) return false;
    }
}

static bool write_file(writer *w, const vrm_write_desc *desc, vrm_written *file) {
    vrmi_text json;
    uint8_t *bin;
    if (!vrmi_vrma_collect(&w->arena, w->clip, desc, &w->tracks) || !share_inputs(w) ||
        !measure_bin(w)) {
        return false;
    }
    number_nodes(w);
    if (!make_json(w, &json) ||
        !vrmi_glb_create(&file->memory, json.data, json.length, w->bin_size, &file->file, &bin)) {
        return false;
    }
    if (bin != NULL) write_bin(w, bin);
    return true;
}

static void describe(const writer *w, vrm_written_info *info) {
    info->changes = w->tracks.changes;
    info->node_count = w->node_count;
    info->channel_count = w->tracks.count;
    info->input_count = w->input_count;
    info->clip_key_count = w->tracks.clip_key_count;
    info->error_degrees = w->tracks.error_degrees;
    info->error_metres = w->tracks.error_metres;
    info->error_weight = w->tracks.error_weight;
    for (uint32_t i = 0; i < w->tracks.count; ++i) info->key_count += w->tracks.tracks[i].count;
}

void vrm_write_desc_init_sized(vrm_write_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

/* An error that may be asked for: not negative, and finite. */
static bool is_error(float most) { return most >= 0.0f && most <= 1e6f; }

static bool read_desc(const vrm_write_desc *desc, vrm_write_desc *own, vrm_limits *limits) {
    if (!vrmi_desc_read(own, sizeof *own, VRMI_SIZE_UP_TO(vrm_write_desc, max_weight), desc,
                        VRM_WRITE_SAID_BONES_ONLY | VRM_WRITE_SHORT_ROTATIONS) ||
        !vrmi_sized_read(limits, sizeof *limits, offsetof(vrm_limits, max_file_bytes),
                         own->limits)) {
        return false;
    }
    vrmi_complete_gltf_limits(limits);
    if (own->keys_per_second == 0.0f) own->keys_per_second = DEFAULT_KEYS_PER_SECOND;
    return own->keys_per_second >= 1e-3f && own->keys_per_second <= 1e6f &&
           is_error(own->max_degrees) && is_error(own->max_metres) && is_error(own->max_weight);
}

vrm_result vrm_clip_write_vrma(const vrm_clip *clip, const vrm_write_desc *desc,
                               vrm_written **out_file) {
    vrm_write_desc own;
    vrm_limits limits;
    vrm_written *file;
    writer w;
    bool is_written;
    if (out_file != NULL) *out_file = NULL;
    if (clip == NULL || out_file == NULL || !read_desc(desc, &own, &limits)) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    file = vrmi_written_create(own.allocator, &limits);
    if (file == NULL) return VRM_ERROR_OUT_OF_MEMORY;
    memset(&w, 0, sizeof w);
    w.clip = clip;
    vrmi_arena_init(&w.arena, &file->memory, 0);
    is_written = write_file(&w, &own, file);
    if (is_written) describe(&w, &file->info);
    vrmi_arena_release(&w.arena);
    if (!is_written) {
        const vrm_result result =
            w.is_too_large ? VRM_ERROR_LIMIT : vrmi_refusal_result(&file->memory);
        vrm_written_destroy(file);
        return result;
    }
    *out_file = file;
    return VRM_OK;
}
