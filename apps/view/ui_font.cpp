#include "ui_parts.hpp"

#if defined(VRM_HAS_FONTCONFIG)
#include <fontconfig/fontconfig.h>
#endif
#include <cstdio>
#include <string>

extern "C" {
#include "apps/kit/program/language.h"
}

namespace {

struct font_file {
    std::string path; // "": none was found
    int index;        // in a collection
};

} // namespace

// Latin with accents, Greek, Cyrillic, punctuation: what one font has. Names in other scripts are
// pictures of their own.
static const ImWchar base_ranges[] = {0x20,   0x52f,  0x1e00, 0x1eff, 0x2010,
                                      0x2122, 0x2190, 0x21ff, 0};

// The characters of the texts of the language.
static void take_characters(const char *text, void *builder) {
    static_cast<ImFontGlyphRangesBuilder *>(builder)->AddText(text);
}

#if defined(VRM_HAS_FONTCONFIG)

static bool is_base(unsigned character) {
    for (int i = 0; base_ranges[i] != 0; i += 2) {
        if (character >= base_ranges[i] && character <= base_ranges[i + 1]) return true;
    }
    return false;
}

// Does it have them all? Dear ImGui reads outlines of TrueType and CFF.
static bool is_usable(FcPattern *font, const ImVector<ImWchar> &ranges) {
    FcCharSet *characters;
    FcChar8 *format;
    if (FcPatternGetString(font, FC_FONTFORMAT, 0, &format) != FcResultMatch ||
        FcPatternGetCharSet(font, FC_CHARSET, 0, &characters) != FcResultMatch) {
        return false;
    }
    const std::string name = reinterpret_cast<const char *>(format);
    if (name != "TrueType" && name != "CFF") return false;
    for (int i = 0; i + 1 < ranges.Size; i += 2) {
        for (unsigned c = ranges[i]; c <= ranges[i + 1]; ++c) {
            if (c > 0x20 && !is_base(c) && !FcCharSetHasChar(characters, c)) return false;
        }
    }
    return true;
}

// The best font of the system for a pattern that has the characters.
static font_file system_font(const char *pattern, const ImVector<ImWchar> &ranges) {
    font_file best{"", 0};
    FcConfig *config = FcInitLoadConfigAndFonts(); // the default one would never be freed
    FcPattern *wanted = FcNameParse(reinterpret_cast<const FcChar8 *>(pattern));
    FcResult result;
    FcConfigSubstitute(config, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    FcFontSet *set = FcFontSort(config, wanted, FcFalse, nullptr, &result);
    for (int i = 0; set != nullptr && i < set->nfont && best.path.empty(); ++i) {
        FcChar8 *file;
        if (!is_usable(set->fonts[i], ranges) ||
            FcPatternGetString(set->fonts[i], FC_FILE, 0, &file) != FcResultMatch) {
            continue;
        }
        best.path = reinterpret_cast<const char *>(file);
        FcPatternGetInteger(set->fonts[i], FC_INDEX, 0, &best.index);
        best.index &= 0xffff; // above are the instances of a variable font
    }
    if (set != nullptr) FcFontSetDestroy(set);
    if (wanted != nullptr) FcPatternDestroy(wanted);
    if (config != nullptr) FcConfigDestroy(config);
    return best;
}

#else

static font_file system_font(const char *, const ImVector<ImWchar> &) { return {"", 0}; }

#endif

static ImFont *add_font(const font_file &file, float size, const ImWchar *ranges, bool is_merged) {
    ImFontConfig config;
    config.OversampleH = is_merged ? 1 : 2; // many glyphs are a large texture
    config.FontNo = file.index;
    config.MergeMode = is_merged;
    if (file.path.empty()) return nullptr;
    return ImGui::GetIO().Fonts->AddFontFromFileTTF(file.path.c_str(), size, &config, ranges);
}

// Adds what the language needs, or goes back to English. The atlas reads `ranges` later.
static void add_language(float size, ImVector<ImWchar> &ranges) {
    ImFontGlyphRangesBuilder builder;
    language_each_text(take_characters, &builder);
    builder.BuildRanges(&ranges);
    const std::string pattern = std::string("sans-serif:regular:lang=") + language_name();
    if (add_font(system_font(pattern.c_str(), ranges), size, ranges.Data, true) != nullptr) return;
    std::fprintf(stderr,
                 "vrm view: no font of this system has the characters of the language "
                 "\"%s\", so menus are in English\n",
                 language_name());
    language_give_up();
}

void ui_load_font(float points, float pixels_of_point, ImVector<ImWchar> &language_ranges) {
    const float size = points * pixels_of_point;
    const ImVector<ImWchar> any;
    if (add_font(system_font("sans-serif:regular", any), size, base_ranges, false) == nullptr) {
        ImGui::GetIO().Fonts->AddFontDefault();
    }
    if (!language_is_english()) add_language(size, language_ranges);
    ImGui::GetIO().FontGlobalScale = 1.0f / pixels_of_point;
}
