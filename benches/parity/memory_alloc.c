/*
 * memory.alloc, one thread, local: 1,000,000 blocks of 4 to 128 bytes are allocated and their
 * first bytes written, then freed in the same order.
 */
#include "trial.h"

#define BLOCKS 1000000

static char **blocks;

static void pass(void) {
  for (size_t i = 0; i < BLOCKS; ++i) {
    char *block = malloc((i % 32 + 1) * 4);
    if (block == NULL) {
      work_failed("malloc");
    }
    *(volatile char *)block = 1;
    blocks[i] = block;
  }
  for (size_t i = 0; i < BLOCKS; ++i) {
    free(blocks[i]);
  }
}

int main(void) {
  trial_expect("WHICHOS_PARAM_THREADS", "1");
  trial_expect("WHICHOS_PARAM_PATTERN", "local");
  blocks = trial_array(BLOCKS, sizeof *blocks);
  return trial_main(BLOCKS, pass);
}
