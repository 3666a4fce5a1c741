/* The outputs in the folder of --out, and which of them an upload needs. */
#ifndef VRM_HUB_OUTPUTS_H
#define VRM_HUB_OUTPUTS_H

#include "apps/kit/batch/key_set.h"
#include "apps/kit/batch/manifest.h"
#include "ledger.h"

/* ab/cd/SHA-256/RECIPE */
enum { MOST_PLACE = HASH_DIGITS + RECIPE_DIGITS + 8 };

typedef struct output {
    char place[MOST_PLACE]; /* seen from --out */
    char sha256[HASH_DIGITS + 1];
    char version[32]; /* of the tool; "": there is no manifest */
    int64_t time;     /* of the manifest, or else of the folder: seconds since 1970 */
    uint64_t bytes;
} output;

/* Calls `each` with all outputs of a folder until it returns false. False: that was so, the folder
 * cannot be read, or the program is to end. */
bool outputs_walk(const char *folder, bool (*each)(const output *each, void *user), void *user);

/* Removes an output, its manifest first. False leaves errno. */
bool outputs_remove(const char *folder, const char *place);

typedef enum output_use {
    OUTPUT_NEEDED,
    OUTPUT_GONE, /* its upload is gone */
    OUTPUT_OLD   /* an older version of the tool made it, and its upload has all outputs of this one
                  */
} output_use;

/* What was uploaded, by SHA-256. */
typedef struct upload_set {
    key_set all, waiting; /* waiting: without outputs of this version */
    bool is_whole;        /* each upload has its hash in it */
} upload_set;

void upload_set_init(upload_set *set);
void upload_set_release(upload_set *set);
void upload_set_add(upload_set *set, const ledger_entry *entry);
bool upload_set_has(const upload_set *set, const char *sha256);

output_use output_use_of(const output *item, const upload_set *uploads);

#endif
