// What the files of the user interface share.
#ifndef VRM_VIEW_UI_PARTS_HPP
#define VRM_VIEW_UI_PARTS_HPP

#include <imgui.h>

extern "C" {
#include "ui.h"
}

struct ui {
    ImGuiContext *context;
    float panel_width; // in points
    char open_path[4096];
    bool opens_path; // the path was chosen in this frame
    bool was_open_shown;
    page_kind shown_page;
};

// Colours that mean something.
namespace ui_color {
const ImVec4 error{1.00f, 0.45f, 0.40f, 1.0f};
const ImVec4 warning{1.00f, 0.75f, 0.30f, 1.0f};
const ImVec4 note{0.60f, 0.75f, 0.95f, 1.0f};
const ImVec4 key{1.00f, 0.84f, 0.47f, 1.0f};
const ImVec4 faint{0.62f, 0.65f, 0.72f, 1.0f};
} // namespace ui_color

// The font that covers what menus say (ui_font.cpp).
void ui_load_font(float points, float pixels_of_point);

void ui_menus(ui *u, viewer *v);
void ui_help_windows(ui *u, viewer *v);
void ui_panel(ui *u, viewer *v);

#endif
