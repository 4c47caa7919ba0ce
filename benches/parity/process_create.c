/* process.create, call fork: 100 children are made that exit at once, then awaited in order. */
#include "trial.h"

#include <sys/wait.h>

#define PROCESSES 100

static void pass(void) {
  pid_t children[PROCESSES];
  for (int i = 0; i < PROCESSES; ++i) {
    children[i] = fork();
    if (children[i] == -1) {
      work_failed("fork");
    }
    if (children[i] == 0) {
      exit(0);
    }
  }
  for (int i = 0; i < PROCESSES; ++i) {
    int status;
    if (waitpid(children[i], &status, 0) != children[i]) {
      work_failed("waitpid");
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      trial_fail("work", "a child", "did not end with status 0");
    }
  }
}

int main(void) {
  trial_expect("WHICHOS_PARAM_CALL", "fork");
  trial_expect("WHICHOS_PARAM_PARENT_MEMORY", "0");
  return trial_main(PROCESSES, pass);
}
