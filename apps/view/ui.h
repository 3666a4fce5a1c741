/* Menus, panels and words, with Dear ImGui. What is C++ of the viewer is behind these functions. */
#ifndef VRM_VIEW_UI_H
#define VRM_VIEW_UI_H

#include "viewer.h"

typedef struct ui ui;

/* For the window and its context. NULL: Dear ImGui cannot draw here. */
ui *ui_open(viewer *v);
void ui_close(ui *u);

/* Tells it of an event, before `ui_build`. */
void ui_event(ui *u, const SDL_Event *event);
/* Makes all menus and panels of this frame, and says what they leave of the window. */
void ui_build(ui *u, viewer *v);
/* Draws them over the window. */
void ui_draw(ui *u);

/* After `ui_build`: does the mouse, do keys belong to menus and panels? */
bool ui_wants_mouse(const ui *u);
bool ui_wants_keys(const ui *u);

#endif
