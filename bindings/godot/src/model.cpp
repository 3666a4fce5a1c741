#include "model.hpp"

#include "load.hpp"

#include <cstring>

namespace vrm_godot {

const char *const model_class = "VRMModel";

namespace {

/* Bindings under this address are instances of model. */
const char token = 0;

constexpr size_t glb_header = 12, chunk_header = 8;

uint32_t read_u32(const uint8_t *four) {
    return four[0] | static_cast<uint32_t>(four[1]) << 8 | static_cast<uint32_t>(four[2]) << 16 |
           static_cast<uint32_t>(four[3]) << 24;
}

void write_u32(uint8_t *four, uint32_t v) {
    for (int i = 0; i < 4; ++i) four[i] = static_cast<uint8_t>(v >> (8 * i));
}

} // namespace

bytes json_of(const value &file) {
    const byte_view view(file);
    constexpr size_t headers = glb_header + chunk_header;
    if (view.size() < headers || memcmp(view.data(), "glTF", 4) != 0) return bytes();
    const size_t length = read_u32(view.data() + glb_header);
    if (length > view.size() - headers) return bytes();
    std::vector<uint8_t> out(view.data(), view.data() + headers + length);
    write_u32(out.data() + 8, static_cast<uint32_t>(out.size()));
    return bytes(packed_bytes(out.data(), out.size()));
}

void *model::new_object(model *instance) {
    void *object = engine.construct_object(name("Resource").get());
    engine.object_set_instance(any(object), name(model_class).get(), any(instance));
    engine.object_set_binding(any(object), const_cast<char *>(&token), instance, &no_callbacks);
    return object;
}

value model::make(vrm_model *loaded, const value &data, const std::vector<std::string> &lines) {
    auto *made = new model();
    made->model_ = loaded;
    if (data.is(GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY)) made->data_ = bytes(data);
    made->lines_ = lines;
    return value::object(new_object(made));
}

model *model::of(const value &object) {
    void *pointer = object.as_object();
    if (pointer == nullptr) return nullptr;
    return static_cast<model *>(
        engine.object_get_binding(any(pointer), const_cast<char *>(&token), nullptr));
}

/* A model that is in use stays: avatars have its indices. */
void model::set_data(const bytes &data) {
    if (model_ != nullptr) return;
    model_ = load_tables(data);
    if (model_ != nullptr) data_ = data;
}

bytes model::get_data() { return data_; }

strings model::get_diagnostics() {
    strings out;
    for (const std::string &line : lines_) call(out, "append", line);
    return out;
}

void model::set_diagnostics(const strings &lines) {
    lines_.clear();
    const int64_t count = call(lines, "size").as_int();
    for (int64_t i = 0; i < count; ++i) lines_.push_back(call(lines, "get", i).as_string());
}

namespace {

GDExtensionObjectPtr create_model(void *) { return any(model::new_object(new model())); }

void free_model(void *, GDExtensionClassInstancePtr instance) {
    model *self = any(instance);
    delete self;
}

} // namespace

void register_model() {
    const char *c = model_class;
    register_with(c, "Resource", create_model, free_model);
    bound<&model::set_data>::add(c, "set_data", {"data"});
    bound<&model::get_data>::add(c, "get_data");
    bound<&model::set_diagnostics>::add(c, "set_diagnostics", {"lines"});
    bound<&model::get_diagnostics>::add(c, "get_diagnostics");
    property_hint stored;
    stored.usage = usage_storage;
    register_property(c, "data", GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY, "set_data", "get_data",
                      stored);
    register_property(c, "diagnostics", GDEXTENSION_VARIANT_TYPE_PACKED_STRING_ARRAY,
                      "set_diagnostics", "get_diagnostics", stored);
}

} // namespace vrm_godot
