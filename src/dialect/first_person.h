/* What the dialects share about firstPerson. */
#ifndef VRMI_DIALECT_FIRST_PERSON_H
#define VRMI_DIALECT_FIRST_PERSON_H

#include "build/build.h"

/* Annotates every node that has the mesh: 0.x and the draft name a mesh (V0-017). A mesh that was
 * annotated is not gone through again: that would take the product of annotations and nodes. */
void vrmi_annotate_mesh(vrmi_build *build, const vrmi_json *at, int32_t mesh, int32_t flag);

/* firstPerson of 1.x and its drafts; `vrm` is VRMC_vrm. False: the load has failed. */
bool vrmi_read_first_person(vrmi_build *build, const vrmi_json *vrm);

#endif
