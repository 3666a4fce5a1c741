#include "author/check/diagnostics.h"
#include "author/make/diagnostics.h"
#include "vrm/author/check.h"

static const vrmi_diagnostics *const rooms[] = {&vrmi_check_diagnostics, &vrmi_make_diagnostics};

enum { ROOM_COUNT = sizeof rooms / sizeof rooms[0] };

static uint32_t count_of(const vrmi_diagnostics *room) {
    return (uint32_t)(room->end - room->first);
}

uint32_t vrm_author_diagnostic_info_count(void) {
    uint32_t count = vrm_diagnostic_info_count();
    for (size_t i = 0; i < ROOM_COUNT; ++i) count += count_of(rooms[i]);
    return count;
}

const vrm_diagnostic_info *vrm_author_diagnostic_info_get(uint32_t index) {
    const uint32_t others = vrm_diagnostic_info_count();
    if (index < others) return vrm_diagnostic_info_get(index);
    index -= others;
    for (size_t i = 0; i < ROOM_COUNT; ++i) {
        if (index < count_of(rooms[i])) return &rooms[i]->messages[index].info;
        index -= count_of(rooms[i]);
    }
    return NULL;
}
