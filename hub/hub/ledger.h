/*
 * What was uploaded, as jobs: for each avatar of files and folders one with the steps of --do, or
 * lines of standard input, which a database can print. Each has the key that `vrm work` gives to
 * its outputs, so that the manifest says whether it is done.
 */
#ifndef VRM_HUB_LEDGER_H
#define VRM_HUB_LEDGER_H

#include "broker.h"

typedef struct ledger ledger;

typedef struct ledger_entry {
    const char *job; /* the line, for the queue; not terminated */
    size_t length;
    char key[MOST_KEY];
    const char *problem; /* there can be no job: why; else NULL */
    const char *path;
    int64_t uploaded;  /* seconds since 1970; 0: not known */
    int64_t committed; /* the same of the manifest; 0: there is none */
    /* For status alone: */
    char bad[64];    /* what its outputs say is wrong with it: a word; "": nothing */
    bool has_others; /* it has none of these outputs, but others */
} ledger_entry;

/* NULL: standard error says why. Hashes of files are kept from one walk to the next. */
ledger *ledger_open(const hub_options *options);
void ledger_close(ledger *ledger);

/* Calls `each` with everything that was uploaded, until it returns false. False: that was so, or
 * the program is to end. */
bool ledger_walk(ledger *ledger, bool (*each)(const ledger_entry *entry, void *user), void *user);

/* Prints on standard error what is wrong with an upload; `path` may be NULL. */
void ledger_print_problem(const char *path, const char *problem);

#endif
