/*
 * A clip as a .vrma file: a GLB with a node for each bone, expression and lookAt, and one
 * animation. What the channels are is decided in vrma_tracks.c; here they become JSON and bytes.
 */
#include "author/document/glb_write.h"
#include "author/document/written.h"
#include "author/json/json_writer.h"
#include "author/vrma/vrma_body.h"
#include "author/vrma/vrma_tracks.h"
#include "base/checked.h"
#include "base/desc.h"
#include "base/sort.h"
#include "base/text.h"
#include "gltf/session.h"
#include "model/model.h"

#include <string.h>

VRMI_LOAD_DESC_CHECK(vrm_write_desc, flags);

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

static uint8_t *put_float(uint8_t *out, float value) {
    const uint32_t bits = vrmi_float_bits(value);
    for (int i = 0; i < 4; ++i) *out++ = (uint8_t)(bits >> (8 * i) & 0xFF);
    return out;
}

static uint8_t *put_short(uint8_t *out, float value) {
    const uint16_t bits = (uint16_t)vrmi_vrma_short(value);
    *out++ = (uint8_t)(bits & 0xFF);
    *out++ = (uint8_t)(bits >> 8);
    return out;
}

static uint8_t *put_values(uint8_t *out, const vrmi_vrma_track *track) {
    const size_t values = values_of(track);
    for (size_t k = 0; k < values; ++k) {
        const float *value = track->values + k * track->width;
        for (uint32_t n = 0; n < components_of(track); ++n) {
            out = track->is_short ? put_short(out, value[n])
                                  : put_float(out, n < track->width ? value[n] : 0.0f);
        }
    }
    return out;
}

static void write_bin(const writer *w, uint8_t *out) {
    for (uint32_t i = 0; i < w->input_count; ++i) {
        for (uint32_t k = 0; k < w->inputs[i].count; ++k)
            out = put_float(out, w->inputs[i].times[k]);
    }
    for (uint32_t i = 0; i < w->tracks.count; ++i) out = put_values(out, &w->tracks.tracks[i]);
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

static vrm_string name_of(const writer *w, const vrmi_vrma_track *track) {
    if (track->kind == VRMI_VRMA_CUSTOM) return w->clip->customs[track->index];
    return vrmi_string_from(vrm_preset_name((vrm_preset)track->index));
}

static void put_bone_node(const writer *w, vrmi_json_writer *writer, vrm_bone bone) {
    const vrm_bone parent = w->parents[bone];
    vrm_vec3 place = vrmi_vrma_bone_place(bone);
    bool has_children = false;
    if (parent != VRM_NONE) place = vrmi_vec3_sub(place, vrmi_vrma_bone_place(parent));
    vrmi_put_object(writer);
    vrmi_put_words_of(writer, "name", vrm_bone_name(bone));
    vrmi_put_vec3_of(writer, "translation", vrmi_vec3_scale(place, w->tracks.hips_height));
    for (vrm_bone child = 0; child < VRM_BONE_COUNT; ++child) {
        if (!has_bone(w, child) || w->parents[child] != bone) continue;
        if (!has_children) vrmi_put_array_of(writer, "children");
        has_children = true;
        vrmi_put_integer(writer, w->nodes[child]);
    }
    if (has_children) vrmi_put_array_end(writer);
    vrmi_put_object_end(writer);
}

/* Names differ from those of bones: some applications find nodes by name. */
static void put_face_node(const writer *w, vrmi_json_writer *writer, const vrmi_vrma_track *track) {
    char name[VRMI_TEXT_FILE_NAME_CAPACITY];
    vrmi_text own = vrmi_text_make(name, sizeof name);
    if (track->kind == VRMI_VRMA_LOOK_AT) {
        vrmi_text_append(&own, "lookAt");
    } else {
        vrmi_text_append(&own, "expression_");
        vrmi_text_append_string(&own, name_of(w, track));
    }
    vrmi_put_object(writer);
    vrmi_put_string_of(writer, "name", (vrm_string){own.data, (uint32_t)own.length});
    vrmi_put_object_end(writer);
}

static void put_nodes(const writer *w, vrmi_json_writer *writer) {
    if (w->node_count == 0) return;
    vrmi_put_integer_of(writer, "scene", 0);
    vrmi_put_array_of(writer, "scenes");
    vrmi_put_object(writer);
    vrmi_put_array_of(writer, "nodes");
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (has_bone(w, bone) && w->parents[bone] == VRM_NONE) {
            vrmi_put_integer(writer, w->nodes[bone]);
        }
    }
    for (uint32_t node = w->bone_count; node < w->node_count; ++node)
        vrmi_put_integer(writer, node);
    vrmi_put_array_end(writer);
    vrmi_put_object_end(writer);
    vrmi_put_array_end(writer);
    vrmi_put_array_of(writer, "nodes");
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (has_bone(w, bone)) put_bone_node(w, writer, bone);
    }
    for (uint32_t i = first_face_track(w); i < w->tracks.count; ++i) {
        put_face_node(w, writer, &w->tracks.tracks[i]);
    }
    vrmi_put_array_end(writer);
}

static void put_channels(const writer *w, vrmi_json_writer *writer) {
    static const char *const paths[] = {
        [VRMI_VRMA_ROTATION] = "rotation",  [VRMI_VRMA_HIPS] = "translation",
        [VRMI_VRMA_PRESET] = "translation", [VRMI_VRMA_CUSTOM] = "translation",
        [VRMI_VRMA_LOOK_AT] = "rotation",
    };
    vrmi_put_array_of(writer, "channels");
    for (uint32_t i = 0; i < w->tracks.count; ++i) {
        vrmi_put_object(writer);
        vrmi_put_integer_of(writer, "sampler", i);
        vrmi_put_object_of(writer, "target");
        vrmi_put_integer_of(writer, "node", node_of(w, i));
        vrmi_put_words_of(writer, "path", paths[w->tracks.tracks[i].kind]);
        vrmi_put_object_end(writer);
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
}

static void put_animation(const writer *w, vrmi_json_writer *writer) {
    static const char *const interpolations[] = {
        [VRM_INTERPOLATION_LINEAR] = NULL, /* the default */
        [VRM_INTERPOLATION_STEP] = "STEP",
        [VRM_INTERPOLATION_CUBIC_SPLINE] = "CUBICSPLINE",
    };
    vrmi_put_array_of(writer, "animations");
    vrmi_put_object(writer);
    if (w->clip->info.name.length != 0) vrmi_put_string_of(writer, "name", w->clip->info.name);
    put_channels(w, writer);
    vrmi_put_array_of(writer, "samplers");
    for (uint32_t i = 0; i < w->tracks.count; ++i) {
        const vrmi_vrma_track *track = &w->tracks.tracks[i];
        const char *interpolation = interpolations[track->interpolation];
        vrmi_put_object(writer);
        vrmi_put_integer_of(writer, "input", track->input);
        vrmi_put_integer_of(writer, "output", w->input_count + i);
        if (interpolation != NULL) vrmi_put_words_of(writer, "interpolation", interpolation);
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
    vrmi_put_object_end(writer);
    vrmi_put_array_end(writer);
}

static void put_input(vrmi_json_writer *writer, const input *own, size_t offset) {
    vrmi_put_object(writer);
    vrmi_put_integer_of(writer, "bufferView", 0);
    vrmi_put_integer_of(writer, "byteOffset", (int64_t)offset);
    vrmi_put_integer_of(writer, "componentType", VRM_COMPONENT_F32);
    vrmi_put_integer_of(writer, "count", own->count);
    vrmi_put_words_of(writer, "type", "SCALAR");
    vrmi_put_floats_of(writer, "min", &own->times[0], 1);
    vrmi_put_floats_of(writer, "max", &own->times[own->count - 1], 1);
    vrmi_put_object_end(writer);
}

static void put_output(vrmi_json_writer *writer, const vrmi_vrma_track *track, size_t offset) {
    vrmi_put_object(writer);
    vrmi_put_integer_of(writer, "bufferView", 0);
    vrmi_put_integer_of(writer, "byteOffset", (int64_t)offset);
    vrmi_put_integer_of(writer, "componentType",
                        track->is_short ? VRM_COMPONENT_I16 : VRM_COMPONENT_F32);
    if (track->is_short) vrmi_put_bool_of(writer, "normalized", true);
    vrmi_put_integer_of(writer, "count", (int64_t)values_of(track));
    vrmi_put_words_of(writer, "type", components_of(track) == 3 ? "VEC3" : "VEC4");
    vrmi_put_object_end(writer);
}

/* A list of one object whose only member, beside that of a buffer view's buffer, is a length. */
static void put_length(vrmi_json_writer *writer, const char *key, bool is_view, size_t length) {
    vrmi_put_array_of(writer, key);
    vrmi_put_object(writer);
    if (is_view) vrmi_put_integer_of(writer, "buffer", 0);
    vrmi_put_integer_of(writer, "byteLength", (int64_t)length);
    vrmi_put_object_end(writer);
    vrmi_put_array_end(writer);
}

static void put_accessors(const writer *w, vrmi_json_writer *writer) {
    size_t offset = 0;
    vrmi_put_array_of(writer, "accessors");
    for (uint32_t i = 0; i < w->input_count; ++i) {
        put_input(writer, &w->inputs[i], offset);
        offset += w->inputs[i].count * sizeof(float);
    }
    for (uint32_t i = 0; i < w->tracks.count; ++i) {
        put_output(writer, &w->tracks.tracks[i], offset);
        offset += bytes_of(&w->tracks.tracks[i]);
    }
    vrmi_put_array_end(writer);
    put_length(writer, "bufferViews", true, w->bin_size);
    put_length(writer, "buffers", false, w->bin_size);
}

/* --- VRMC_vrm_animation --- */

static void put_node_of(vrmi_json_writer *writer, vrm_string key, uint32_t node) {
    vrmi_put_key_string(writer, key);
    vrmi_put_object(writer);
    vrmi_put_integer_of(writer, "node", node);
    vrmi_put_object_end(writer);
}

static void put_humanoid(const writer *w, vrmi_json_writer *writer) {
    if (w->tracks.bones == 0) return;
    vrmi_put_object_of(writer, "humanoid");
    vrmi_put_object_of(writer, "humanBones");
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (has_bone(w, bone)) {
            put_node_of(writer, vrmi_string_from(vrm_bone_name(bone)), w->nodes[bone]);
        }
    }
    vrmi_put_object_end(writer);
    vrmi_put_object_end(writer);
}

static bool has_kind(const writer *w, vrmi_vrma_kind kind) {
    for (uint32_t i = first_face_track(w); i < w->tracks.count; ++i) {
        if (w->tracks.tracks[i].kind == kind) return true;
    }
    return false;
}

/* The expressions of one kind. */
static void put_expressions(const writer *w, vrmi_json_writer *writer, vrmi_vrma_kind kind,
                            const char *key) {
    if (!has_kind(w, kind)) return;
    vrmi_put_object_of(writer, key);
    for (uint32_t i = first_face_track(w); i < w->tracks.count; ++i) {
        const vrmi_vrma_track *track = &w->tracks.tracks[i];
        if (track->kind == kind) put_node_of(writer, name_of(w, track), node_of(w, i));
    }
    vrmi_put_object_end(writer);
}

static void put_face(const writer *w, vrmi_json_writer *writer) {
    if (has_kind(w, VRMI_VRMA_PRESET) || has_kind(w, VRMI_VRMA_CUSTOM)) {
        vrmi_put_object_of(writer, "expressions");
        put_expressions(w, writer, VRMI_VRMA_PRESET, "preset");
        put_expressions(w, writer, VRMI_VRMA_CUSTOM, "custom");
        vrmi_put_object_end(writer);
    }
    if (has_kind(w, VRMI_VRMA_LOOK_AT)) {
        vrmi_put_object_of(writer, "lookAt");
        vrmi_put_integer_of(writer, "node", node_of(w, w->tracks.count - 1));
        if (w->clip->info.has_eye_offset) {
            vrmi_put_vec3_of(writer, "offsetFromHeadBone", w->clip->info.eye_offset);
        }
        vrmi_put_object_end(writer);
    }
}

static void put_json(const writer *w, vrmi_json_writer *writer) {
    char generator[64];
    vrmi_text name = vrmi_text_make(generator, sizeof generator);
    vrmi_text_append(&name, "libvrm ");
    vrmi_text_append(&name, vrm_version());
    vrmi_put_object(writer);
    vrmi_put_object_of(writer, "asset");
    vrmi_put_words_of(writer, "version", "2.0");
    vrmi_put_words_of(writer, "generator", generator);
    vrmi_put_object_end(writer);
    put_nodes(w, writer);
    if (w->tracks.count != 0) {
        put_animation(w, writer);
        put_accessors(w, writer);
    }
    vrmi_put_array_of(writer, "extensionsUsed");
    vrmi_put_words(writer, "VRMC_vrm_animation");
    vrmi_put_array_end(writer);
    vrmi_put_object_of(writer, "extensions");
    vrmi_put_object_of(writer, "VRMC_vrm_animation");
    vrmi_put_words_of(writer, "specVersion", "1.0");
    put_humanoid(w, writer);
    put_face(w, writer);
    vrmi_put_object_end(writer);
    vrmi_put_object_end(writer);
    vrmi_put_object_end(writer);
}

/* --- The whole --- */

static bool write_file(writer *w, const vrm_write_desc *desc, vrm_written *file) {
    vrmi_json_writer json;
    bool is_written;
    uint8_t *bin;
    if (!vrmi_vrma_collect(&w->arena, w->clip, desc, &w->tracks) || !share_inputs(w) ||
        !measure_bin(w)) {
        return false;
    }
    number_nodes(w);
    vrmi_json_writer_init(&json, &file->memory);
    put_json(w, &json);
    is_written = !json.is_refused && vrmi_glb_create(&file->memory, json.data, json.length,
                                                     w->bin_size, &file->file, &bin);
    vrmi_json_writer_release(&json);
    if (is_written && bin != NULL) write_bin(w, bin);
    return is_written;
}

static void describe(const writer *w, vrm_written_info *info) {
    info->changes = w->tracks.changes;
    info->node_count = w->node_count;
    info->channel_count = w->tracks.count;
    info->input_count = w->input_count;
    info->clip_key_count = w->tracks.clip_key_count;
    info->error_degrees = w->tracks.error_degrees;
    info->error_meters = w->tracks.error_meters;
    info->error_weight = w->tracks.error_weight;
    for (uint32_t i = 0; i < w->tracks.count; ++i) info->key_count += w->tracks.tracks[i].count;
}

void vrm_write_desc_init_sized(vrm_write_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

/* An error that may be asked for: not negative, and finite. */
static bool is_error(float most) { return most >= 0.0f && most <= 1e6f; }

static bool read_desc(const vrm_write_desc *desc, vrm_write_desc *own, vrmi_load_settings *load) {
    if (!vrmi_flagged_read(own, sizeof *own, VRMI_SIZE_UP_TO(vrm_write_desc, max_weight), desc,
                           VRM_WRITE_ANIMATED_BONES_ONLY | VRM_WRITE_SHORT_ROTATIONS) ||
        !vrmi_load_settings_read(load, own->load)) {
        return false;
    }
    if (own->keys_per_second == 0.0f) own->keys_per_second = DEFAULT_KEYS_PER_SECOND;
    return own->keys_per_second >= 1e-3f && own->keys_per_second <= 1e6f &&
           is_error(own->max_degrees) && is_error(own->max_meters) && is_error(own->max_weight);
}

vrm_result vrm_clip_write_vrma(const vrm_clip *clip, const vrm_write_desc *desc,
                               vrm_written **out_file, vrm_report **out_report) {
    vrm_write_desc own;
    vrmi_load_settings load;
    vrm_written *file;
    writer w;
    vrm_result result = VRM_OK;
    if (out_file != NULL) *out_file = NULL;
    if (clip == NULL || out_file == NULL || !read_desc(desc, &own, &load)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    if (vrmi_load_settings_cancelled(&load))
        return vrmi_report_end(out_report, VRM_ERROR_CANCELLED);
    file = vrmi_written_create(load.desc.allocator, &load.limits);
    if (file == NULL) return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    memset(&w, 0, sizeof w);
    w.clip = clip;
    vrmi_arena_init(&w.arena, &file->memory, 0);
    if (write_file(&w, &own, file)) {
        describe(&w, &file->info);
        *out_file = file;
    } else {
        result = w.is_too_large ? VRM_ERROR_LIMIT : vrmi_refusal_result(&file->memory);
    }
    vrmi_arena_release(&w.arena);
    if (result != VRM_OK) vrm_written_destroy(file);
    return vrmi_report_end(out_report, result);
}
