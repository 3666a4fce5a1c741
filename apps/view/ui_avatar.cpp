// Who made the avatar, and what may be done with it.
#include "ui_parts.hpp"

#include <cstdio>
#include <string>

extern "C" {
#include "apps/kit/avatar/permissions.h"
#include "apps/kit/program/language.h"
}

static float room(void) { return ImGui::GetContentRegionAvail().x; }

static void row(ui *u, const char *label, const std::string &text) {
    if (text.empty()) return;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(ui_color::faint, "%s", label);
    ImGui::TableNextColumn();
    ui_sentence(u, text.c_str(), room());
}

static std::string text_of(vrm_string string) { return std::string(string.data, string.length); }

static std::string list_of(const vrm_string *names, uint32_t count) {
    std::string all;
    for (uint32_t i = 0; i < count; ++i) all += (i > 0 ? ", " : "") + text_of(names[i]);
    return all;
}

static void meta(ui *u, const vrm_tables *tables, const vrm_gltf *gltf) {
    const vrm_meta *m = &tables->meta;
    if (!ImGui::BeginTable("##meta", 2, ImGuiTableFlags_SizingFixedFit)) return;
    ImGui::TableSetupColumn("##label", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("##text", ImGuiTableColumnFlags_WidthStretch);
    row(u, say("name"), text_of(m->name));
    row(u, say("version"), text_of(m->version));
    row(u, say("authors"), list_of(m->authors, m->author_count));
    row(u, say("VRM version"), vrm_dialect_name(tables->dialect));
    row(u, say("exporter"), text_of(gltf->generator));
    row(u, say("copyright"), text_of(m->copyright_information));
    row(u, say("contact"), text_of(m->contact_information));
    row(u, say("derived from"), list_of(m->references, m->reference_count));
    row(u, say("third-party licenses"), text_of(m->third_party_licenses));
    row(u, say("license"), text_of(m->license_url));
    row(u, say("license"), text_of(m->other_license_url));
    row(u, say("license"), text_of(m->legacy_license_name));
    ImGui::EndTable();
}

static void permission_rows(ui *u, const vrm_tables *tables) {
    permission rows[PERMISSION_COUNT];
    list_permissions(tables, false, rows);
    for (const permission &p : rows) {
        const char *value = p.source == PERMISSION_BY_LICENCE ? say("as in the license")
                            : p.source == PERMISSION_NOT_ASKED
                                ? say("not stated: this VRM version has no such field")
                                : p.value;
        ImGui::TextColored(ui_color::faint, "%s:", p.key);
        if (ImGui::CalcTextSize(p.key).x + ImGui::CalcTextSize(value).x + 12.0f < room()) {
            ImGui::SameLine();
        }
        ui_sentence(u, value, room());
        if (value == p.value) {
            ImGui::PushStyleColor(ImGuiCol_Text, ui_color::note);
            ui_sentence(u, say(p.meaning), room());
            ImGui::PopStyleColor();
        }
        ImGui::Spacing();
    }
}

void ui_avatar(ui *u, viewer *v) {
    const vrm_tables *tables = vrm_model_tables(v->who.model);
    meta(u, tables, vrm_model_gltf(v->who.model));
    ImGui::Separator();
    ImGui::TextUnformatted(say("permissions"));
    ImGui::Spacing();
    permission_rows(u, tables);
    if (tables->meta.legacy_license_name.length > 0) {
        const char *meaning = licence_meaning(tables->meta.legacy_license_name);
        if (meaning != nullptr) ui_sentence(u, say(meaning), room());
    }
}
