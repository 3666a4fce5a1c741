// What the files of the user interface share.
#ifndef VRM_VIEW_UI_PARTS_HPP
#define VRM_VIEW_UI_PARTS_HPP

#include <imgui.h>

extern "C" {
#include "ui.h"
}

struct ui_texts;

struct ui {
    ImGuiContext *context;
    ui_texts *texts;
    ImVector<ImWchar> language_ranges; // what the atlas of the font reads
    float panel_width;                 // in points
    char open_path[4096];
    bool opens_path; // the path was chosen in this frame
    bool was_open_shown;
    int32_t shown_spring;
};

// Colours that mean something.
namespace ui_color {
const ImVec4 error{1.00f, 0.45f, 0.40f, 1.0f};
const ImVec4 warning{1.00f, 0.75f, 0.30f, 1.0f};
const ImVec4 good{0.50f, 0.85f, 0.55f, 1.0f};
const ImVec4 note{0.60f, 0.75f, 0.95f, 1.0f};
const ImVec4 key{1.00f, 0.84f, 0.47f, 1.0f};
const ImVec4 faint{0.62f, 0.65f, 0.72f, 1.0f};
} // namespace ui_color

// The font for menus and panels, with the characters of the language of the process. If no font of
// the system has them, the language becomes English (ui_font.cpp).
void ui_load_font(float points, float pixels_of_point, ImVector<ImWchar> &language_ranges);

// --- Names and sentences in any script (ui_text.cpp) ---

ui_texts *ui_texts_open(float pixels_of_point);
void ui_texts_close(ui_texts *t);

// One line, moved down by some points; and one that is wrapped at a width.
void ui_name(ui *u, const char *text, size_t length, float down);
void ui_sentence(ui *u, const char *sentence, float width);
// The same line over what is there, at a place of the screen.
void ui_text_at(ui *u, const char *text, size_t length, float x, float y);
// A sentence that can be clicked, which marks it. Push an ID before.
bool ui_clickable(ui *u, const char *sentence, float width, bool is_on);
// Items that can be chosen. Push an ID before.
bool ui_menu_item(ui *u, const char *text, size_t length, const char *key, bool is_on);
bool ui_selectable(ui *u, const char *text, size_t length, bool is_on);

// --- Menus, windows, the panel and its pages ---

void ui_menus(ui *u, viewer *v);
void ui_help_windows(ui *u, viewer *v);
void ui_panel(ui *u, viewer *v);
void ui_timeline(viewer *v);
// How much of the window it takes; 0: there is none.
float ui_timeline_height(const viewer *v);
void ui_diagnostics(ui *u, viewer *v);
void ui_expressions(ui *u, viewer *v);
void ui_springs(ui *u, viewer *v);
void ui_materials(ui *u, viewer *v);
void ui_avatar(ui *u, viewer *v);
void ui_tracker(ui *u, viewer *v);

#endif
