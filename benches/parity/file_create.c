/*
 * file.create: 65,534 files of 32 bytes, 0000 to fffd, are made in one empty directory, then
 * removed in the same order.
 */
#include "trial.h"

#define FILES 65534
#define NAME_LENGTH 4

static char *path;
static char *name;
static unsigned char content[32];

static void set_name(unsigned number) {
  static const char digits[] = "0123456789abcdef";
  for (int i = NAME_LENGTH - 1; i >= 0; --i) {
    name[i] = digits[number % 16];
    number /= 16;
  }
}

static void pass(void) {
  for (unsigned i = 0; i < FILES; ++i) {
    set_name(i);
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
      work_failed("fopen");
    }
    if (fwrite(content, 1, sizeof content, file) != sizeof content) {
      work_failed("fwrite");
    }
    if (fclose(file) != 0) {
      work_failed("fclose");
    }
  }
  for (unsigned i = 0; i < FILES; ++i) {
    set_name(i);
    if (remove(path) != 0) {
      work_failed("remove");
    }
  }
}

int main(void) {
  const char *directory = trial_text("WHICHOS_DIRECTORY");
  size_t length = strlen(directory);
  path = trial_array(length + 1 + NAME_LENGTH + 1, 1);
  memcpy(path, directory, length);
  path[length] = '/';
  name = path + length + 1;
  name[NAME_LENGTH] = '\0';
  for (size_t i = 0; i < sizeof content; ++i) {
    content[i] = (unsigned char)i;
  }
  return trial_main(FILES, pass);
}
