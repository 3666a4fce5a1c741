/* What may be done with an avatar: the nine permissions of the specification, as facts that text
 * and JSON both show. */
#ifndef VRM_KIT_PERMISSIONS_H
#define VRM_KIT_PERMISSIONS_H

#include <stdbool.h>
#include <vrm/vrm.h>

/* Where the value of a permission comes from. */
typedef enum permission_source {
    PERMISSION_STATED,     /* the file states it, or leaves it at the default of its dialect */
    PERMISSION_BY_LICENCE, /* 0.x and the draft: the licence answers it; the value is not known */
    PERMISSION_MAPPED,     /* the same, and the mapping of ME-031 was asked for */
    PERMISSION_NOT_ASKED   /* 0.x and the draft: the dialect has no such question */
} permission_source;

typedef struct permission {
    const char *key;     /* as the specification spells it: "avatarPermission" */
    const char *value;   /* likewise: "everyone", "true", "required" */
    const char *meaning; /* what that means, in English; pass it to say */
    int width;           /* higher allows more; only of the same permission */
    permission_source source;
} permission;

enum { PERMISSION_COUNT = 9 };

/* The permissions in the order of the specification. `maps_license`: licences of 0.x are mapped to
 * them (vrm_meta_map_license). */
void list_permissions(const vrm_tables *tables, bool maps_license,
                      permission out[PERMISSION_COUNT]);

/* What a value of a permission means, in English; any other text is returned as it is. */
const char *permission_meaning(const char *key, const char *value);

/* What a licence of 0.x says, in English; NULL for one that is not known. */
const char *licence_meaning(vrm_string name);

#endif
