#include "base/private_version.h"

#define TEXT(x) #x
#define VERSION_TEXT(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char VRMI_PRIVATE_VERSION[] =
    VERSION_TEXT(VRM_VERSION_MAJOR, VRM_VERSION_MINOR, VRM_VERSION_PATCH);

/* It does not refer to the symbol above, which only libvrm-author looks for. */
const char *vrm_version(void) {
    return VERSION_TEXT(VRM_VERSION_MAJOR, VRM_VERSION_MINOR, VRM_VERSION_PATCH);
}

int32_t vrm_version_number(void) { return VRM_VERSION; }

const char *vrm_result_name(vrm_result result) {
    switch (result) {
    case VRM_OK:
        return "ok";
    case VRM_ERROR_INVALID_ARGUMENT:
        return "invalid argument";
    case VRM_ERROR_OUT_OF_MEMORY:
        return "out of memory";
    case VRM_ERROR_LIMIT:
        return "limit exceeded";
    case VRM_ERROR_CANCELLED:
        return "cancelled";
    case VRM_ERROR_FILE:
        return "file cannot be read";
    case VRM_ERROR_CONTAINER:
        return "not a usable container";
    case VRM_ERROR_JSON:
        return "not usable JSON";
    case VRM_ERROR_GLTF:
        return "not usable glTF";
    case VRM_ERROR_UNSUPPORTED:
        return "not supported";
    case VRM_ERROR_NO_PAYLOAD:
        return "payload is not there";
    case VRM_ERROR_PAYLOAD:
        return "payload is wrong";
    case VRM_ERROR_CAPACITY:
        return "capacity too small";
    case VRM_ERROR_VRM:
        return "not usable VRM";
    case VRM_ERROR_INCOMPLETE:
        return "incomplete";
    case VRM_ERROR_MISMATCH:
        return "mismatch";
    case VRM_ERROR_NO_ATTRIBUTE:
        return "attribute is not there";
    case VRM_ERROR_CONSENT:
        return "consent is needed";
    default:
        return "unknown result";
    }
}
