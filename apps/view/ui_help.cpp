#include "ui_parts.hpp"

#include <cstring>
#include <vrm/vrm.h>

static void row(const char *key, const char *text) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(ui_color::key, "%s", key);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(text);
}

static void heading(const char *text, size_t length) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(ui_color::faint, "%.*s", (int)length, text);
}

static void mouse_rows(void) {
    heading("Mouse", 5);
    row("Drag", "Turn the view");
    row("Wheel", "Zoom in and out");
    row("Right drag", "Move the avatar; its hair follows");
    row("Ctrl+drag", "The same");
    row("Middle drag", "Move the view");
    row("Shift+drag", "The same");
    heading("Held keys", 9);
    row("Left, Right", "Turn the avatar");
}

// By the menus that they are in.
static void action_rows(void) {
    const char *menu = "";
    size_t length = 0;
    const action *c;
    for (size_t i = 0; (c = action_at(i)) != nullptr; ++i) {
        char key[48];
        if (c->label == nullptr || c->key == 0) continue;
        if (length == 0 || std::strncmp(c->menu, menu, length) != 0) {
            menu = c->menu;
            length = std::strcspn(menu, "/");
            heading(menu, length);
        }
        action_key_name(c, key, sizeof key);
        row(key, c->label);
    }
    heading("Expressions", 11);
    row("1 to 9, 0", "Show the first ten, or none");
}

static void begin_centered(const viewer *v, float width, float height) {
    const float w = width < (float)v->width ? width : (float)v->width;
    const float most = (float)v->area.height;
    ImGui::SetNextWindowPos(ImVec2(0.5f * (float)v->width, (float)v->area.y + 0.5f * most),
                            ImGuiCond_Appearing, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSize(ImVec2(w, height < most ? height : most), ImGuiCond_Appearing);
}

// At the left, where it hides little of the avatar.
static void help(viewer *v) {
    const float room = (float)v->area.height - 16.0f, width = 0.6f * (float)v->width;
    ImGui::SetNextWindowPos(ImVec2(8.0f, (float)v->area.y + 8.0f), ImGuiCond_Appearing);
    ImGui::SetNextWindowSize(ImVec2(width < 370.0f ? width : 370.0f, room), ImGuiCond_Appearing);
    if (ImGui::Begin("Keys and mouse", &v->shows_help, ImGuiWindowFlags_NoCollapse)) {
        if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
            mouse_rows();
            action_rows();
            ImGui::EndTable();
        }
        ImGui::Separator();
        ImGui::TextColored(ui_color::faint, "%s", v->speed);
    }
    ImGui::End();
}

static void about(viewer *v) {
    begin_centered(v, 380.0f, 0.0f);
    if (ImGui::Begin("About", &v->shows_about,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize)) {
        ImGui::Text("vrm view %s", vrm_version());
        ImGui::TextUnformatted("Shows VRM avatars of all versions, alive.");
        ImGui::Separator();
        ImGui::Text("Menus and panels: Dear ImGui %s", ImGui::GetVersion());
    }
    ImGui::End();
}

static void open_dialog(ui *u, viewer *v) {
    const bool appears = !u->was_open_shown;
    begin_centered(v, 460.0f, 0.0f);
    if (ImGui::Begin("Open a file", &v->shows_open,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize)) {
        bool is_chosen;
        ImGui::TextUnformatted("Drop a file on the window, or type its path:");
        ImGui::SetNextItemWidth(420.0f);
        if (appears) ImGui::SetKeyboardFocusHere();
        is_chosen = ImGui::InputText("##path", u->open_path, sizeof u->open_path,
                                     ImGuiInputTextFlags_EnterReturnsTrue);
        is_chosen = ImGui::Button("Open") || is_chosen;
        ImGui::SameLine();
        if (ImGui::Button("Cancel")) v->shows_open = false;
        if (is_chosen && u->open_path[0] != '\0') {
            u->opens_path = true;
            v->shows_open = false;
        }
    }
    ImGui::End();
}

void ui_help_windows(ui *u, viewer *v) {
    if (v->shows_help) help(v);
    if (v->shows_about) about(v);
    if (v->shows_open) open_dialog(u, v);
    u->was_open_shown = v->shows_open;
}
