/* Behind the declarations of each C++ header. */
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
