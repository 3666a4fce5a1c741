// Text in any script. Dear ImGui has a font for Latin, Greek and Cyrillic and sets one letter after
// the other; what needs other fonts, or letters that join, is drawn as a picture by apps/picture.
#include "ui_parts.hpp"

#include <cmath>
#include <epoxy/gl.h>
#include <new>
#include <string>
#include <unordered_map>

extern "C" {
#include "apps/kit/program/language.h"
#include "apps/picture/text.h"
}

namespace {

struct piece {
    GLuint texture;
    ImVec2 size;    // in points
    float baseline; // below its top
    int used;       // the frame that showed it last
};

// Names are a stranger's: there may be any number of them.
constexpr size_t most_pieces = 512;

} // namespace

struct ui_texts {
    text_fonts *fonts;
    float pixels_of_point;
    std::unordered_map<std::string, piece> pieces;
};

// --- Coming and going ---

ui_texts *ui_texts_open(float pixels_of_point) {
    ui_texts *t = new (std::nothrow) ui_texts();
    if (t == nullptr) return nullptr;
    t->pixels_of_point = pixels_of_point;
    return t;
}

static void forget_pieces(ui_texts *t, int before) {
    for (auto i = t->pieces.begin(); i != t->pieces.end();) {
        if (i->second.used < before) {
            glDeleteTextures(1, &i->second.texture);
            i = t->pieces.erase(i);
        } else {
            ++i;
        }
    }
}

void ui_texts_close(ui_texts *t) {
    if (t == nullptr) return;
    forget_pieces(t, ImGui::GetFrameCount() + 1);
    text_fonts_close(t->fonts);
    delete t;
}

// --- Pieces ---

// The next character; -1: these bytes are not UTF-8.
static int next_character(const std::string &text, size_t &at) {
    const auto first = (unsigned char)text[at++];
    if (first < 0x80) return first;
    const int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : -1;
    int value = more > 0 ? first & (0x3f >> more) : -1;
    for (int i = 0; i < more; ++i) {
        if (at >= text.size() || ((unsigned char)text[at] & 0xc0) != 0x80) return -1;
        value = value << 6 | ((unsigned char)text[at++] & 0x3f);
    }
    return value;
}

// Can Dear ImGui draw it, letter by letter? "##" would hide what follows.
static bool is_plain(const std::string &text) {
    const ImFont *font = ImGui::GetFont();
    if (text.find("##") != std::string::npos) return false;
    for (size_t i = 0; i < text.size();) {
        const int c = next_character(text, i);
        if (c < 0 || c > 0xffff || (c >= 0x300 && c < 0x370)) return false; // accents that combine
        if (font->FindGlyphNoFallback((ImWchar)c) == nullptr) return false;
    }
    return true;
}

static GLuint make_texture(const text_line &line) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, (GLsizei)line.width, (GLsizei)line.height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, line.pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

// NULL: there is not enough memory.
static const piece *piece_of(ui_texts *t, const std::string &text) {
    static const uint8_t white[4] = {255, 255, 255, 255};
    const auto found = t->pieces.find(text);
    const float scale = t->pixels_of_point;
    text_line line;
    piece made{};
    if (found != t->pieces.end()) {
        found->second.used = ImGui::GetFrameCount();
        return &found->second;
    }
    if (t->fonts == nullptr) t->fonts = text_fonts_open();
    // A font of Dear ImGui is measured by its lines, others by their em.
    const auto size = (uint32_t)std::lround(0.88f * ImGui::GetFontSize() * scale);
    if (t->fonts == nullptr ||
        !text_line_make(t->fonts, text.c_str(), text.size(), size, 0, white, &line)) {
        return nullptr;
    }
    if (t->pieces.size() >= most_pieces) forget_pieces(t, ImGui::GetFrameCount() - 1);
    made.texture = line.width > 0 ? make_texture(line) : 0;
    made.size = ImVec2((float)line.width / scale, (float)line.height / scale);
    made.baseline = (float)line.baseline / scale;
    made.used = ImGui::GetFrameCount();
    text_line_release(&line);
    return &(t->pieces[text] = made);
}

static void draw_piece(const piece &p, ImVec2 at) {
    const ImFont *font = ImGui::GetFont();
    const float ascent = font->Ascent * ImGui::GetFontSize() / font->FontSize;
    const ImVec2 from(at.x, at.y + std::round(ascent - p.baseline));
    const ImVec2 to(from.x + p.size.x, from.y + p.size.y);
    if (p.texture == 0) return;
    ImGui::GetWindowDrawList()->AddImage((ImTextureID)(intptr_t)p.texture, from, to,
                                         ImVec2(0.0f, 0.0f), ImVec2(1.0f, 1.0f),
                                         ImGui::GetColorU32(ImGuiCol_Text));
}

static float width_of(ui_texts *t, const std::string &text) {
    if (is_plain(text)) return ImGui::CalcTextSize(text.c_str()).x;
    const piece *p = piece_of(t, text);
    return p != nullptr ? p->size.x : 0.0f;
}

static void draw_at(ui_texts *t, const std::string &text, ImVec2 at) {
    if (is_plain(text)) {
        ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(ImGuiCol_Text), text.c_str());
    } else if (const piece *p = piece_of(t, text)) {
        draw_piece(*p, at);
    }
}

// --- What panels use ---

void ui_name(ui *u, const char *text, size_t length, float down) {
    const std::string name(text, length);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_at(u->texts, name, ImVec2(at.x, at.y + down));
    ImGui::Dummy(ImVec2(width_of(u->texts, name), ImGui::GetTextLineHeight()));
}

void ui_text_at(ui *u, const char *text, size_t length, float x, float y) {
    draw_at(u->texts, std::string(text, length), ImVec2(x, y));
}

// As much of a word as fits: scripts without spaces are cut between characters.
static size_t fitting(ui_texts *t, const std::string &word, float width) {
    const float all = width_of(t, word);
    auto end = (size_t)((float)word.size() * width / all);
    if (end > word.size()) end = word.size();
    for (; end > 1; --end) {
        const bool is_between = end == word.size() || ((unsigned char)word[end] & 0xc0) != 0x80;
        if (is_between && width_of(t, word.substr(0, end)) <= width) break;
    }
    return end > 0 ? end : 1;
}

// Lays words in lines; returns how large they are together.
static ImVec2 flow(ui_texts *t, const std::string &text, float width, const ImVec2 *start) {
    const float line = ImGui::GetTextLineHeightWithSpacing(), space = ImGui::CalcTextSize(" ").x;
    float x = 0.0f, y = 0.0f, widest = 0.0f;
    for (size_t at = 0; at < text.size();) {
        size_t end = text.find(' ', at);
        if (end == std::string::npos) end = text.size();
        std::string word = text.substr(at, end - at);
        if (width_of(t, word) > width) {
            word.resize(fitting(t, word, width));
            end = at + word.size();
        }
        const float wide = width_of(t, word);
        if (x > 0.0f && x + wide > width) {
            x = 0.0f;
            y += line;
        }
        if (start != nullptr) draw_at(t, word, ImVec2(start->x + x, start->y + y));
        x += wide;
        widest = x > widest ? x : widest;
        at = end;
        if (at < text.size() && text[at] == ' ') {
            x += space;
            ++at;
        }
    }
    return ImVec2(widest, y + ImGui::GetTextLineHeight());
}

void ui_sentence(ui *u, const char *sentence, float width) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    ImGui::Dummy(flow(u->texts, sentence, width, &start));
}

bool ui_clickable(ui *u, const char *sentence, float width, bool is_on) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const ImVec2 size = flow(u->texts, sentence, width, nullptr);
    const bool is_clicked = ImGui::Selectable("##sentence", is_on, 0, ImVec2(width, size.y));
    flow(u->texts, sentence, width, &start);
    return is_clicked;
}

// Spaces as wide as a picture, for items that Dear ImGui measures by their labels.
static std::string blank(float width) {
    const float space = ImGui::CalcTextSize(" ").x;
    return std::string((size_t)(width / space) + 1, ' ');
}

bool ui_menu_item(ui *u, const char *text, size_t length, const char *key, bool is_on) {
    const std::string name(text, length);
    if (!name.empty() && is_plain(name)) return ImGui::MenuItem(name.c_str(), key, is_on);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::string label = blank(width_of(u->texts, name));
    const bool is_chosen = ImGui::MenuItem((label + "##name").c_str(), key, is_on);
    draw_at(u->texts, name, at);
    return is_chosen;
}

bool ui_selectable(ui *u, const char *text, size_t length, bool is_on) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool is_chosen = ImGui::Selectable("##name", is_on);
    const std::string name(text, length);
    draw_at(u->texts, name.empty() ? std::string(say("(no name)")) : name, at);
    return is_chosen;
}
