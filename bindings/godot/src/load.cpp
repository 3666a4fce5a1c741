#include "load.hpp"

#include "author.hpp"
#include "avatar.hpp"
#include "build.hpp"
#include "report.hpp"

extern "C" {
#include "apps/kit/avatar/meshopt.h"
}

namespace vrm_godot {

namespace {

const char *const loader_class = "VRM";

/* Skeletons of the engine need unique names and an order; more bones than this take seconds. */
constexpr uint32_t most_nodes = 65536;

} // namespace

vrm_limits limits_of_engine() {
    vrm_limits limits;
    vrm_limits_init(&limits);
    limits.max_nodes = most_nodes;
    limits.max_morph_weights = 65536;
    return limits;
}

vrm_load_desc describe(const vrm_limits *limits, bool strict) {
    vrm_load_desc desc;
    load_desc_init(&desc); /* with meshoptimizer, if the build found it */
    desc.limits = limits;
    desc.flags = VRM_LOAD_COPY_PAYLOAD;
    if (strict) desc.flags |= VRM_LOAD_STRICT;
    return desc;
}

namespace {

/* --- Options --- */

uint32_t layers_option(const value &options, const char *key) {
    constexpr uint32_t all_layers = (1u << 20) - 1;
    return static_cast<uint32_t>(option(options, key).as_int()) & all_layers;
}

/* Options that are not set, or are of another type, keep their defaults. */
load_options read_options(const value &options) {
    load_options out;
    const value mipmaps = option(options, "mipmaps");
    if (mipmaps.is(GDEXTENSION_VARIANT_TYPE_BOOL)) out.textures.mipmaps = mipmaps.as_bool();
    const int64_t size = option(options, "max_texture_size").as_int();
    if (size > 0) out.textures.max_size = static_cast<uint32_t>(size < 16384 ? size : 16384);
    out.textures.compress = option(options, "compress_textures").as_bool();
    out.for_scene = option(options, "for_scene").as_bool();
    out.textures.store = out.for_scene;
    out.sleep = option(options, "sleep").as_bool();
    out.strict = option(options, "strict").as_bool();
    out.first_person_layers = layers_option(options, "first_person_layers");
    out.third_person_layers = layers_option(options, "third_person_layers");
    return out;
}

/* --- Files --- */

bool starts_with(const std::string &path, const char *prefix) { return path.rfind(prefix, 0) == 0; }

bool is_absolute(const std::string &path) {
    return starts_with(path, "/") || (path.size() > 1 && path[1] == ':');
}

/* The path in the file system, also of res:// and user://. An exported game has no folder for
 * res://: the engine then gives a path in the current folder, where any file may be. */
std::string file_path(const std::string &path) {
    if (!starts_with(path, "res://") && !starts_with(path, "user://")) return path;
    const std::string out = call(singleton("ProjectSettings"), "globalize_path", path).as_string();
    return is_absolute(out) ? out : std::string();
}

/* A file as the engine reads it: also out of the package of an exported game. Nil if there is
 * none, or if it is empty. */
value file_bytes(const std::string &path) {
    const GDExtensionMethodBindPtr read = find_method("FileAccess", "get_file_as_bytes", 659035735);
    if (read == nullptr) return value();
    const text engine_path(path);
    const bytes none;
    alignas(8) unsigned char storage[16];
    none.store(storage);
    const GDExtensionConstTypePtr arguments[] = {engine_path.get()};
    engine.ptrcall(read, any(static_cast<void *>(nullptr)), arguments, any(storage));
    value out = value::of_type(GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY, storage);
    engine.destroy[GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY](any(storage));
    return call(out, "is_empty").as_bool() ? value() : out;
}

/* Loads what a path or bytes hold: a model or a clip, whose functions Load passes. */
template <class Load> vrm_result load_source(const value &source, const Load &load) {
    if (source.is(GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY)) {
        const byte_view view(source);
        return load.memory(view.data(), view.size());
    }
    const std::string path = source.as_string();
    const vrm_result result = load.file(file_path(path).c_str());
    if (result != VRM_ERROR_FILE) return result;
    const value packaged = starts_with(path, "res://") ? file_bytes(path) : value();
    if (packaged.is(GDEXTENSION_VARIANT_TYPE_NIL)) return result;
    const byte_view view(packaged);
    return load.memory(view.data(), view.size());
}

/* The payload is copied: a value of the engine may move its bytes. */
struct model_load {
    const vrm_load_desc *desc;
    vrm_model **out;
    report *out_report;
    vrm_result file(const char *path) const {
        return vrm_model_load_file(path, desc, out, out_report->receive());
    }
    vrm_result memory(const uint8_t *data, size_t size) const {
        return vrm_model_load(data, size, desc, out, out_report->receive());
    }
};

struct clip_load {
    const vrm_clip_desc *desc;
    vrm_clip **out;
    report *out_report;
    vrm_result file(const char *path) const {
        return vrm_clip_load_file(path, desc, out, out_report->receive());
    }
    vrm_result memory(const uint8_t *data, size_t size) const {
        return vrm_clip_load(data, size, desc, out, out_report->receive());
    }
};

bool is_source(const value &source) {
    if (source.is(GDEXTENSION_VARIANT_TYPE_STRING) ||
        source.is(GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY)) {
        return true;
    }
    report_error("VRM: the source must be a path (String) or the bytes of a file "
                 "(PackedByteArray).");
    return false;
}

/* --- Methods of VRM --- */

object_of<avatar_class> load(const value &source, const dictionary &wanted) {
    object_of<avatar_class> out;
    if (!is_source(source)) return out;
    const load_options options = read_options(wanted);
    const vrm_limits limits = limits_of_engine();
    const vrm_load_desc desc = describe(&limits, options.strict);
    vrm_model *model = nullptr;
    report found;
    if (load_source(source, model_load{&desc, &model, &found}) != VRM_OK) {
        report_error("VRM.load: " + found.reason());
        return out;
    }
    std::vector<std::string> lines;
    for (uint32_t i = 0; i < found.count(); ++i) lines.push_back(found.line(i));
    std::string problem;
    const value data = options.for_scene ? value(json_of(read_source(source))) : value();
    avatar *made = build_avatar(model, data, lines, options, &problem);
    if (made == nullptr) {
        report_error("VRM.load: " + problem);
        return out;
    }
    out.pointer = made->object();
    return out;
}

value load_clip(const value &source) {
    if (!is_source(source)) return value();
    const vrm_limits limits = limits_of_engine();
    const vrm_load_desc desc = describe(&limits, false);
    vrm_clip_desc clip_desc;
    vrm_clip_desc_init(&clip_desc);
    clip_desc.load = &desc;
    vrm_clip *motion = nullptr;
    report found;
    if (load_source(source, clip_load{&clip_desc, &motion, &found}) != VRM_OK) {
        report_error("VRM.load_clip: " + found.reason());
        return value();
    }
    return clip::make(motion);
}

std::string version() { return vrm_version(); }

} // namespace

vrm_model *load_tables(const value &data) {
    const byte_view view(data);
    const vrm_limits limits = limits_of_engine();
    const vrm_load_desc desc = describe(&limits, false);
    vrm_model *model = nullptr;
    report found;
    if (vrm_model_load(view.data(), view.size(), &desc, &model, found.receive()) != VRM_OK) {
        report_error("VRMModel: " + found.reason());
        return nullptr;
    }
    vrm_model_drop_payload(model);
    return model;
}

bytes read_source(const value &source) {
    if (!is_source(source)) return bytes();
    if (source.is(GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY)) {
        if (call(source, "is_empty").as_bool()) report_error("VRM: the file is empty");
        return bytes(source);
    }
    const std::string path = source.as_string();
    const value read = file_bytes(path);
    if (!read.is(GDEXTENSION_VARIANT_TYPE_NIL)) return bytes(read);
    report_error("VRM: " + path + " cannot be read, or is empty");
    return bytes();
}

namespace {

/* VRM has static methods alone: its instances are empty. */
char loader_instance;

GDExtensionObjectPtr create_loader(void *) {
    void *object = engine.construct_object(name("RefCounted").get());
    engine.object_set_instance(any(object), name(loader_class).get(), any(&loader_instance));
    return any(object);
}

void free_loader(void *, GDExtensionClassInstancePtr) {}

} // namespace

void register_loader() {
    register_with(loader_class, "RefCounted", create_loader, free_loader);
    bound<&load>::add(loader_class, "load", {"path_or_bytes", "options"}, {dictionary()});
    bound<&load_clip>::add(loader_class, "load_clip", {"path_or_bytes"});
    register_author(loader_class);
    bound<&version>::add(loader_class, "get_version");
}

} // namespace vrm_godot
