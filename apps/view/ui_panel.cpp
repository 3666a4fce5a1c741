// The panel at the right, with its pages.
#include "ui_parts.hpp"

#include <cstdio>

extern "C" {
#include "apps/kit/program/language.h"
}

// --- Expressions: a slider for each ---

void ui_expressions(ui *u, viewer *v) {
    const vrm_tables *tables = vrm_model_tables(v->who.model);
    if (tables->expression_count == 0) {
        ImGui::TextWrapped("%s", say("This avatar has no expressions."));
        return;
    }
    if (ImGui::Button(say("Set all to 0"))) actor_express(&v->who, VRM_NONE);
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_string *name = &tables->expressions[i].name;
        float weight = v->who.wanted[i];
        ImGui::PushID((int)i);
        ImGui::SetNextItemWidth(0.5f * ImGui::GetContentRegionAvail().x);
        if (ImGui::SliderFloat("##weight", &weight, 0.0f, 1.0f, "%.2f")) {
            actor_set_expression(&v->who, (int32_t)i, weight);
        }
        ImGui::SameLine();
        ui_name(u, name->data, name->length, ImGui::GetStyle().FramePadding.y);
        ImGui::PopID();
    }
}

// --- The panel ---

struct page {
    page_kind kind;
    const char *name;
    void (*show)(ui *u, viewer *v);
};

static const page pages[PAGE_COUNT] = {
    {PAGE_DIAGNOSTICS, SAY("Diagnostics"), ui_diagnostics},
    {PAGE_EXPRESSIONS, SAY("Expressions"), ui_expressions},
    {PAGE_SPRINGS, SAY("Springs"), ui_springs},
    {PAGE_MATERIALS, SAY("Materials"), ui_materials},
    {PAGE_AVATAR, SAY("Avatar"), ui_avatar},
    {PAGE_TRACKER, SAY("Tracker"), ui_tracker},
};

// The page of diagnostics has their count in its name.
static const char *label(const viewer *v, const page &p, char *out, size_t size) {
    const uint32_t count =
        v->who.model != nullptr && p.kind == PAGE_DIAGNOSTICS ? viewer_diagnostic_count(v) : 0;
    if (count == 0) return say(p.name);
    std::snprintf(out, size, "%s (%u)###%s", say(p.name), (unsigned)count, p.name);
    return out;
}

// Buttons in as many rows as the width needs: all names can be read, however narrow the panel is.
static void tabs(viewer *v) {
    const ImGuiStyle &style = ImGui::GetStyle();
    const ImVec4 idle = style.Colors[ImGuiCol_Tab], active = style.Colors[ImGuiCol_TabActive];
    const float room = ImGui::GetContentRegionAvail().x;
    float used = 0.0f;
    for (const page &p : pages) {
        if (p.kind == PAGE_TRACKER && !tracker_listens(&v->tracked)) continue;
        char text[64];
        const char *name = label(v, p, text, sizeof text);
        const float width =
            ImGui::CalcTextSize(name, nullptr, true).x + 2.0f * style.FramePadding.x;
        const bool fits = used > 0.0f && used + width <= room;
        if (fits) ImGui::SameLine(0.0f, 4.0f);
        used = (fits ? used : 0.0f) + width + 4.0f;
        ImGui::PushStyleColor(ImGuiCol_Button, v->page == p.kind ? active : idle);
        if (ImGui::Button(name)) v->page = p.kind;
        ImGui::PopStyleColor();
    }
    ImGui::Separator();
}

void ui_panel(ui *u, viewer *v) {
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoBringToFrontOnFocus;
    const float top = (float)v->area.y, height = (float)v->height - top;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::SetNextWindowPos(ImVec2((float)v->width - u->panel_width, top));
    ImGui::SetNextWindowSize(ImVec2(u->panel_width, height));
    ImGui::SetNextWindowSizeConstraints(ImVec2(220.0f, height), ImVec2((float)v->width, height));
    if (ImGui::Begin("##panel", nullptr, flags)) {
        tabs(v);
        ImGui::BeginChild(pages[v->page].name); // each page keeps its place when it is scrolled
        if (v->who.model != nullptr || v->page == PAGE_TRACKER) {
            pages[v->page].show(u, v);
        } else {
            ImGui::TextWrapped("%s", say("No avatar is open."));
        }
        ImGui::EndChild();
    }
    u->panel_width = ImGui::GetWindowWidth();
    ImGui::End();
    ImGui::PopStyleVar();
}
