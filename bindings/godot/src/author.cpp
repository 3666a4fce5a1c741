#include "author.hpp"

#include "load.hpp"
#include "report.hpp"

#include <vrm/author.h>

namespace vrm_godot {

namespace {

const char *severity_name(vrm_severity severity) {
    switch (severity) {
    case VRM_SEVERITY_ERROR:
        return "error";
    case VRM_SEVERITY_WARNING:
        return "warning";
    default:
        return "note";
    }
}

/* Diagnostics as dictionaries. */
array list(const report &found) {
    array out;
    for (uint32_t i = 0; i < found.count(); ++i) {
        const vrm_diagnostic *d = vrm_report_get(found.get(), i);
        const dictionary entry;
        call(entry, "set", "severity", severity_name(d->severity));
        call(entry, "set", "code", d->code);
        call(entry, "set", "message", d->message);
        call(entry, "set", "remedy", d->remedy);
        call(entry, "set", "pointer", d->pointer);
        call(entry, "set", "subject", std::string(d->subject) + " " + d->subject_name);
        call(entry, "set", "fixable", vrm_fix_sentence(d->code) != nullptr);
        call(out, "append", entry);
    }
    return out;
}

/* A written file: its bytes and its changes. It is destroyed. */
dictionary describe_written(vrm_written *file, const report &left) {
    dictionary out;
    size_t size = 0;
    const void *data = vrm_written_bytes(file, &size);
    call(out, "set", "bytes", packed_bytes(data, size));
    const strings changes;
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        const vrm_change *c = vrm_written_change(file, i);
        const char *pointer = c->from[0] != '\0' ? c->from : c->to;
        call(changes, "append",
             std::string(vrm_change_kind_name(c->kind)) + ": " + pointer + ": " + c->text);
    }
    call(out, "set", "changes", changes);
    call(out, "set", "diagnostics", list(left));
    vrm_written_destroy(file);
    return out;
}

dictionary failure(const report &found) {
    dictionary out;
    call(out, "set", "error", found.reason());
    call(out, "set", "diagnostics", list(found));
    return out;
}

vrm_check_desc check_desc(const vrm_load_desc *load) {
    vrm_check_desc desc;
    vrm_check_desc_init(&desc);
    desc.load = load;
    return desc;
}

array check(const value &source) {
    const bytes file = read_source(source);
    const byte_view view(file);
    if (view.size() == 0) return array();
    const vrm_limits limits = limits_of_engine();
    const vrm_load_desc load = describe(&limits, false);
    const vrm_check_desc desc = check_desc(&load);
    report found;
    vrm_check(view.data(), view.size(), &desc, found.receive());
    return list(found);
}

dictionary fix(const value &source) {
    const bytes file = read_source(source);
    const byte_view view(file);
    if (view.size() == 0) return dictionary();
    const vrm_limits limits = limits_of_engine();
    const vrm_load_desc load = describe(&limits, false);
    const vrm_check_desc desc = check_desc(&load);
    report left;
    vrm_written *written = nullptr;
    if (vrm_fix(view.data(), view.size(), &desc, &written, left.receive()) != VRM_OK) {
        return failure(left);
    }
    return describe_written(written, left);
}

/* To VRM 1.0. Without consent, the result of a file that needs it has no bytes, and its changes are
 * the fields that consent is needed for. */
dictionary migrate(const value &source, bool accept_license_mapping) {
    const bytes file = read_source(source);
    const byte_view view(file);
    if (view.size() == 0) return dictionary();
    const vrm_limits limits = limits_of_engine();
    const vrm_load_desc load = describe(&limits, false);
    vrm_migrate_desc desc;
    vrm_migrate_desc_init(&desc);
    desc.load = &load;
    desc.flags = VRM_MIGRATE_T_POSE;
    if (accept_license_mapping) desc.flags |= VRM_MIGRATE_ACCEPT_LICENSE_MAPPING;
    report found;
    vrm_written *written = nullptr;
    const vrm_result result =
        vrm_migrate(view.data(), view.size(), &desc, &written, found.receive());
    if (result != VRM_OK && result != VRM_ERROR_CONSENT) return failure(found);
    const dictionary out = describe_written(written, found);
    call(out, "set", "needs_consent", result == VRM_ERROR_CONSENT);
    return out;
}

} // namespace

void register_author(const char *class_name) {
    bound<&check>::add(class_name, "check", {"path_or_bytes"});
    bound<&fix>::add(class_name, "fix", {"path_or_bytes"});
    bound<&migrate>::add(class_name, "migrate", {"path_or_bytes", "accept_license_mapping"},
                         {false});
}

} // namespace vrm_godot
