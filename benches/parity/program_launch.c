/*
 * program.launch, call fork-exec: children replace themselves with the program of WHICHOS_CHILD;
 * 100 are started and then awaited in order (shape batch), or each is awaited before the next is
 * started (shape serial).
 */
#include "trial.h"

#include <sys/wait.h>

#define PROGRAMS 100

static const char *child;

static pid_t launch(void) {
  pid_t id = fork();
  if (id == -1) {
    work_failed("fork");
  }
  if (id == 0) {
    execlp(child, child, "-", (char *)NULL);
    _exit(127);
  }
  return id;
}

static void await(pid_t id) {
  int status;
  if (waitpid(id, &status, 0) != id) {
    work_failed("waitpid");
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    trial_fail("work", child, "was not launched, or did not end with status 0");
  }
}

static void batch(void) {
  pid_t children[PROGRAMS];
  for (int i = 0; i < PROGRAMS; ++i) {
    children[i] = launch();
  }
  for (int i = 0; i < PROGRAMS; ++i) {
    await(children[i]);
  }
}

static void serial(void) {
  await(launch());
}

int main(void) {
  trial_expect("WHICHOS_PARAM_CALL", "fork-exec");
  trial_expect("WHICHOS_PARAM_PARENT_MEMORY", "0");
  trial_expect("WHICHOS_PARAM_LAUNCH", "warm");
  child = trial_text("WHICHOS_CHILD");
  const char *shape = trial_text("WHICHOS_PARAM_SHAPE");
  if (strcmp(shape, "batch") == 0) {
    return trial_main(PROGRAMS, batch);
  }
  trial_expect("WHICHOS_PARAM_SHAPE", "serial");
  return trial_main(1, serial);
}
