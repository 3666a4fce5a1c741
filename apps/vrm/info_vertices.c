/* What is wrong with vertices, which loading does not read. */
#include "apps/kit/avatar/payload.h"
#include "info.h"

typedef struct telling {
    const char *path;
    file_notes *notes;
} telling;

static void tell_payload(void *user, tool_diagnostic which, const note_place *place,
                         const vrm_diagnostic_argument *count) {
    const telling *telling = user;
    notes_add(telling->notes, telling->path, which, place, count);
}

void tell_of_vertices(const char *path, const vrm_model *model, file_notes *notes) {
    payload_look(model, tell_payload, &(telling){path, notes});
}
