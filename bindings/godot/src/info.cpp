/* What VRMAvatar reports of its file and its state. */
#include "avatar.hpp"

namespace vrm_godot {

namespace {

void put(const value &entries, const char *key, const vrm_string &text) {
    call(entries, "set", key, std::string(text.data, text.length));
}

void put_permissions(const value &entries, const vrm_permissions &p) {
    call(entries, "set", "avatar_permission", p.avatar_permission);
    call(entries, "set", "commercial_usage", p.commercial_usage);
    call(entries, "set", "modification", p.modification);
    call(entries, "set", "credit_required", p.credit_notation == VRM_CREDIT_NOTATION_REQUIRED);
    call(entries, "set", "allow_redistribution", p.allow_redistribution != 0);
}

} // namespace

dictionary avatar::get_info() {
    dictionary out;
    if (model_ == nullptr) return out;
    const vrm_tables *tables = vrm_model_tables(model_);
    const vrm_meta &meta = tables->meta;
    call(out, "set", "vrm_version", vrm_dialect_name(tables->dialect));
    put(out, "name", meta.name);
    put(out, "version", meta.version);
    put(out, "copyright", meta.copyright_information);
    put(out, "license_url", meta.license_url);
    strings authors;
    for (uint32_t i = 0; i < meta.author_count; ++i) {
        call(authors, "append", std::string(meta.authors[i].data, meta.authors[i].length));
    }
    call(out, "set", "authors", authors);
    put_permissions(out, meta.permissions);
    call(out, "set", "springs", tables->spring_count);
    call(out, "set", "spring_joints", tables->spring_joint_count);
    call(out, "set", "constraints", tables->constraint_count);
    call(out, "set", "materials", tables->material_count);
    return out;
}

strings avatar::get_diagnostics() {
    model *shown = model::of(resource_);
    return shown != nullptr ? shown->get_diagnostics() : strings();
}

/* Of all nodes, in the order of the bones, as libvrm computed them. */
floats avatar::get_global_positions() {
    std::vector<float> positions;
    if (avatar_ != nullptr) {
        const vrm_frame *frame = vrm_avatar_frame(avatar_);
        for (uint32_t n = 0; n < frame->node_count; ++n) {
            positions.insert(positions.end(), frame->world[n].m + 12, frame->world[n].m + 15);
        }
    }
    return floats(packed_float32(positions.data(), positions.size()));
}

} // namespace vrm_godot
