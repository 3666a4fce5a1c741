/**
 * @file author.h
 * Includes all headers of libvrm-author, which checks, fixes, edits, converts and writes avatars,
 * and those of the runtime. Define VRM_NO_STDIO first to skip the headers that read files, and with
 * them stdio.
 */
#ifndef VRM_AUTHOR_H
#define VRM_AUTHOR_H

#include "vrm/author/check.h"
#include "vrm/author/diff.h"
#include "vrm/author/edit.h"
#include "vrm/author/fix.h"
#include "vrm/author/make.h"
#include "vrm/author/migrate.h"
#include "vrm/author/normalize.h"
#include "vrm/author/optimize.h"
#include "vrm/author/write.h"
#include "vrm/vrm.h"
#ifndef VRM_NO_STDIO
#include "vrm/author/file.h"
#endif

#endif
