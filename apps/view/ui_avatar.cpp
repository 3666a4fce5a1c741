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
    if (!ImGui::BeginTable("meta", 2, ImGuiTableFlags_SizingFixedFit)) return;
    ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed,
                            ImGui::CalcTextSize("derived from").x);
    ImGui::TableSetupColumn("text", ImGuiTableColumnFlags_WidthStretch);
    row(u, "name", text_of(m->name));
    row(u, "version", text_of(m->version));
    row(u, "by", list_of(m->authors, m->author_count));
    row(u, "VRM", vrm_dialect_name(tables->dialect));
    row(u, "exporter", text_of(gltf->generator));
    row(u, "copyright", text_of(m->copyright_information));
    row(u, "contact", text_of(m->contact_information));
    row(u, "derived from", list_of(m->references, m->reference_count));
    row(u, "third parties", text_of(m->third_party_licenses));
    row(u, "license", text_of(m->license_url));
    row(u, "license", text_of(m->other_license_url));
    row(u, "license", text_of(m->legacy_license_name));
    ImGui::EndTable();
}

static void permission_rows(ui *u, const vrm_tables *tables) {
    permission rows[PERMISSION_COUNT];
    list_permissions(tables, false, rows);
    for (const permission &p : rows) {
        const char *value = p.source == PERMISSION_BY_LICENCE  ? "by the license"
                            : p.source == PERMISSION_NOT_ASKED ? "not stated in this version"
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
    ImGui::TextUnformatted("What may be done with it:");
    ImGui::Spacing();
    permission_rows(u, tables);
    if (tables->meta.legacy_license_name.length > 0) {
        const char *meaning = licence_meaning(tables->meta.legacy_license_name);
        if (meaning != nullptr) ui_sentence(u, say(meaning), room());
    }
}
