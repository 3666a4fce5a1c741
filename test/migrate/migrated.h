/* A migrated file, and its result. */
#ifndef TEST_MIGRATE_MIGRATED_H
#define TEST_MIGRATE_MIGRATED_H

#include "support/fixture.h"
#include "vrm/author.h"

typedef struct migrated {
    fixture from;
    vrm_written *file; /* NULL: it was refused */
    vrm_result result;
    loaded now; /* the new file, loaded; its bytes are those of `file` */
} migrated;

/* Takes the fixture. The new file is loaded if there is one. */
migrated migrate(fixture from, vrm_dialect to, vrm_migrate_flags flags);
/* With consent, from the new file of another migration, which stays as it is. */
migrated migrate_again(const migrated *file, vrm_dialect to);
void migrated_free(migrated *file);

/* The JSON of a file, which ends in a NUL; to be freed. */
char *json_of(const void *bytes, size_t size);
char *json_of_written(const vrm_written *file);

/* How many changes have this kind and this code. */
int count_changes(const migrated *file, vrm_change_kind kind, const char *code);

#endif
