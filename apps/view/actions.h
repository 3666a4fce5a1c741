/* All that a person can tell the viewer to do: one table, for keys, menus and the help window. */
#ifndef VRM_VIEW_ACTIONS_H
#define VRM_VIEW_ACTIONS_H

#include <SDL.h>
#include <stdbool.h>
#include <stddef.h>

struct viewer;

typedef struct action {
    const char *menu;           /* "View", or "View/Light" for a menu within it */
    const char *label;          /* NULL: a line between actions */
    SDL_Keycode key, other_key; /* 0: none */
    int modifiers;              /* KMOD_SHIFT, KMOD_CTRL or 0, with the first key */
    bool needs_avatar;
    int value; /* for `act` and `is_on` */
    void (*act)(struct viewer *v, int value);
    bool (*is_on)(const struct viewer *v, int value); /* NULL: it has no mark */
} action;

/* By index; NULL behind the last. */
const action *action_at(size_t index);
/* Can it be done now? */
bool action_is_possible(const action *c, const struct viewer *v);
/* "Ctrl+O"; "" where it has no key. */
void action_key_name(const action *c, char *out, size_t size);

void actions_press(struct viewer *v, const SDL_Keysym *key);
void actions_release(struct viewer *v, const SDL_Keysym *key);

/* The digit that shows an expression, as text; "" from the eleventh on. */
const char *action_expression_key(size_t expression);

#endif
