/* Addresses in a file: data URIs, and relative names of files beside it. */
#ifndef VRMI_GLTF_URI_H
#define VRMI_GLTF_URI_H

#include "gltf/document.h"

/* What an address led to. */
typedef struct vrmi_resource {
    vrmi_bytes bytes; /* data NULL: it could not be had, and the diagnostic has been made */
    vrm_string uri;   /* of an external file; empty for a data URI */
    vrm_string mime;  /* of a data URI; else empty */
    bool is_data;
} vrmi_resource;

/*
 * Follows an address that stands at `at`. A data URI is decoded into memory of the load. An
 * external file is asked of the resolver, once for each path, if there is one and the address is a
 * relative path that stays below the folder it starts in [ER-019]; `unresolved` is the diagnostic
 * for when it is not had.
 *
 * False: memory was refused.
 */
bool vrmi_uri_fetch(vrmi_load *load, const vrmi_json *at, vrm_string uri,
                    vrmi_diagnostic_id unresolved, vrmi_resource *out);

#endif
