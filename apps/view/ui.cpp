#include "ui_parts.hpp"

#include <backends/imgui_impl_opengl3.h>
#if __has_include(<backends/imgui_impl_sdl2.h>)
#include <backends/imgui_impl_sdl2.h> // since 1.89
#else
#include <backends/imgui_impl_sdl.h>
#endif
#include <cstdio>
#include <epoxy/gl.h>
#include <new>

extern "C" {
#include "apps/kit/program/language.h"
}

// --- Looks ---

static ImVec4 grey(float level, float alpha = 1.0f) {
    return ImVec4(level, level * 1.03f, level * 1.12f, alpha);
}

static void choose_colors(ImVec4 *colors) {
    const ImVec4 accent(0.33f, 0.50f, 0.86f, 1.0f), accent_dim(0.27f, 0.36f, 0.56f, 1.0f);
    ImGui::StyleColorsDark();
    colors[ImGuiCol_Text] = grey(0.93f);
    colors[ImGuiCol_WindowBg] = grey(0.13f);
    colors[ImGuiCol_PopupBg] = grey(0.15f);
    colors[ImGuiCol_MenuBarBg] = grey(0.11f);
    colors[ImGuiCol_FrameBg] = grey(0.21f);
    colors[ImGuiCol_FrameBgHovered] = grey(0.27f);
    colors[ImGuiCol_FrameBgActive] = grey(0.30f);
    colors[ImGuiCol_Border] = grey(0.24f);
    colors[ImGuiCol_Header] = accent_dim;
    colors[ImGuiCol_HeaderHovered] = accent_dim;
    colors[ImGuiCol_HeaderActive] = accent;
    colors[ImGuiCol_Button] = accent_dim;
    colors[ImGuiCol_ButtonHovered] = accent;
    colors[ImGuiCol_ButtonActive] = accent;
    colors[ImGuiCol_SliderGrab] = accent;
    colors[ImGuiCol_SliderGrabActive] = ImVec4(0.45f, 0.62f, 0.98f, 1.0f);
    colors[ImGuiCol_CheckMark] = ImVec4(0.55f, 0.72f, 1.0f, 1.0f);
    colors[ImGuiCol_Tab] = grey(0.17f);
    colors[ImGuiCol_TabHovered] = accent;
    colors[ImGuiCol_TabActive] = accent_dim;
    colors[ImGuiCol_TitleBg] = grey(0.11f);
    colors[ImGuiCol_TitleBgActive] = grey(0.11f);
    colors[ImGuiCol_TableHeaderBg] = grey(0.17f);
    colors[ImGuiCol_TableRowBgAlt] = grey(1.0f, 0.03f);
}

static void choose_style(void) {
    ImGuiStyle &style = ImGui::GetStyle();
    choose_colors(style.Colors);
    style.WindowPadding = ImVec2(10.0f, 10.0f);
    style.FramePadding = ImVec2(8.0f, 4.0f);
    style.ItemSpacing = ImVec2(8.0f, 6.0f);
    style.WindowRounding = 6.0f;
    style.PopupRounding = 4.0f;
    style.FrameRounding = 4.0f;
    style.GrabRounding = 4.0f;
    style.TabRounding = 4.0f;
    style.ScrollbarSize = 12.0f;
}

// --- Coming and going ---

ui *ui_open(viewer *v) {
    ui *u = new (std::nothrow) ui();
    if (u == nullptr) return nullptr;
    IMGUI_CHECKVERSION();
    u->context = ImGui::CreateContext();
    ImGui::SetCurrentContext(u->context);
    ImGui::GetIO().IniFilename = nullptr; // the folder that it runs in is the user's
    choose_style();
    viewer_fit(v);
    ui_load_font(15.0f, (float)v->pixel_height / (float)v->height, u->language_ranges);
    u->texts = ui_texts_open((float)v->pixel_height / (float)v->height);
    u->panel_width = 340.0f;
    u->shown_spring = VRM_NONE;
    if (u->texts == nullptr || !ImGui_ImplSDL2_InitForOpenGL(v->window, v->context) ||
        !ImGui_ImplOpenGL3_Init(epoxy_is_desktop_gl() ? "#version 330 core" : "#version 300 es")) {
        ui_texts_close(u->texts);
        ImGui::DestroyContext(u->context);
        delete u;
        return nullptr;
    }
    ui_build(u, v); // so that the first avatar is framed in what is left of the window
    return u;
}

void ui_close(ui *u) {
    if (u == nullptr) return;
    ui_texts_close(u->texts);
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext(u->context);
    delete u;
}

// --- A frame ---

void ui_event(ui *u, const SDL_Event *event) {
    (void)u;
    ImGui_ImplSDL2_ProcessEvent(event);
}

bool ui_wants_mouse(const ui *u) {
    (void)u;
    return ImGui::GetIO().WantCaptureMouse;
}

bool ui_wants_keys(const ui *u) {
    (void)u;
    return ImGui::GetIO().WantTextInput;
}

static void lay_out(ui *u, viewer *v) {
    const ImGuiStyle &style = ImGui::GetStyle();
    int bar = (int)(ImGui::GetFontSize() + 2.0f * style.FramePadding.y);
    int most = v->width > 520 ? v->width - 260 : v->width / 2; // the avatar keeps some room
    if (u->panel_width > (float)most) u->panel_width = (float)most;
    v->area.x = 0;
    v->area.y = bar;
    v->area.width = v->width - (v->shows_panel ? (int)u->panel_width : 0);
    bar += (int)ui_timeline_height(v);
    v->area.height = v->height > bar ? v->height - bar : 0;
}

// Words for a moment, at the lower left of the scene.
static void toast(ui *u, const viewer *v) {
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav |
                                   ImGuiWindowFlags_NoFocusOnAppearing |
                                   ImGuiWindowFlags_NoSavedSettings;
    const char *words = v->now < v->words_until ? v->words
                        : v->who.model == NULL  ? say("Drop a .vrm file here, or press Ctrl+O.")
                                                : NULL;
    if (words == NULL) return;
    ImGui::SetNextWindowPos(ImVec2(8.0f, (float)v->height - ui_timeline_height(v) - 8.0f),
                            ImGuiCond_Always, ImVec2(0.0f, 1.0f));
    ImGui::SetNextWindowBgAlpha(0.85f);
    ImGui::SetNextWindowSizeConstraints(ImVec2(0.0f, 0.0f),
                                        ImVec2((float)v->area.width - 16.0f, (float)v->height));
    if (ImGui::Begin("##toast", nullptr, flags)) {
        ui_sentence(u, words, (float)v->area.width - 40.0f);
    }
    ImGui::End();
}

// While a film is recorded: at the upper left of the scene, not in the film.
static void recording_light(const viewer *v) {
    const ImVec2 at(18.0f, (float)v->area.y + 18.0f);
    char text[32];
    if (v->film.animation == NULL) return;
    ImDrawList *list = ImGui::GetForegroundDrawList();
    std::snprintf(text, sizeof text, "%.1f s", v->now - v->film.start);
    list->AddCircleFilled(at, 7.0f, IM_COL32(225, 45, 45, 255));
    list->AddText(ImVec2(at.x + 13.0f, at.y - 8.0f), IM_COL32(120, 20, 20, 255), text);
}

// What was chosen in a menu may replace the avatar: only once nothing reads it any more.
static void do_wanted(ui *u, viewer *v) {
    const action *wanted = v->wanted;
    int32_t expression = v->wanted_expression;
    v->wanted = NULL;
    v->wanted_expression = VRM_NONE;
    if (wanted != NULL) wanted->act(v, wanted->value);
    if (expression != VRM_NONE) viewer_express(v, expression);
    if (u->opens_path) viewer_take_file(v, u->open_path);
    u->opens_path = false;
}

void ui_build(ui *u, viewer *v) {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    ImGui::NewFrame();
    ui_menus(u, v);
    if (v->shows_panel) ui_panel(u, v);
    ui_timeline(v);
    ui_help_windows(u, v);
    toast(u, v);
    recording_light(v);
    ImGui::Render();
    do_wanted(u, v);
    lay_out(u, v);
}

void ui_draw(ui *u) {
    (void)u;
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}
