/* thread.create, shape batch: 100 threads with an empty body are created, then joined in order. */
#include "trial.h"

#include <pthread.h>

#define THREADS 100

static void *body(void *unused) {
  return unused;
}

static void pass(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    errno = pthread_create(&threads[i], NULL, body, NULL);
    if (errno != 0) {
      work_failed("pthread_create");
    }
  }
  for (int i = 0; i < THREADS; ++i) {
    errno = pthread_join(threads[i], NULL);
    if (errno != 0) {
      work_failed("pthread_join");
    }
  }
}

int main(void) {
  trial_expect("WHICHOS_PARAM_SHAPE", "batch");
  return trial_main(THREADS, pass);
}
