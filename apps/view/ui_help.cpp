#include "ui_parts.hpp"

#include <cstring>
#include <string>
#include <vrm/vrm.h>

extern "C" {
#include "apps/kit/program/language.h"
}

static void row(const char *key, const char *text) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(ui_color::key, "%s", key);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(text);
}

static void heading(const char *text) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(ui_color::faint, "%s", text);
}

static void mouse_rows(void) {
    heading(say("Mouse"));
    row(say("Drag"), say("Turn the view"));
    row(say("Wheel"), say("Zoom in and out"));
    row(say("Right drag"), say("Move the avatar; its hair follows"));
    row(say("Ctrl+drag"), say("Move the avatar; its hair follows"));
    row(say("Middle drag"), say("Move the view"));
    row(say("Shift+drag"), say("Move the view"));
    heading(say("Held keys"));
    row(say("Left, Right"), say("Turn the avatar"));
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
            heading(say(std::string(menu, length).c_str()));
        }
        action_key_name(c, key, sizeof key);
        row(key, say(c->label));
    }
    heading(say("Expressions"));
    row(say("1 to 9, 0"), say("Show or clear one of the first ten"));
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
    if (ImGui::Begin(say("Keys and mouse"), &v->shows_help, ImGuiWindowFlags_NoCollapse)) {
        if (ImGui::BeginTable("##keys", 2, ImGuiTableFlags_SizingFixedFit)) {
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
    if (ImGui::Begin(say("About"), &v->shows_about,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize)) {
        ImGui::Text("vrm view %s", vrm_version());
        ImGui::TextUnformatted(say("Shows and animates VRM 0.x and VRM 1.0 avatars."));
        ImGui::Separator();
        ImGui::Text("%s Dear ImGui %s", say("Menus and panels:"), ImGui::GetVersion());
    }
    ImGui::End();
}

static void open_dialog(ui *u, viewer *v) {
    const bool appears = !u->was_open_shown;
    begin_centered(v, 460.0f, 0.0f);
    if (ImGui::Begin(say("Open a file"), &v->shows_open,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize)) {
        bool is_chosen;
        ImGui::TextUnformatted(say("Drop a file on the window, or type its path:"));
        ImGui::SetNextItemWidth(420.0f);
        if (appears) ImGui::SetKeyboardFocusHere();
        is_chosen = ImGui::InputText("##path", u->open_path, sizeof u->open_path,
                                     ImGuiInputTextFlags_EnterReturnsTrue);
        is_chosen = ImGui::Button(say("Open")) || is_chosen;
        ImGui::SameLine();
        if (ImGui::Button(say("Cancel"))) v->shows_open = false;
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
