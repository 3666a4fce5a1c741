// What is wrong with the file: by groups, the worst first. A click marks the part on the avatar.
#include "ui_parts.hpp"

#include <cstdio>
#include <cstring>

extern "C" {
#include "apps/kit/program/language.h"
#include "apps/picture/image_state.h"
}

static const ImVec4 &color_of(vrm_severity severity) {
    return severity == VRM_SEVERITY_ERROR     ? ui_color::error
           : severity == VRM_SEVERITY_WARNING ? ui_color::warning
                                              : ui_color::note;
}

static float room(void) { return ImGui::GetContentRegionAvail().x; }

static bool is_marked(const viewer *v, const void *what) { return v->marked_by == what; }

static void member(ui *u, viewer *v, const vrm_diagnostic *d, bool has_message) {
    char line[1024], text[1400];
    const char *place = d->pointer[0] != '\0' ? d->pointer : say("the whole file");
    std::snprintf(text, sizeof text, "%s",
                  has_message ? diagnostic_line(d, line, sizeof line) : "");
    if (!has_message && d->subject_name[0] != '\0') {
        const char *parts[] = {subject_word(d->subject), d->subject_name};
        say_into(text, sizeof text, SAY("{1} \"{2}\""), parts, 2);
    } else if (!has_message) {
        std::snprintf(text, sizeof text, "%s", place);
    }
    ImGui::PushID(d);
    if (ui_clickable(u, text, room(), is_marked(v, d))) {
        viewer_toggle_mark(v, d, mark_of_diagnostic(v->who.model, d));
    }
    if (is_marked(v, d) && std::strcmp(text, place) != 0) {
        ImGui::PushStyleColor(ImGuiCol_Text, ui_color::faint);
        ui_sentence(u, place, room());
        ImGui::PopStyleColor();
    }
    ImGui::PopID();
}

static void remedy_line(ui *u, const char *remedy) {
    char line[1024];
    if (remedy[0] == '\0') return;
    say_into(line, sizeof line, SAY("remedy: {1}"), &remedy, 1);
    ui_sentence(u, line, room());
}

static void impact_line(ui *u, vrm_impact impact) {
    char line[1024];
    const char *words = impact_words(impact);
    say_into(line, sizeof line, SAY("impact: {1}"), &words, 1);
    ImGui::PushStyleColor(ImGuiCol_Text, ui_color::faint);
    ui_sentence(u, line, room());
    ImGui::PopStyleColor();
}

static void group(ui *u, viewer *v, const diagnostic_group *g) {
    const vrm_diagnostic *first = g->items[0];
    char line[1024];
    ImGui::TextColored(color_of(first->severity), "%s", severity_word(first->severity));
    ImGui::SameLine();
    ImGui::TextColored(ui_color::faint, "%s", first->code);
    if (g->count > 1) {
        ImGui::SameLine();
        ImGui::TextColored(ui_color::faint, "x %u", (unsigned)g->count);
    }
    if (g->has_one_message && g->count > 1) {
        ui_sentence(u, say_message(first, line, sizeof line), room());
    }
    for (uint32_t i = 0; i < g->count; ++i) {
        member(u, v, g->items[i], g->count == 1 || !g->has_one_message);
    }
    impact_line(u, first->impact);
    remedy_line(u, say_remedy(first));
    ImGui::Separator();
}

static void image(ui *u, viewer *v, uint32_t index, const vrm_diagnostic_info *what) {
    const vrm_image *i = &vrm_model_gltf(v->who.model)->images[index];
    const mark m = {MARK_IMAGE, (int32_t)index};
    char name[200], number[16], text[600];
    vrm_string_printable(i->name, name, sizeof name);
    std::snprintf(number, sizeof number, "%u", (unsigned)index);
    const char *sentence = say_code(what->code, "sentence");
    const char *parts[] = {say("image"), name[0] != '\0' ? name : number,
                           sentence != nullptr ? sentence : what->sentence};
    say_into(text, sizeof text, name[0] != '\0' ? SAY("{1} \"{2}\": {3}") : SAY("{1} {2}: {3}"),
             parts, 3);
    ImGui::PushID(i);
    ImGui::TextColored(color_of(what->severity), "%s", severity_word(what->severity));
    ImGui::SameLine();
    ImGui::TextColored(ui_color::faint, "%s", what->code);
    if (ui_clickable(u, text, room(), is_marked(v, i))) viewer_toggle_mark(v, i, m);
    impact_line(u, what->impact);
    remedy_line(u, say_remedy_of(what->code, what->remedy));
    ImGui::PopID();
    ImGui::Separator();
}

static uint32_t images(ui *u, viewer *v) {
    const uint32_t count = vrm_model_gltf(v->who.model)->image_count;
    uint32_t shown = 0;
    for (uint32_t i = 0; i < count; ++i) {
        tool_diagnostic which;
        if (!image_state_diagnostic(vrm_render_model_image(v->who.gpu, (int32_t)i), &which)) {
            continue;
        }
        image(u, v, i, tool_diagnostic_info(which));
        ++shown;
    }
    return shown;
}

void ui_diagnostics(ui *u, viewer *v) {
    const uint32_t bad_images = images(u, v);
    for (uint32_t i = 0; i < v->diagnostics.count; ++i) group(u, v, &v->diagnostics.groups[i]);
    if (bad_images == 0 && v->diagnostics.count == 0) {
        ImGui::TextWrapped("%s", say("no problems found"));
    } else {
        ImGui::PushStyleColor(ImGuiCol_Text, ui_color::faint);
        ImGui::TextWrapped("%s", say("Click a diagnostic to mark the part on the avatar."));
        ImGui::PopStyleColor();
    }
}
