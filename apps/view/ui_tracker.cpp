// Whether a tracker is connected, and what has come of it.
#include "ui_parts.hpp"

#include <cmath>
#include <cstdio>

extern "C" {
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
}

static void state(ui *u, const tracker *t) {
    const float room = ImGui::GetContentRegionAvail().x;
    char seconds[32], text[200];
    const char *const parts[] = {seconds};
    switch (tracker_get_state(t)) {
    case TRACKER_NEVER_CAME:
        ImGui::TextColored(ui_color::warning, "%s", say("Waiting for a tracker"));
        ui_sentence(u, say("Set the destination of its VMC protocol to this address and port."),
                    room);
        break;
    case TRACKER_CONNECTED:
        ImGui::TextColored(ui_color::good, "%s", say("Connected"));
        break;
    default:
        std::snprintf(seconds, sizeof seconds, "%.0f", tracker_silence_seconds(t));
        say_into(text, sizeof text, SAY("No data for {1} s. The last pose is held."), parts, 1);
        ImGui::PushStyleColor(ImGuiCol_Text, ui_color::warning);
        ui_sentence(u, text, room);
        ImGui::PopStyleColor();
    }
}

static void row(const char *label, const char *value, bool is_bad = false) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(ui_color::faint, "%s", label);
    ImGui::TableNextColumn();
    if (is_bad) {
        ImGui::TextColored(ui_color::warning, "%s", value);
    } else {
        ImGui::TextUnformatted(value);
    }
}

static void count(const char *label, uint64_t number) {
    char text[32];
    row(label, with_commas(number, text));
}

// What should be 0.
static void problems(const char *label, uint64_t number) {
    char text[32];
    row(label, with_commas(number, text), number > 0);
}

void ui_tracker(ui *u, viewer *v) {
    const tracker *t = &v->tracked;
    const vrm_vmc_counts *c;
    char port[16], lost[LISTENER_NUMBER];
    if (!tracker_listens(t)) return; // the window is opening
    c = vrm_vmc_receiver_counts(t->in.receiver);
    state(u, t);
    ImGui::Spacing();
    if (!ImGui::BeginTable("##tracker", 2, ImGuiTableFlags_SizingFixedFit)) return;
    row(say("address"), t->in.address);
    std::snprintf(port, sizeof port, "%u", (unsigned)t->in.socket.port);
    row(say("port"), port);
    count(say("datagrams per second"), (uint64_t)std::lround(t->rate));
    count(say("datagrams"), c->datagrams);
    count(say("frames"), c->frames);
    const char *const drops = listener_lost(&t->in, lost);
    row(say("lost datagrams"), drops, drops[0] >= '1' && drops[0] <= '9');
    problems(say("refused datagrams"), c->refused_datagrams);
    problems(say("refused messages"), c->refused_messages);
    problems(say("late datagrams"), c->late_datagrams);
    problems(say("unknown bones"), c->unknown_bones);
    ImGui::EndTable();
}
