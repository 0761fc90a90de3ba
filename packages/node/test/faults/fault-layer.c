// A layer between a process and the files of one folder, for tests: loaded with LD_PRELOAD, it
// fails operations as a control file says, and writes down what is written and flushed.
//
// FAULT_FOLDER   the folder; other files are left alone
// FAULT_CONTROL  a file of 8 numbers of 64 bits, see `control`, which the test writes and reads
// FAULT_TRACE    optional: where operations are written down, see `note`
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum class_of_operation { WRITES = 1, SYNCS = 2, READS = 4, NAMES = 8 };

struct control {
  int64_t countdown; // operations until the first that fails; 0: none does
  int64_t classes;   // which operations count and fail
  int64_t error;     // errno
  int64_t duration;  // how many fail; -1: until this is 0 again
  int64_t is_short;  // the first write that fails writes half instead
  int64_t seen;      // operations that counted
  int64_t failed;    // operations that failed
  int64_t reserved;
};

#define MAX_FD 65536
#define MAX_FILES 65536

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct control *control;
static const char *folder;
static size_t folder_length;
static int trace = -1;
static uint32_t file_of[MAX_FD]; // 0: not in the folder
static ino64_t inode_of[MAX_FD];  // some closings are not seen here: the number may be reused
static char *paths[MAX_FILES];
static uint32_t files = 1;

#define REAL(name) ((__typeof__(name) *)real(#name))

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void start(void) {
  folder = getenv("FAULT_FOLDER");
  const char *control_path = getenv("FAULT_CONTROL");
  const char *trace_path = getenv("FAULT_TRACE");
  if (folder == NULL || control_path == NULL) return;
  folder_length = strlen(folder);
  int fd = REAL(open64)(control_path, O_RDWR | O_CLOEXEC);
  if (fd < 0) abort();
  control = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (control == MAP_FAILED) abort();
  REAL(close)(fd);
  if (trace_path != NULL) {
    trace = REAL(open64)(trace_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (trace < 0) abort();
  }
}

static int is_ours(const char *path) {
  return control != NULL && path != NULL && strncmp(path, folder, folder_length) == 0;
}

static uint32_t file_at(int fd) {
  if (control == NULL || fd < 0 || fd >= MAX_FD || file_of[fd] == 0) return 0;
  struct stat64 found;
  if (fstat64(fd, &found) != 0 || found.st_ino != inode_of[fd]) file_of[fd] = 0;
  return file_of[fd];
}

// A record is: letter, file, offset, length, then so many bytes. F: file has this path. W: bytes
// at offset. T: cut to offset. S: flushed. U: removed. R: renamed to the file `offset`.
static void note(char letter, uint32_t file, int64_t offset, const void *bytes, size_t length) {
  if (trace < 0) return;
  unsigned char head[17];
  uint32_t length32 = (uint32_t)length;
  head[0] = (unsigned char)letter;
  memcpy(head + 1, &file, 4);
  memcpy(head + 5, &offset, 8);
  memcpy(head + 13, &length32, 4);
  struct iovec parts[2] = {{head, sizeof head}, {(void *)bytes, length}};
  if (REAL(writev)(trace, parts, length > 0 ? 2 : 1) != (ssize_t)(sizeof head + length)) abort();
}

static uint32_t number_of(const char *path) {
  for (uint32_t file = 1; file < files; file++)
    if (strcmp(paths[file], path) == 0) return file;
  if (files >= MAX_FILES) abort();
  paths[files] = strdup(path);
  note('F', files, 0, path, strlen(path));
  return files++;
}

// whether an operation is to fail; the caller holds the lock
static int fails(enum class_of_operation class) {
  if (control == NULL || (control->classes & class) == 0) return 0;
  control->seen++;
  if (control->countdown == 0) return 0;
  if (control->countdown > 1) {
    control->countdown--;
    return 0;
  }
  if (control->duration == 0) {
    control->countdown = 0;
    return 0;
  }
  if (control->duration > 0) control->duration--;
  control->failed++;
  return 1;
}

static int fails_at(enum class_of_operation class) {
  pthread_mutex_lock(&lock);
  int failing = fails(class);
  int error = failing ? (int)control->error : 0;
  pthread_mutex_unlock(&lock);
  if (failing) errno = error;
  return failing;
}

static void opened(int fd, const char *path, int flags) {
  struct stat64 found;
  if (fd < 0 || fd >= MAX_FD || fstat64(fd, &found) != 0) return;
  pthread_mutex_lock(&lock);
  inode_of[fd] = found.st_ino;
  file_of[fd] = number_of(path);
  if (flags & O_TRUNC) note('T', file_of[fd], 0, NULL, 0);
  pthread_mutex_unlock(&lock);
}

#define OPEN(name)                                                                      \
  int name(const char *path, int flags, ...) {                                          \
    mode_t mode = 0;                                                                    \
    if (flags & (O_CREAT | O_TMPFILE)) {                                                \
      va_list rest;                                                                     \
      va_start(rest, flags);                                                            \
      mode = va_arg(rest, mode_t);                                                      \
      va_end(rest);                                                                     \
    }                                                                                   \
    if (!is_ours(path)) return REAL(name)(path, flags, mode);                           \
    if (fails_at(NAMES)) return -1;                                                     \
    int fd = REAL(name)(path, flags, mode);                                             \
    opened(fd, path, flags);                                                            \
    return fd;                                                                          \
  }
OPEN(open)
OPEN(open64)

int close(int fd) {
  if (file_at(fd) != 0) {
    pthread_mutex_lock(&lock);
    file_of[fd] = 0;
    pthread_mutex_unlock(&lock);
  }
  return REAL(close)(fd);
}

static int64_t end_or_place(int fd) {
  if (REAL(fcntl64)(fd, F_GETFL) & O_APPEND) return lseek64(fd, 0, SEEK_END);
  return lseek64(fd, 0, SEEK_CUR);
}

// the bytes that may be written; -1: none, errno says why
static ssize_t allowed(size_t length) {
  if (!fails(WRITES)) return (ssize_t)length;
  if (control->is_short && length > 1) {
    control->is_short = 0;
    return (ssize_t)(length / 2);
  }
  errno = (int)control->error;
  return -1;
}

static ssize_t write_at(int fd, uint32_t file, const void *bytes, size_t length, int64_t offset) {
  pthread_mutex_lock(&lock);
  ssize_t most = allowed(length);
  ssize_t written = -1;
  if (most >= 0) {
    int64_t place = offset < 0 ? end_or_place(fd) : offset;
    written = offset < 0 ? REAL(write)(fd, bytes, (size_t)most)
                         : REAL(pwrite64)(fd, bytes, (size_t)most, offset);
    if (written > 0) note('W', file, place, bytes, (size_t)written);
  }
  int error = errno;
  pthread_mutex_unlock(&lock);
  errno = error;
  return written;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  uint32_t file = file_at(fd);
  return file == 0 ? REAL(write)(fd, bytes, length) : write_at(fd, file, bytes, length, -1);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  uint32_t file = file_at(fd);
  return file == 0 ? REAL(pwrite)(fd, bytes, length, offset)
                   : write_at(fd, file, bytes, length, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  uint32_t file = file_at(fd);
  return file == 0 ? REAL(pwrite64)(fd, bytes, length, offset)
                   : write_at(fd, file, bytes, length, offset);
}

// several buffers are written one by one: whoever calls this copes with a part
ssize_t writev(int fd, const struct iovec *parts, int count) {
  uint32_t file = file_at(fd);
  if (file == 0) return REAL(writev)(fd, parts, count);
  for (int at = 0; at < count; at++)
    if (parts[at].iov_len > 0) return write_at(fd, file, parts[at].iov_base, parts[at].iov_len, -1);
  return 0;
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  uint32_t file = file_at(fd);
  if (file == 0) return REAL(pwritev64)(fd, parts, count, offset);
  for (int at = 0; at < count; at++)
    if (parts[at].iov_len > 0)
      return write_at(fd, file, parts[at].iov_base, parts[at].iov_len, offset);
  return 0;
}

ssize_t read(int fd, void *bytes, size_t length) {
  if (file_at(fd) != 0 && fails_at(READS)) return -1;
  return REAL(read)(fd, bytes, length);
}

ssize_t pread(int fd, void *bytes, size_t length, off_t offset) {
  if (file_at(fd) != 0 && fails_at(READS)) return -1;
  return REAL(pread)(fd, bytes, length, offset);
}

ssize_t pread64(int fd, void *bytes, size_t length, off64_t offset) {
  if (file_at(fd) != 0 && fails_at(READS)) return -1;
  return REAL(pread64)(fd, bytes, length, offset);
}

// The disk is not waited for: what has been flushed is known from the trace. A flush that fails
// leaves everything as it was.
static int flush(uint32_t file) {
  pthread_mutex_lock(&lock);
  int failing = fails(SYNCS);
  if (failing) errno = (int)control->error;
  else note('S', file, 0, NULL, 0);
  int error = errno;
  pthread_mutex_unlock(&lock);
  errno = error;
  return failing ? -1 : 0;
}

int fsync(int fd) {
  uint32_t file = file_at(fd);
  return file == 0 ? REAL(fsync)(fd) : flush(file);
}

int fdatasync(int fd) {
  uint32_t file = file_at(fd);
  return file == 0 ? REAL(fdatasync)(fd) : flush(file);
}

static int cut(int fd, uint32_t file, int64_t length) {
  if (fails_at(WRITES)) return -1;
  pthread_mutex_lock(&lock);
  int done = REAL(ftruncate64)(fd, length);
  if (done == 0) note('T', file, length, NULL, 0);
  pthread_mutex_unlock(&lock);
  return done;
}

int ftruncate(int fd, off_t length) {
  uint32_t file = file_at(fd);
  return file == 0 ? REAL(ftruncate)(fd, length) : cut(fd, file, length);
}

int ftruncate64(int fd, off64_t length) {
  uint32_t file = file_at(fd);
  return file == 0 ? REAL(ftruncate64)(fd, length) : cut(fd, file, length);
}

int unlink(const char *path) {
  if (!is_ours(path)) return REAL(unlink)(path);
  if (fails_at(NAMES)) return -1;
  pthread_mutex_lock(&lock);
  int done = REAL(unlink)(path);
  if (done == 0) note('U', number_of(path), 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return done;
}

int rename(const char *from, const char *to) {
  if (!is_ours(from)) return REAL(rename)(from, to);
  if (fails_at(NAMES)) return -1;
  pthread_mutex_lock(&lock);
  uint32_t target = number_of(to);
  int done = REAL(rename)(from, to);
  if (done == 0) note('R', number_of(from), target, NULL, 0);
  pthread_mutex_unlock(&lock);
  return done;
}
