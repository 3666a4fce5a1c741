/*
 * What Python.h asks of a system, for wheels that are compiled for another machine: the limited API
 * on 64-bit targets asks for no more. Each system's own pyconfig.h has hundreds of lines, most of
 * them for CPython itself.
 */
#ifndef Py_PYCONFIG_H
#define Py_PYCONFIG_H

#define SIZEOF_INT 4
#define SIZEOF_SHORT 2
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_FLOAT 4
#define SIZEOF_DOUBLE 8
#define SIZEOF_TIME_T 8
#define SIZEOF_OFF_T 8
#define SIZEOF_FPOS_T 8
#define SIZEOF__BOOL 1
#define HAVE_STDDEF_H 1
#define HAVE_ERRNO_H 1
#define STDC_HEADERS 1
#define WITH_DOC_STRINGS 1

#ifdef _WIN32
#define MS_WINDOWS
#define MS_WIN32
#define MS_WIN64
#define SIZEOF_LONG 4
#define SIZEOF_WCHAR_T 2
#define SIZEOF_PID_T 4
#define HAVE_DECLSPEC_DLL
#define Py_ENABLE_SHARED 1
#define NT_THREADS
typedef long long Py_ssize_t;
#define HAVE_PY_SSIZE_T 1
#define PY_SSIZE_T_MAX 9223372036854775807LL
#define PY_FORMAT_SIZE_T "ll"
#else
#define SIZEOF_LONG 8
#define SIZEOF_WCHAR_T 4
#define SIZEOF_PID_T 4
#define HAVE_SSIZE_T 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_UNISTD_H 1
#endif

#endif
