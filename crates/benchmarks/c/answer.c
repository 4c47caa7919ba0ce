/* The program that net.respond starts for every connection, which is its standard input and
 * output, as inetd does. Its argument is the dialog, for hold followed by the milliseconds. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char answer[] = "450 too busy\r\n";

static int write_answer(void) {
    return write(1, answer, sizeof answer - 1) == (ssize_t)(sizeof answer - 1);
}

/* Reads until a byte has come, or until the end where there is none to look for. */
static int read_until(int wanted) {
    char said[64];
    ssize_t count;
    while ((count = read(0, said, sizeof said)) > 0) {
        if (wanted && memchr(said, wanted, (size_t)count)) return 1;
    }
    return !wanted && count == 0;
}

int main(int count, char **arguments) {
    const char *dialog = count > 1 ? arguments[1] : "greet";
    if (!strncmp(dialog, "hold:", 5)) {
        long ms = atol(dialog + 5);
        struct timespec time = {ms / 1000, ms % 1000 * 1000000};
        nanosleep(&time, 0);
    }
    if (!strcmp(dialog, "request") && !read_until('\n')) return 1;
    if (!write_answer()) return 1;
    if (!strcmp(dialog, "stay") && !read_until(0)) return 1;
    return 0;
}
