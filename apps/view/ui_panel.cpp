// The panel at the right, with its pages.
#include "ui_parts.hpp"

#include <cstdio>

// --- Expressions: a slider for each ---

void ui_expressions(ui *u, viewer *v) {
    const vrm_tables *tables = vrm_model_tables(v->who.model);
    if (tables->expression_count == 0) {
        ImGui::TextWrapped("This avatar has no expressions.");
        return;
    }
    if (ImGui::Button("All to 0")) actor_express(&v->who, VRM_NONE);
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
    {PAGE_DIAGNOSTICS, "Diagnostics", ui_diagnostics},
    {PAGE_EXPRESSIONS, "Expressions", ui_expressions},
};

static void tab(ui *u, viewer *v, const page *p, bool is_chosen) {
    const ImGuiTabItemFlags flags = is_chosen ? ImGuiTabItemFlags_SetSelected : 0;
    if (!ImGui::BeginTabItem(p->name, nullptr, flags)) return;
    u->shown_page = p->kind;
    ImGui::BeginChild(p->name);
    if (v->who.model != nullptr) {
        p->show(u, v);
    } else {
        ImGui::TextWrapped("No avatar is shown.");
    }
    ImGui::EndChild();
    ImGui::EndTabItem();
}

void ui_panel(ui *u, viewer *v) {
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoBringToFrontOnFocus;
    const float top = (float)v->area.y, height = (float)v->height - top;
    // A page that a key has chosen is shown at once; later a click decides.
    const bool is_chosen = v->page != u->shown_page;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::SetNextWindowPos(ImVec2((float)v->width - u->panel_width, top));
    ImGui::SetNextWindowSize(ImVec2(u->panel_width, height));
    ImGui::SetNextWindowSizeConstraints(ImVec2(220.0f, height), ImVec2((float)v->width, height));
    if (ImGui::Begin("##panel", nullptr, flags) &&
        ImGui::BeginTabBar("pages", ImGuiTabBarFlags_FittingPolicyResizeDown)) {
        for (const page &p : pages) tab(u, v, &p, is_chosen && v->page == p.kind);
        ImGui::EndTabBar();
    }
    u->panel_width = ImGui::GetWindowWidth();
    if (!is_chosen) v->page = u->shown_page;
    ImGui::End();
    ImGui::PopStyleVar();
}
