/* Marks the symbols that a shared library exports. */
#ifndef TANDA_DETAIL_API_H
#define TANDA_DETAIL_API_H

#if defined(_WIN32) && defined(TANDA_SHARED)
#define TANDA_API __declspec(dllimport)
#elif defined(__GNUC__) && defined(__cplusplus)
#define TANDA_API [[gnu::visibility("default")]]
#elif defined(__GNUC__)
#define TANDA_API __attribute__((visibility("default")))
#else
#define TANDA_API
#endif

#endif
