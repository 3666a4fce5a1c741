/* Animations, as ranges: which accessors hold the times and the values of which node's property. */
#include "gltf/accessor.h"
#include "gltf/document.h"

#include <string.h>

typedef struct animation_record {
    vrm_animation animation;
    yyjson_val *channels;
    yyjson_val *samplers;
} animation_record;

static const vrmi_json_field animation_fields[] = {
    VRMI_FIELD_LIST(animation_record, channels, "channels", 1),
    VRMI_FIELD_LIST(animation_record, samplers, "samplers", 1),
    VRMI_FIELD(animation_record, animation.name, "name", STRING),
};

static const vrmi_json_choice interpolations[] = {
    {"LINEAR", VRM_INTERPOLATION_LINEAR},
    {"STEP", VRM_INTERPOLATION_STEP},
    {"CUBICSPLINE", VRM_INTERPOLATION_CUBIC_SPLINE},
    {NULL, 0},
};

typedef struct sampler_record {
    int32_t input;
    int32_t output;
    int32_t interpolation;
} sampler_record;

static const vrmi_json_field sampler_fields[] = {
    VRMI_FIELD_INDEX(sampler_record, input, "input", VRMI_TABLE_ACCESSORS, 1),
    VRMI_FIELD_INDEX(sampler_record, output, "output", VRMI_TABLE_ACCESSORS, 1),
    VRMI_FIELD_CHOICE(sampler_record, interpolation, "interpolation", TEXT, interpolations, 0),
};

enum { PATH_POINTER = -2 };

/* "pointer" is KHR_animation_pointer's, which glTF lets a reader ignore. */
static const vrmi_json_choice paths[] = {
    {"translation", VRM_ANIMATION_PATH_TRANSLATION},
    {"rotation", VRM_ANIMATION_PATH_ROTATION},
    {"scale", VRM_ANIMATION_PATH_SCALE},
    {"weights", VRM_ANIMATION_PATH_WEIGHTS},
    {"pointer", PATH_POINTER},
    {NULL, 0},
};

typedef struct channel_record {
    int32_t sampler;
    yyjson_val *target;
} channel_record;

static const vrmi_json_field channel_fields[] = {
    VRMI_FIELD_REQUIRED(channel_record, sampler, "sampler", INTEGER),
    VRMI_FIELD_REQUIRED(channel_record, target, "target", OBJECT),
};

typedef struct target_record {
    int32_t node;
    int32_t path;
} target_record;

static const vrmi_json_field target_fields[] = {
    VRMI_FIELD_CHOICE(target_record, path, "path", TEXT, paths, 1),
    VRMI_FIELD_INDEX(target_record, node, "node", VRMI_TABLE_NODES, 0),
};

/* Integers stand for fractions, and only where glTF wants none beyond 1. */
static bool has_value_format(const vrm_accessor *output, int32_t path) {
    if (output->component == VRM_COMPONENT_F32) return true;
    return output->is_normalized &&
           (path == VRM_ANIMATION_PATH_ROTATION || path == VRM_ANIMATION_PATH_WEIGHTS);
}

/* NULL: the accessors hold what the channel needs. */
static const char *find_problem(const vrm_gltf *gltf, const vrm_channel *channel) {
    const vrm_accessor *input = &gltf->accessors[channel->input];
    const vrm_accessor *output = &gltf->accessors[channel->output];
    static const int32_t elements[] = {VRM_ELEMENT_VEC3, VRM_ELEMENT_VEC4, VRM_ELEMENT_VEC3,
                                       VRM_ELEMENT_SCALAR};
    uint64_t values = input->count;
    if (!vrmi_accessor_is_usable(gltf, channel->input) ||
        !vrmi_accessor_is_usable(gltf, channel->output)) {
        return "its accessors cannot be used";
    }
    if (input->element != VRM_ELEMENT_SCALAR || input->component != VRM_COMPONENT_F32) {
        return "its times are not floats";
    }
    if (output->element != elements[channel->path] || !has_value_format(output, channel->path)) {
        return "its values have the wrong type";
    }
    if (channel->interpolation == VRM_INTERPOLATION_CUBIC_SPLINE) values *= 3;
    if (channel->path == VRM_ANIMATION_PATH_WEIGHTS) {
        int32_t mesh = gltf->nodes[channel->node].mesh;
        if (mesh == VRM_NONE || gltf->meshes[mesh].target_count == 0) {
            return "its node has no morph targets";
        }
        values *= gltf->meshes[mesh].target_count;
    }
    if (output->count != values) return "it has another number of values than its times ask for";
    return NULL;
}

/* Which properties of a node the channels of an animation have: one bit a path. */
typedef struct target_mark {
    uint32_t animation; /* that the bits are of, from 1 */
    uint32_t paths;
} target_mark;

static bool is_target_free(const vrm_channel *channel, uint32_t animation, target_mark *marks) {
    target_mark *mark = &marks[channel->node];
    uint32_t bit = UINT32_C(1) << channel->path;
    if (mark->animation != animation) mark->paths = 0;
    mark->animation = animation;
    if ((mark->paths & bit) != 0) return false;
    mark->paths |= bit;
    return true;
}

/* Reads one channel; false: it cannot be used, and the reason has been reported. */
static bool read_channel(vrmi_load *load, const vrmi_json *at, const vrm_gltf *gltf,
                         const sampler_record *samplers, uint32_t sampler_count, vrm_channel *out) {
    channel_record record = {VRM_NONE, NULL};
    target_record target = {VRM_NONE, VRM_ANIMATION_PATH_TRANSLATION};
    vrmi_json target_at;
    const char *problem;
    uint64_t good = VRMI_JSON_READ(load, at, channel_fields, &record);
    if (vrmi_json_has(good, VRMI_JSON_INCOMPLETE)) return false;
    target_at = vrmi_json_at(at, "target", record.target);
    good = VRMI_JSON_READ(load, &target_at, target_fields, &target);
    if (vrmi_json_has(good, VRMI_JSON_INCOMPLETE)) return false;
    if (target.node == VRM_NONE || target.path == PATH_POINTER) return false;
    if (record.sampler < 0 || (uint32_t)record.sampler >= sampler_count ||
        samplers[record.sampler].input == VRM_NONE) {
        problem = "its sampler cannot be used";
    } else {
        const sampler_record *sampler = &samplers[record.sampler];
        out->node = target.node;
        out->path = target.path;
        out->interpolation = sampler->interpolation;
        out->input = sampler->input;
        out->output = sampler->output;
        problem = find_problem(gltf, out);
    }
    if (problem == NULL) return true;
    vrmi_load_found(load, VRMI_CHANNEL_UNUSABLE, at, VRMI_WITH(vrmi_words(problem)));
    return false;
}

static bool read_animation(vrmi_load *load, const vrmi_json *at, const vrm_gltf *gltf,
                           target_mark *marks, vrm_animation *out) {
    animation_record record = {{{"", 0}, NULL, 0}, NULL, NULL};
    vrmi_json channel_array, sampler_array;
    vrmi_json_each each;
    vrm_channel *channels;
    sampler_record *samplers;
    uint32_t channel_count = 0;
    VRMI_JSON_READ(load, at, animation_fields, &record);
    channel_array = vrmi_json_at(at, "channels", record.channels);
    sampler_array = vrmi_json_at(at, "samplers", record.samplers);
    channels = VRMI_TAKE(load->arena, vrm_channel, vrmi_json_size(&channel_array));
    samplers = VRMI_TAKE(load->arena, sampler_record, vrmi_json_size(&sampler_array));
    if (channels == NULL || samplers == NULL) return vrmi_load_refused(load);
    each = vrmi_json_begin(&sampler_array);
    while (vrmi_json_next(&each)) {
        sampler_record *sampler = &samplers[each.item.index];
        uint64_t good;
        sampler->input = sampler->output = VRM_NONE;
        sampler->interpolation = VRM_INTERPOLATION_LINEAR;
        good = VRMI_JSON_READ(load, &each.item, sampler_fields, sampler);
        if (vrmi_json_has(good, VRMI_JSON_INCOMPLETE)) sampler->input = VRM_NONE;
    }
    each = vrmi_json_begin(&channel_array);
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(load)) return false;
        if (!read_channel(load, &each.item, gltf, samplers, vrmi_json_size(&sampler_array),
                          &channels[channel_count])) {
            continue;
        }
        if (is_target_free(&channels[channel_count], at->index + 1, marks)) {
            ++channel_count;
        } else {
            vrmi_load_found(load, VRMI_CHANNEL_UNUSABLE, &each.item,
                            VRMI_WITH(vrmi_words("an earlier one has the same target")));
        }
    }
    *out = record.animation;
    out->channels = channels;
    out->channel_count = channel_count;
    return true;
}

bool vrmi_read_animations(vrmi_load *load, const vrmi_json *array, vrmi_document *document) {
    uint32_t count = load->counts[VRMI_TABLE_ANIMATIONS];
    vrm_animation *animations = VRMI_TAKE(load->arena, vrm_animation, count);
    size_t mark_bytes = load->counts[VRMI_TABLE_NODES] * sizeof(target_mark);
    target_mark *marks = NULL;
    vrmi_json_each each = vrmi_json_begin(array);
    bool ok = true;
    if (animations == NULL) return vrmi_load_refused(load);
    if (count != 0) {
        marks = vrmi_memory_allocate(load->memory, mark_bytes);
        if (marks == NULL) return vrmi_load_refused(load);
        memset(marks, 0, mark_bytes);
    }
    while (ok && vrmi_json_next(&each)) {
        ok = vrmi_load_goes_on(load) &&
             read_animation(load, &each.item, &document->gltf, marks, &animations[each.item.index]);
    }
    vrmi_memory_release(load->memory, marks, mark_bytes);
    document->gltf.animations = animations;
    document->gltf.animation_count = ok ? count : 0;
    return ok;
}
