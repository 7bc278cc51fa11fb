/* Makes each fsync and fdatasync of a process last BENCH_SYNC_US microseconds longer: loaded before the C library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int after(const char *name, int file) {
  const char *wait = getenv("BENCH_SYNC_US");
  if (wait != NULL) usleep((useconds_t)atol(wait));
  int (*sync_file)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return sync_file(file);
}

int fsync(int file) { return after("fsync", file); }
int fdatasync(int file) { return after("fdatasync", file); }
