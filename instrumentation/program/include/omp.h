// OpenMP of the host: one thread, as the standard says of a program whose pragmas are not followed. No runtime of OpenMP
// is linked, so a compiler's own header would promise functions that nothing has.
#pragma once
#pragma GCC system_header

#include <stddef.h>
#include <sys/time.h>

#ifdef __cplusplus
extern "C" {
#endif
typedef struct {
  int held;
} omp_lock_t;
static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_get_num_threads(void) { return 1; }
static inline int omp_get_max_threads(void) { return 1; }
static inline int omp_get_num_procs(void) { return 1; }
static inline int omp_in_parallel(void) { return 0; }
static inline void omp_set_num_threads(int count) { (void)count; }
static inline void omp_set_dynamic(int dynamic) { (void)dynamic; }
static inline void omp_set_nested(int nested) { (void)nested; }
static inline void omp_init_lock(omp_lock_t* lock) { lock->held = 0; }
static inline void omp_destroy_lock(omp_lock_t* lock) { (void)lock; }
static inline void omp_set_lock(omp_lock_t* lock) { lock->held = 1; }
static inline void omp_unset_lock(omp_lock_t* lock) { lock->held = 0; }
static inline double omp_get_wtime(void) {
  struct timeval now;
  gettimeofday(&now, NULL);
  return (double)now.tv_sec + 1e-6 * (double)now.tv_usec;
}
#ifdef __cplusplus
}
#endif
