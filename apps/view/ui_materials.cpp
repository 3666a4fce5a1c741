// Materials and textures by name, and what they take of the GPU's memory.
#include "ui_parts.hpp"

#include <cstdio>
#include <string>

extern "C" {
#include "apps/kit/program/language.h"
#include "apps/picture/image_state.h"
}

static const char *kind_of(const vrm_tables *tables, uint32_t index) {
    return tables->mtoons[index].is_present    ? "MToon"
           : tables->materials[index].is_unlit ? say("unlit")
                                               : "PBR";
}

static const char *alpha_of(const vrm_material *material) {
    return material->alpha_mode == VRM_ALPHA_BLEND  ? say("blended")
           : material->alpha_mode == VRM_ALPHA_MASK ? say("masked")
                                                    : say("opaque");
}

static float width_of(const char *heading, const char *widest) {
    const float a = ImGui::CalcTextSize(heading).x, b = ImGui::CalcTextSize(widest).x;
    return a > b ? a : b;
}

// The columns behind the name, each with the widest text in it.
static bool begin_table(const char *id, const char *second, const char *second_widest,
                        const char *third, const char *third_widest) {
    const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit;
    if (!ImGui::BeginTable(id, 3, flags)) return false;
    ImGui::TableSetupColumn(say("name"), ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn(second, ImGuiTableColumnFlags_WidthFixed,
                            width_of(second, second_widest));
    ImGui::TableSetupColumn(third, ImGuiTableColumnFlags_WidthFixed, width_of(third, third_widest));
    ImGui::TableHeadersRow();
    return true;
}

static void materials(ui *u, viewer *v, const vrm_tables *tables) {
    if (!begin_table("##materials", say("type"), "MToon", say("alpha"), say("masked"))) return;
    for (uint32_t i = 0; i < tables->material_count; ++i) {
        const vrm_material *material = &tables->materials[i];
        const mark m = {MARK_MATERIAL, (int32_t)i};
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushID((int)i);
        if (ui_selectable(u, material->name.data, material->name.length,
                          v->marked_by == material)) {
            viewer_toggle_mark(v, material, m);
        }
        ImGui::PopID();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(kind_of(tables, i));
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(alpha_of(material));
    }
    ImGui::EndTable();
}

static void megabytes(uint64_t bytes) {
    const double mega = 1024.0 * 1024.0;
    if (bytes >= 1024 * 1024) {
        ImGui::Text("%.1f MB", (double)bytes / mega);
    } else {
        ImGui::Text("%.0f KB", (double)bytes / 1024.0);
    }
}

// Its size on the GPU, and the memory; or why it is not there.
static uint64_t image_cells(viewer *v, uint32_t index) {
    tool_diagnostic problem;
    uint32_t width, height;
    const uint64_t bytes =
        vrm_render_model_image_bytes(v->who.gpu, (int32_t)index, &width, &height);
    ImGui::TableNextColumn();
    if (image_state_diagnostic(vrm_render_model_image(v->who.gpu, (int32_t)index), &problem)) {
        ImGui::TextColored(ui_color::error, "%s", tool_diagnostic_info(problem)->code);
        return 0;
    }
    if (width == 0) {
        ImGui::TextColored(ui_color::faint, "%s", say("not shown"));
        return 0;
    }
    ImGui::Text("%u x %u", (unsigned)width, (unsigned)height);
    ImGui::TableNextColumn();
    megabytes(bytes);
    return bytes;
}

static uint64_t images(ui *u, viewer *v, const vrm_gltf *gltf) {
    uint64_t all = 0;
    if (!begin_table("##images", say("size"), "4096 x 4096", say("memory"), "1023 KB")) return 0;
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        const vrm_image *image = &gltf->images[i];
        const mark m = {MARK_IMAGE, (int32_t)i};
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushID((int)i);
        if (ui_selectable(u, image->name.data, image->name.length, v->marked_by == image)) {
            viewer_toggle_mark(v, image, m);
        }
        ImGui::PopID();
        all += image_cells(v, i);
    }
    ImGui::EndTable();
    return all;
}

static void counted(const char *english, uint32_t count) {
    char number[16], line[64];
    const char *text = number;
    std::snprintf(number, sizeof number, "%u", (unsigned)count);
    ImGui::TextUnformatted(say_into(line, sizeof line, english, &text, 1));
}

void ui_materials(ui *u, viewer *v) {
    const vrm_tables *tables = vrm_model_tables(v->who.model);
    const vrm_gltf *gltf = vrm_model_gltf(v->who.model);
    counted(SAY("Materials: {1}"), tables->material_count);
    materials(u, v, tables);
    ImGui::Spacing();
    counted(SAY("Images: {1}"), gltf->image_count);
    const uint64_t bytes = images(u, v, gltf);
    ImGui::Spacing();
    ImGui::TextUnformatted(say("Textures on the GPU:"));
    ImGui::SameLine();
    megabytes(bytes);
    ImGui::TextColored(ui_color::faint, "%s", say("Click a name to mark where it is used."));
}
