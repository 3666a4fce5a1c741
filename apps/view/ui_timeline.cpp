// The time line of the motion that is played, below the scene.
#include "ui_parts.hpp"

extern "C" {
#include "apps/kit/avatar/player.h"
#include "apps/kit/program/language.h"
}

#include <cstdio>

static constexpr float SPEED_WIDTH = 90.0f;

static float height_of_bar(void) {
    const ImGuiStyle &style = ImGui::GetStyle();
    return ImGui::GetFrameHeight() + 2.0f * style.WindowPadding.y;
}

float ui_timeline_height(const viewer *v) {
    return playing_has_motion(&v->play) ? height_of_bar() : 0.0f;
}

// A button, or a box with its word.
static float wide(const char *label) {
    return ImGui::CalcTextSize(label).x + 2.0f * ImGui::GetStyle().FramePadding.x;
}

static void buttons(playing *p) {
    const float play = wide(say("Play")), pause = wide(say("Pause"));
    const ImVec2 size(play > pause ? play : pause, 0.0f); // the same for both words
    if (ImGui::Button(p->is_paused ? say("Play") : say("Pause"), size)) {
        p->is_paused = !p->is_paused;
    }
    ImGui::SameLine();
    if (ImGui::Button(say("Stop"))) playing_end(p);
    ImGui::SameLine();
}

// Scrubbing shows each moment while the hand holds it.
static void slider(playing *p, float width) {
    const float length = (float)clip_seconds(&p->info);
    float time = (float)playing_time(p);
    char text[64];
    std::snprintf(text, sizeof text, "%.2f / %.2f s", (double)time, (double)length);
    ImGui::SetNextItemWidth(width);
    if (ImGui::SliderFloat("##time", &time, 0.0f, length, text, ImGuiSliderFlags_NoInput)) {
        playing_seek(p, time < 0.0f ? 0.0 : time > length ? (double)length : (double)time);
    }
    p->is_held = ImGui::IsItemActive();
}

static float width_of_settings(void) {
    const ImGuiStyle &style = ImGui::GetStyle();
    const float box = ImGui::GetFrameHeight() + style.ItemInnerSpacing.x;
    const float words = ImGui::CalcTextSize(say("Loop")).x + ImGui::CalcTextSize(say("In place")).x;
    return SPEED_WIDTH + 2.0f * box + words + 3.0f * style.ItemSpacing.x;
}

static void settings(playing *p) {
    float speed = p->speed;
    bool repeats = !p->plays_once, in_place = p->is_in_place;
    ImGui::SameLine();
    ImGui::SetNextItemWidth(SPEED_WIDTH);
    if (ImGui::SliderFloat("##speed", &speed, 0.1f, 2.0f, "%.2f x")) playing_set_speed(p, speed);
    ImGui::SameLine();
    if (ImGui::Checkbox(say("Loop"), &repeats)) playing_set_repeats(p, repeats);
    ImGui::SameLine();
    if (ImGui::Checkbox(say("In place"), &in_place)) playing_set_in_place(p, in_place);
}

void ui_timeline(viewer *v) {
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoBringToFrontOnFocus;
    const float width = (float)v->area.width, height = height_of_bar();
    const bool has_room = width > 560.0f; // else the menu has these settings
    if (!playing_has_motion(&v->play)) return;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::SetNextWindowPos(ImVec2(0.0f, (float)v->height - height));
    ImGui::SetNextWindowSize(ImVec2(width, height));
    if (ImGui::Begin("##timeline", nullptr, flags)) {
        buttons(&v->play);
        const float room = ImGui::GetContentRegionAvail().x;
        slider(&v->play, has_room ? room - width_of_settings() : room);
        if (has_room) settings(&v->play);
    }
    ImGui::End();
    ImGui::PopStyleVar();
}
