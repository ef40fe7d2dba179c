/* SPDX-License-Identifier: Apache-2.0
 * The one source of Kiln's version; the build reads it from here. */
#ifndef KILN_VERSION_H
#define KILN_VERSION_H

#define KILN_VERSION_MAJOR 0
#define KILN_VERSION_MINOR 1
#define KILN_VERSION_PATCH 0
#define KILN_VERSION_STRING "0.1.0"

#endif
