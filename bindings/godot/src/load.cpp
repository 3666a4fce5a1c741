#include "load.hpp"

#include "avatar.hpp"
#include "build.hpp"

namespace vrm_godot {

namespace {

const char *const loader_class = "VRM";

/* --- Options --- */

value option(const value &from, const char *key) { return call(from, "get", key, value()); }

uint32_t layers_option(const value &from, const char *key) {
    constexpr uint32_t all_layers = (1u << 20) - 1;
    return static_cast<uint32_t>(option(from, key).as_int()) & all_layers;
}

/* Options that are not set, or are of another type, keep their defaults. */
load_options read_options(const value &from) {
    load_options out;
    const value mipmaps = option(from, "mipmaps");
    if (mipmaps.is(GDEXTENSION_VARIANT_TYPE_BOOL)) out.textures.mipmaps = mipmaps.as_bool();
    const int64_t size = option(from, "max_texture_size").as_int();
    if (size > 0) out.textures.max_size = static_cast<uint32_t>(size < 16384 ? size : 16384);
    out.textures.compress = option(from, "compress_textures").as_bool();
    out.sleep = option(from, "sleep").as_bool();
    out.strict = option(from, "strict").as_bool();
    out.first_person_layers = layers_option(from, "first_person_layers");
    out.third_person_layers = layers_option(from, "third_person_layers");
    return out;
}

/* --- Files --- */

/* Skeletons of the engine need unique names and an order; more bones than this take seconds. */
constexpr uint32_t most_nodes = 65536;

vrm_limits limits_of_engine() {
    vrm_limits limits;
    vrm_limits_init(&limits);
    limits.max_nodes = most_nodes;
    limits.max_morph_weights = 65536;
    return limits;
}

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

/* A file of an exported game is in its package, where only the engine reads it. Nil if there is
 * none. */
value packaged_bytes(const std::string &path) {
    if (!starts_with(path, "res://")) return value();
    constexpr GDExtensionInt hash = 659035735;
    const GDExtensionMethodBindPtr read =
        engine.get_method_bind(name("FileAccess").get(), name("get_file_as_bytes").get(), hash);
    if (read == nullptr) return value();
    const text engine_path(path);
    typed<GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY> none;
    alignas(8) unsigned char bytes[16];
    none.store(bytes);
    const GDExtensionConstTypePtr arguments[] = {engine_path.get()};
    engine.ptrcall(read, any(static_cast<void *>(nullptr)), arguments, any(bytes));
    value out = value::of_type(GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY, bytes);
    engine.destroy[GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY](any(bytes));
    return call(out, "is_empty").as_bool() ? value() : out;
}

/* Loads what a path or bytes hold: a model or a clip, whose functions Load passes. */
template <class Load> vrm_result load_source(const value &source, const Load &load) {
    if (source.is(GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY)) {
        const byte_view bytes(source);
        return load.memory(bytes.data(), bytes.size());
    }
    const std::string path = source.as_string();
    const vrm_result result = load.file(file_path(path).c_str());
    if (result != VRM_ERROR_FILE) return result;
    const value packaged = packaged_bytes(path);
    if (packaged.is(GDEXTENSION_VARIANT_TYPE_NIL)) return result;
    const byte_view bytes(packaged);
    return load.memory(bytes.data(), bytes.size());
}

/* A report that destroys itself. */
class report {
  public:
    report() = default;
    report(const report &) = delete;
    report &operator=(const report &) = delete;
    ~report() { vrm_report_destroy(report_); }
    /* Replaces the report of an earlier try. */
    vrm_report **receive() {
        vrm_report_destroy(report_);
        report_ = nullptr;
        return &report_;
    }
    uint32_t count() const { return vrm_report_count(report_); }
    std::string line(uint32_t index) const {
        char text[2048];
        vrm_diagnostic_text(vrm_report_get(report_, index), text, sizeof text);
        return text;
    }
    /* The first line of the worst severity. */
    std::string reason() const {
        for (uint32_t i = 0; i < count(); ++i) {
            if (vrm_report_get(report_, i)->severity == VRM_SEVERITY_ERROR) return line(i);
        }
        return count() > 0 ? line(0) : std::string("no reason given");
    }

  private:
    vrm_report *report_ = nullptr;
};

/* The payload is copied: a value of the engine may move its bytes. */
struct model_load {
    const vrm_load_desc *desc;
    vrm_model **out;
    report *out_report;
    vrm_result file(const char *path) const {
        return vrm_model_load_file(path, desc, out, out_report->receive());
    }
    vrm_result memory(const uint8_t *bytes, size_t size) const {
        return vrm_model_load(bytes, size, desc, out, out_report->receive());
    }
};

struct clip_load {
    const vrm_clip_desc *desc;
    vrm_clip **out;
    report *out_report;
    vrm_result file(const char *path) const {
        return vrm_clip_load_file(path, desc, out, out_report->receive());
    }
    vrm_result memory(const uint8_t *bytes, size_t size) const {
        return vrm_clip_load(bytes, size, desc, out, out_report->receive());
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

vrm_load_desc describe(const vrm_limits *limits, bool strict) {
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.limits = limits;
    desc.flags = VRM_LOAD_COPY_PAYLOAD;
    if (strict) desc.flags |= VRM_LOAD_STRICT;
    return desc;
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
    std::string problem;
    avatar *made = build_avatar(model, options, &problem);
    if (made == nullptr) {
        report_error("VRM.load: " + problem);
        return out;
    }
    for (uint32_t i = 0; i < found.count(); ++i) made->add_diagnostic(found.line(i));
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

void register_loader() {
    register_class(loader_class, "RefCounted");
    bound<&load>::add(loader_class, "load", {"path_or_bytes", "options"}, {dictionary()});
    bound<&load_clip>::add(loader_class, "load_clip", {"path_or_bytes"});
    bound<&version>::add(loader_class, "get_version");
}

} // namespace vrm_godot
