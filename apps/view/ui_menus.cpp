#include "ui_parts.hpp"

#include <cstring>

extern "C" {
#include "apps/kit/program/language.h"
}

// The menu bar, made from the table of actions. Menus and the menus within them are as long as the
// path of the next action stays the same.

static void item(viewer *v, const action *c) {
    char key[48];
    if (c->label == nullptr) {
        ImGui::Separator();
        return;
    }
    action_key_name(c, key, sizeof key);
    if (ImGui::MenuItem(say(c->label), key, c->is_on != nullptr && c->is_on(v, c->value),
                        action_is_possible(c, v))) {
        v->wanted = c;
    }
}

static void expressions(ui *u, viewer *v) {
    const vrm_tables *tables;
    if (v->who.model == nullptr) return;
    tables = vrm_model_tables(v->who.model);
    ImGui::Separator();
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        ImGui::PushID((int)i);
        const vrm_string *name = &tables->expressions[i].name;
        if (ui_menu_item(u, name->data, name->length, action_expression_key(i),
                         v->who.wanted[i] > 0.0f)) {
            v->wanted_expression = (int)i;
        }
        ImGui::PopID();
    }
}

// "View/Light" is within "View".
static bool is_within(const char *menu, const char *path, size_t length) {
    return std::strncmp(menu, path, length) == 0 && (menu[length] == '\0' || menu[length] == '/');
}

static size_t submenu(ui *u, viewer *v, size_t first) {
    const char *path = action_at(first)->menu;
    const bool is_shown = ImGui::BeginMenu(say(std::strchr(path, '/') + 1));
    size_t i = first;
    for (; action_at(i) != nullptr && std::strcmp(action_at(i)->menu, path) == 0; ++i) {
        if (is_shown) item(v, action_at(i));
    }
    if (is_shown) {
        if (std::strcmp(path, "Avatar/Expression") == 0) expressions(u, v);
        ImGui::EndMenu();
    }
    return i;
}

static size_t menu(ui *u, viewer *v, size_t first) {
    const char *path = action_at(first)->menu;
    const char *end = std::strchr(path, '/');
    char name[24] = "";
    const size_t length = end != nullptr ? (size_t)(end - path) : std::strlen(path);
    size_t i = first;
    std::strncpy(name, path, length < sizeof name ? length : sizeof name - 1);
    const bool is_shown = ImGui::BeginMenu(say(name));
    while (action_at(i) != nullptr && is_within(action_at(i)->menu, path, length)) {
        if (!is_shown) {
            ++i;
        } else if (action_at(i)->menu[length] == '/') {
            i = submenu(u, v, i);
        } else {
            item(v, action_at(i++));
        }
    }
    if (is_shown) ImGui::EndMenu();
    return i;
}

void ui_menus(ui *u, viewer *v) {
    if (!ImGui::BeginMainMenuBar()) return;
    for (size_t i = 0; action_at(i) != nullptr;) i = menu(u, v, i);
    ImGui::EndMainMenuBar();
}
