/* vfork returns twice on one stack, which only a C compiler knows how to handle.
 * The child calls nothing but exec and _exit, as POSIX demands. */
#include <errno.h>
#include <sys/types.h>
#include <unistd.h>

/* Returns the child's process number, or the negated error number. */
pid_t whichos_vfork_exit(void) {
    pid_t pid = vfork();
    if (pid == 0)
        _exit(0);
    return pid < 0 ? -errno : pid;
}

/* The child executes path; it ends with status 127 where that fails. */
pid_t whichos_vfork_exec(const char *path, char *const argv[], char *const envp[]) {
    pid_t pid = vfork();
    if (pid == 0) {
        execve(path, argv, envp);
        _exit(127);
    }
    return pid < 0 ? -errno : pid;
}
