/*
 * The adapter that lets a stand-alone C program be a member of a group: it speaks the trial
 * protocol (docs/trial-protocol.md), so that whichos runs, times and compares the program's trials
 * beside its own. A program defines what one pass is and calls trial_main().
 *
 * Nothing here runs inside a timed batch but the loop over passes and the two readings of the
 * clock. Standard output is written once before `go`, with write(2), so that a child that calls
 * exit() finds no buffer to flush and the heap is as the program made it.
 */
#ifndef WHICHOS_TRIAL_H
#define WHICHOS_TRIAL_H

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Ends the trial: `failed STAGE REASON…`. STAGE is set_up or work. */
static inline void trial_fail(const char *stage, const char *what, const char *reason) {
  printf("failed %s %s: %s\n", stage, what, reason);
  fflush(stdout);
  _exit(1);
}

/* A failed call of the timed work, with the system's own words. */
static inline void work_failed(const char *call) {
  trial_fail("work", call, strerror(errno));
}

/* The value of an environment variable that the protocol promises. */
static inline const char *trial_text(const char *name) {
  const char *text = getenv(name);
  if (text == NULL) {
    trial_fail("set_up", name, "not in the environment");
  }
  return text;
}

static inline uint64_t trial_number(const char *name) {
  const char *text = trial_text(name);
  char *end = NULL;
  errno = 0;
  uint64_t number = strtoull(text, &end, 10);
  if (errno != 0 || end == text || *end != '\0') {
    trial_fail("set_up", name, "not a number");
  }
  return number;
}

/* Refuses a case that this program does not do, rather than measure another one. */
static inline void trial_expect(const char *name, const char *value) {
  const char *text = getenv(name);
  if (text != NULL && strcmp(text, value) != 0) {
    trial_fail("set_up", name, "this program has no such method");
  }
}

static inline void trial_say(const char *line) {
  size_t length = strlen(line);
  if (write(STDOUT_FILENO, line, length) != (ssize_t)length) {
    _exit(1);
  }
}

/* Blocks until standard input says `go`. Who started us may be gone by then: no message. */
static inline void trial_await_go(void) {
  char line[64];
  size_t length = 0;
  for (;;) {
    char byte;
    ssize_t got = read(STDIN_FILENO, &byte, 1);
    if (got == -1 && errno == EINTR) {
      continue;
    }
    if (got != 1) {
      _exit(1);
    }
    if (byte == '\n') {
      if (length == 2 && memcmp(line, "go", 2) == 0) {
        return;
      }
      length = 0;
    } else if (length < sizeof line) {
      line[length++] = byte;
    }
  }
}

static inline uint64_t trial_now(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) {
    work_failed("clock_gettime");
  }
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* An array whose pages are all there before anything is timed. */
static inline void *trial_array(size_t count, size_t size) {
  void *array = malloc(count * size);
  if (array == NULL) {
    trial_fail("set_up", "malloc", strerror(errno));
  }
  memset(array, 0xff, count * size);
  return array;
}

struct trial_sample {
  uint64_t start;
  uint64_t end;
};

/*
 * Runs the trial: `pass` does `operations_per_pass` operations, and a batch is as many passes as
 * WHICHOS_OPERATIONS demands.
 */
static inline int trial_main(uint64_t operations_per_pass, void (*pass)(void)) {
  uint64_t operations = trial_number("WHICHOS_OPERATIONS");
  uint64_t samples = trial_number("WHICHOS_SAMPLES");
  uint64_t warm_up = trial_number("WHICHOS_WARM_UP");
  if (operations == 0 || operations % operations_per_pass != 0) {
    trial_fail("set_up", "WHICHOS_OPERATIONS", "not a multiple of the program's pass");
  }
  if (samples == 0) {
    trial_fail("set_up", "WHICHOS_SAMPLES", "nothing to time");
  }
  uint64_t passes = operations / operations_per_pass;
  struct trial_sample *timed = trial_array(samples, sizeof *timed);

  trial_say("ready\n");
  trial_await_go();
  uint64_t go = trial_now();
  for (uint64_t batch = 0; batch < warm_up; ++batch) {
    for (uint64_t i = 0; i < passes; ++i) {
      pass();
    }
  }
  for (uint64_t batch = 0; batch < samples; ++batch) {
    timed[batch].start = trial_now();
    for (uint64_t i = 0; i < passes; ++i) {
      pass();
    }
    timed[batch].end = trial_now();
  }

  for (uint64_t batch = 0; batch < samples; ++batch) {
    printf("sample 0 %" PRIu64 " %" PRIu64 "\n", timed[batch].start - go,
           timed[batch].end - timed[batch].start);
  }
  printf("tally %" PRIu64 " 0\ndone\n", (warm_up + samples) * operations);
  return fflush(stdout) == 0 ? 0 : 1;
}

#endif
