/* The least that a scan does: walks a folder, and opens, asks for the size of and reads every *.py. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char buffer[16 << 20];
static long files, bytes;

static void read_file(int folder, const char *name) {
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    if (file < 0) return;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
        ssize_t count = read(file, buffer, sizeof buffer);
        if (count > 0) bytes += count;
        files++;
    }
    close(file);
}

static void walk(int descriptor) {
    DIR *folder = fdopendir(descriptor);
    struct dirent *entry;
    if (!folder) { close(descriptor); return; }
    while ((entry = readdir(folder))) {
        const char *name = entry->d_name;
        size_t length = strlen(name);
        if (!strcmp(name, ".") || !strcmp(name, "..")) continue;
        if (entry->d_type == DT_DIR) {
            int below = openat(dirfd(folder), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            if (below >= 0) walk(below);
        } else if (length > 3 && !strcmp(name + length - 3, ".py")) {
            read_file(dirfd(folder), name);
        }
    }
    closedir(folder);
}

int main(int count, char **arguments) {
    int folder = count == 2 ? open(arguments[1], O_RDONLY | O_DIRECTORY) : -1;
    if (folder < 0) return 1;
    walk(folder);
    printf("%ld files, %ld bytes\n", files, bytes);
    return 0;
}
