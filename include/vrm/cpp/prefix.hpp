/* Before the declarations of each C++ header, whose end is suffix.hpp. Headers of C have casts,
 * parameters have the names of the C interface, and results are filled by functions of C. */
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Weffc++"
#endif
