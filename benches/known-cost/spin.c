/*
 * A cost that is known: each operation goes ITERATIONS times around a loop that no compiler can
 * shorten. Two builds of it differ in that number alone, so the ratio of their times is known
 * before anything is measured, but for the call around the loop.
 */
#include "../parity/trial.h"

#ifndef ITERATIONS
#error "say with -DITERATIONS=n how often"
#endif

static void pass(void) {
  uint64_t state = 1;
  for (unsigned i = 0; i < ITERATIONS; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    __asm__ volatile("" : "+r"(state));
  }
}

int main(void) {
  return trial_main(1, pass);
}
