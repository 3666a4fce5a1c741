// Springs and colliders by name, and the settings of the chain that was chosen.
#include "ui_parts.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

extern "C" {
#include "apps/kit/program/language.h"
#include "springs.h"
}

// A few lines of a list that may be long.
static float list_height(uint32_t count, uint32_t most) {
    const float line = ImGui::GetTextLineHeightWithSpacing();
    return (float)(count < most ? count : most) * line + 4.0f;
}

static void faint(const char *text) { ImGui::TextColored(ui_color::faint, "%s", text); }

static std::string numbered(const char *word, uint32_t index, const vrm_string *name) {
    if (name->length > 0) return std::string(name->data, name->length);
    return std::string(word) + " " + std::to_string(index);
}

static std::string joint_name(const viewer *v, int32_t joint) {
    const vrm_gltf *gltf = vrm_model_gltf(v->who.model);
    const int32_t node = vrm_model_tables(v->who.model)->spring_joints[joint].node;
    return numbered(say("node"), (uint32_t)node, &gltf->nodes[node].name);
}

// Springs of VRM 0.x have no names; their first bone tells which one it is.
static std::string spring_name(const viewer *v, const vrm_tables *tables, uint32_t index) {
    const vrm_spring *spring = &tables->springs[index];
    if (spring->name.length == 0 && spring->joint_count > 0)
        return joint_name(v, (int32_t)spring->first_joint);
    return numbered(say("spring"), index, &spring->name);
}

static void spring_list(ui *u, viewer *v, const vrm_tables *tables) {
    ImGui::BeginChild("##springs", ImVec2(0.0f, list_height(tables->spring_count, 10)), false);
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        const std::string name = spring_name(v, tables, i);
        ImGui::PushID((int)i);
        if (ui_selectable(u, name.c_str(), name.size(), v->spring == (int32_t)i)) {
            viewer_choose_spring(v, v->spring == (int32_t)i ? VRM_NONE : (int32_t)i);
        }
        if (u->shown_spring != v->spring && v->spring == (int32_t)i) ImGui::SetScrollHereY();
        ImGui::PopID();
    }
    u->shown_spring = v->spring;
    ImGui::EndChild();
}

// All joints of the chain, or one of them.
static void joint_choice(ui *u, viewer *v, const vrm_spring *spring) {
    const int32_t first = (int32_t)spring->first_joint, end = first + (int32_t)spring->joint_count;
    if (v->joint != VRM_ALL && (v->joint < first || v->joint >= end)) v->joint = VRM_ALL;
    const char *all = say("all joints");
    const std::string shown = v->joint == VRM_ALL ? std::string(all) : joint_name(v, v->joint);
    ImGui::SetNextItemWidth(-1.0f);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::BeginCombo("##joint", "")) {
        if (ui_selectable(u, all, std::strlen(all), v->joint == VRM_ALL)) v->joint = VRM_ALL;
        for (int32_t i = first; i < end; ++i) {
            const std::string name = joint_name(v, i);
            ImGui::PushID(i);
            if (ui_selectable(u, name.c_str(), name.size(), v->joint == i)) v->joint = i;
            ImGui::PopID();
        }
        ImGui::EndCombo();
    }
    ui_text_at(u, shown.c_str(), shown.size(), at.x + ImGui::GetStyle().FramePadding.x,
               at.y + ImGui::GetStyle().FramePadding.y);
}

static void sliders(viewer *v, const vrm_spring *spring) {
    const int32_t joint = v->joint != VRM_ALL ? v->joint : (int32_t)spring->first_joint;
    for (int i = 0; i < SPRING_SETTING_COUNT; ++i) {
        const auto setting = (spring_setting)i;
        float value = spring_setting_get(&v->who, joint, setting);
        const float most = spring_setting_most(&v->who, setting);
        ImGui::SetNextItemWidth(0.6f * ImGui::GetContentRegionAvail().x);
        if (ImGui::SliderFloat(spring_setting_key(setting), &value, 0.0f,
                               value > most ? value : most, "%.3f")) {
            spring_setting_set(&v->who, v->spring, v->joint, setting, value);
        }
    }
}

static void buttons(viewer *v) {
    if (ImGui::Button(say("Reset to file values"))) spring_settings_reset(&v->who, v->spring);
    ImGui::SameLine();
    if (ImGui::Button(say("Copy as JSON"))) {
        char *text = spring_settings_json(&v->who, v->spring);
        if (text != nullptr) ImGui::SetClipboardText(text);
        viewer_say(v, text != nullptr ? SAY("Settings copied to the clipboard")
                                      : SAY("there is not enough memory"));
        std::free(text);
    }
    if (spring_settings_changed(&v->who, v->spring))
        faint(say("Changed here only; the file is unchanged."));
}

static void collider_groups(ui *u, viewer *v, const vrm_tables *tables, const vrm_spring *spring) {
    faint(spring->collider_group_count > 0 ? say("Collider groups:")
                                           : say("This spring has no colliders."));
    for (uint32_t i = 0; i < spring->collider_group_count; ++i) {
        const int32_t index = spring->collider_groups[i];
        const vrm_spring_collider_group *group = &tables->spring_collider_groups[index];
        const std::string name = numbered(say("collider group"), (uint32_t)index, &group->name);
        const mark m = {MARK_COLLIDER_GROUP, index};
        ImGui::PushID((int)i);
        if (ui_selectable(u, name.c_str(), name.size(), v->marked_by == group)) {
            viewer_toggle_mark(v, group, m);
        }
        ImGui::PopID();
    }
}

static void counts(const vrm_tables *tables) {
    const uint32_t numbers[] = {tables->spring_count, tables->spring_joint_count,
                                tables->spring_collider_count};
    char texts[3][16], line[128];
    const char *parts[3];
    for (int i = 0; i < 3; ++i) {
        std::snprintf(texts[i], sizeof texts[i], "%u", (unsigned)numbers[i]);
        parts[i] = texts[i];
    }
    say_into(line, sizeof line, SAY("{1} springs, {2} joints, {3} colliders"), parts, 3);
    ImGui::TextUnformatted(line);
}

void ui_springs(ui *u, viewer *v) {
    const vrm_tables *tables = vrm_model_tables(v->who.model);
    if (tables->spring_count == 0) {
        ImGui::TextWrapped("%s", say("This avatar has no springs."));
        return;
    }
    counts(tables);
    spring_list(u, v, tables);
    ImGui::Separator();
    if (v->spring == VRM_NONE) {
        ImGui::TextWrapped("%s",
                           say("Click hair or clothes on the avatar, or a name above, to change "
                               "how the spring moves."));
        return;
    }
    const vrm_spring *spring = &tables->springs[v->spring];
    joint_choice(u, v, spring);
    sliders(v, spring);
    buttons(v);
    ImGui::Separator();
    collider_groups(u, v, tables, spring);
}
