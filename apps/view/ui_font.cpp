#include "ui_parts.hpp"

#if defined(VRM_HAS_FONTCONFIG)
#include <fontconfig/fontconfig.h>
#endif
#include <string>

// The file of the system's font for user interfaces; "" where that is not known.
static std::string system_font(void) {
    std::string path;
#if defined(VRM_HAS_FONTCONFIG)
    FcConfig *config = FcInitLoadConfigAndFonts(); // the default one would never be freed
    FcPattern *wanted = FcNameParse(reinterpret_cast<const FcChar8 *>("sans-serif:regular"));
    FcResult result;
    FcPattern *found;
    FcChar8 *file = nullptr;
    FcConfigSubstitute(config, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    found = FcFontMatch(config, wanted, &result);
    if (found != nullptr && FcPatternGetString(found, FC_FILE, 0, &file) == FcResultMatch) {
        path = reinterpret_cast<const char *>(file);
    }
    if (found != nullptr) FcPatternDestroy(found);
    if (wanted != nullptr) FcPatternDestroy(wanted);
    if (config != nullptr) FcConfigDestroy(config);
#endif
    return path;
}

void ui_load_font(float points, float pixels_of_point) {
    // Latin with accents, Greek, Cyrillic, punctuation: what one font has. Names in other scripts
    // are pictures of their own.
    static const ImWchar ranges[] = {0x20,   0x52f,  0x1e00, 0x1eff, 0x2010,
                                     0x2122, 0x2190, 0x21ff, 0};
    ImGuiIO &io = ImGui::GetIO();
    const std::string path = system_font();
    ImFont *font = nullptr;
    ImFontConfig config;
    config.OversampleH = 2;
    if (!path.empty()) {
        font =
            io.Fonts->AddFontFromFileTTF(path.c_str(), points * pixels_of_point, &config, ranges);
    }
    if (font == nullptr) io.Fonts->AddFontDefault();
    io.FontGlobalScale = 1.0f / pixels_of_point;
}
