/* Which of two avatars may be used for more. Needs no test framework: the fuzz targets use it too.
 */
#ifndef VRM_TEST_PERMISSIONS_H
#define VRM_TEST_PERMISSIONS_H

#include <stdbool.h>
#include <vrm/vrm.h>

/* Whether a field of `a` permits more than that of `b`: all of them are in this order. */
bool is_wider(const vrm_permissions *a, const vrm_permissions *b);

/* The most that the words of a file can be read to permit. In 0.x and the draft, which are old,
 * "Allow" says nothing of persons and companies, and the name of a license is one; without one that
 * is known, nothing is given. */
vrm_permissions read_widely(const vrm_meta *meta, bool is_old);

#endif
