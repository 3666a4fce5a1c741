/* Animations, as ranges: which accessors hold the times and the values of which node's property. */
#include "gltf/accessor.h"
#include "gltf/document.h"

typedef struct animation_record {
    vrm_animation animation;
    yyjson_val *channels;
    yyjson_val *samplers;
} animation_record;

static const vrmi_json_field animation_fields[] = {
    VRMI_FIELD_REQUIRED(animation_record, channels, "channels", ARRAY),
    VRMI_FIELD_REQUIRED(animation_record, samplers, "samplers", ARRAY),
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
    {"translation", VRM_PATH_TRANSLATION},
    {"rotation", VRM_PATH_ROTATION},
    {"scale", VRM_PATH_SCALE},
    {"weights", VRM_PATH_WEIGHTS},
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
    if (output->element != elements[channel->path]) return "its values have the wrong type";
    if (channel->interpolation == VRM_INTERPOLATION_CUBIC_SPLINE) values *= 3;
    if (channel->path == VRM_PATH_WEIGHTS) {
        int32_t mesh = gltf->nodes[channel->node].mesh;
        if (mesh == VRM_NONE || gltf->meshes[mesh].target_count == 0) {
            return "its node has no morph targets";
        }
        values *= gltf->meshes[mesh].target_count;
    }
    if (output->count != values) return "it has another number of values than its times ask for";
    return NULL;
}

/* Reads one channel; false: it cannot be used, and why has been said. */
static bool read_channel(vrmi_load *load, const vrmi_json *at, const vrm_gltf *gltf,
                         const sampler_record *samplers, uint32_t sampler_count, vrm_channel *out) {
    channel_record record = {VRM_NONE, NULL};
    target_record target = {VRM_NONE, VRM_PATH_TRANSLATION};
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
                           vrm_animation *out) {
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
        if (read_channel(load, &each.item, gltf, samplers, vrmi_json_size(&sampler_array),
                         &channels[channel_count])) {
            ++channel_count;
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
    vrmi_json_each each = vrmi_json_begin(array);
    if (animations == NULL) return vrmi_load_refused(load);
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(load) ||
            !read_animation(load, &each.item, &document->gltf, &animations[each.item.index])) {
            return false;
        }
    }
    document->gltf.animations = animations;
    document->gltf.animation_count = count;
    return true;
}
