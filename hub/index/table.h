/*
 * The index: a file of SQLite with one table, `avatars`, and one row for each path. Rows are
 * written in transactions of some thousands, so that a run that is killed loses the last of them
 * and nothing else, and the next one goes on.
 */
#ifndef VRM_INDEX_TABLE_H
#define VRM_INDEX_TABLE_H

#include "apps/kit/system/workers.h"
#include "entry.h"

typedef struct index_table index_table;

/* NULL: `reason` says why. A file that is no index is left as it is. */
index_table *table_open(const char *path, char reason[MOST_REASON]);

/* Whether the file has a row already and has not changed since, and whether that is of an avatar.
 * `wants_hash`: a row without the hash of the whole file does not count. Threads may share the
 * table. */
bool table_knows(index_table *table, const index_entry *entry, bool wants_hash,
                 bool *out_is_avatar);

/* Writes the row of an entry, in place of a former one. False: it could not
 * be written, and neither will any other. */
bool table_put(index_table *table, const index_entry *entry);

/* Whether a row could not be written: none will be any more. */
bool table_has_failed(const index_table *table);

/* Ends the transaction, makes the index for duplicates, and closes the file. False: it is not
 * whole; `reason` says why. */
bool table_close(index_table *table, char reason[MOST_REASON]);

#endif
