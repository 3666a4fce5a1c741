#include "ui_parts.hpp"

// --- Expressions: a slider for each ---

static void expressions(viewer *v) {
    const vrm_tables *tables = vrm_model_tables(v->who.model);
    if (tables->expression_count == 0) {
        ImGui::TextWrapped("This avatar has no expressions.");
        return;
    }
    if (ImGui::Button("All to 0"))
        v->wanted_expression = VRM_NONE, actor_express(&v->who, VRM_NONE);
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        float weight = v->who.wanted[i];
        ImGui::PushID((int)i);
        ImGui::SetNextItemWidth(0.55f * ImGui::GetContentRegionAvail().x);
        if (ImGui::SliderFloat("##weight", &weight, 0.0f, 1.0f, "%.2f")) {
            actor_set_expression(&v->who, (int32_t)i, weight);
        }
        ImGui::SameLine();
        ImGui::TextUnformatted(tables->expressions[i].name.data);
        ImGui::PopID();
    }
}

// --- The panel at the right ---

static void page(viewer *v, page_kind kind, const char *name, bool is_chosen,
                 void (*show)(viewer *v)) {
    const ImGuiTabItemFlags flags = is_chosen ? ImGuiTabItemFlags_SetSelected : 0;
    if (!ImGui::BeginTabItem(name, nullptr, flags)) return;
    if (!is_chosen) v->page = kind;
    ImGui::BeginChild(name);
    if (v->who.model != nullptr) {
        show(v);
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
        page(v, PAGE_EXPRESSIONS, "Expressions", is_chosen && v->page == PAGE_EXPRESSIONS,
             expressions);
        ImGui::EndTabBar();
    }
    u->panel_width = ImGui::GetWindowWidth();
    u->shown_page = v->page;
    ImGui::End();
    ImGui::PopStyleVar();
}
