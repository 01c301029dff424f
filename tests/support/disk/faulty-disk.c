/*
 * Makes calls of the system fail for files that SQLite writes, and for sockets: loaded with LD_PRELOAD before the
 * application. Which call, is in the file that COUNTERSIGN_TEST_SYSTEM_FAULTS names: ID CALL PATH-ENDING ERRNO AFTER, for example
 * "1 fsync countersign.db-wal 5 0". So many calls succeed first, counted anew for each id. Each failure is told in the
 * file of the same name with ".happened".
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && strcmp(text + length - tail, end) == 0;
}

static int fails_at(const char *call, const char *path) {
  const char *orders = getenv("COUNTERSIGN_TEST_SYSTEM_FAULTS");
  if (orders == NULL || access(orders, F_OK) != 0) return 0;
  static long last_id = -1, count = 0;
  long id = 0, after = 0;
  char ordered[32], ending[PATH_MAX], log[PATH_MAX];
  FILE *file = fopen(orders, "r");
  if (file == NULL) return 0;
  int number = 0, found = 0;
  if (fscanf(file, "%ld %31s %4095s %d %ld", &id, ordered, ending, &number, &after) == 5)
    found = strcmp(ordered, call) == 0 && ends_with(path, ending);
  fclose(file);
  if (!found) return 0;
  if (id != last_id) count = 0;
  last_id = id;
  if (count++ < after) return 0;
  snprintf(log, sizeof log, "%s.happened", orders);
  FILE *told = fopen(log, "a");
  if (told != NULL) {
    fprintf(told, "%s %s\n", call, path);
    fclose(told);
  }
  return number;
}

static int fails(const char *call, int descriptor) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return fails_at(call, path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL_WHERE_ORDERED(call, descriptor)      \
  do {                                            \
    int number = fails(call, descriptor);         \
    if (number != 0) {                            \
      errno = number;                             \
      return -1;                                  \
    }                                             \
  } while (0)

int fsync(int descriptor) {
  FAIL_WHERE_ORDERED("fsync", descriptor);
  return REAL(fsync)(descriptor);
}

int fdatasync(int descriptor) {
  FAIL_WHERE_ORDERED("fsync", descriptor);
  return REAL(fdatasync)(descriptor);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t at) {
  FAIL_WHERE_ORDERED("write", descriptor);
  return REAL(pwrite)(descriptor, bytes, count, at);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t at) {
  FAIL_WHERE_ORDERED("write", descriptor);
  return REAL(pwrite64)(descriptor, bytes, count, at);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t at) {
  FAIL_WHERE_ORDERED("read", descriptor);
  return REAL(pread)(descriptor, bytes, count, at);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t at) {
  FAIL_WHERE_ORDERED("read", descriptor);
  return REAL(pread64)(descriptor, bytes, count, at);
}

int bind(int descriptor, const struct sockaddr *address, socklen_t length) {
  if (address->sa_family == AF_UNIX) {
    int number = fails_at("bind", ((const struct sockaddr_un *)address)->sun_path);
    if (number != 0) {
      errno = number;
      return -1;
    }
  }
  return REAL(bind)(descriptor, address, length);
}
