package io.precinct.source.git;

/**
 * A file, symlink, submodule or folder of a commit.
 *
 * @param path with {@code /}, no leading one
 * @param mode as in git: {@code 0100644, 0100755, 0120000} for a symlink, {@code 0160000} for a submodule,
 *     {@code 0040000} for a folder
 * @param blob object id of the content; for a submodule, its commit
 */
public record TreeFile(String path, int mode, String blob) {
    private static final int KIND = 0170000;

    /** True for files, which may be parsed. */
    public boolean isFile() {
        return (mode & KIND) == 0100000;
    }

    public boolean isExecutable() {
        return mode == 0100755;
    }

    public boolean isFolder() {
        return (mode & KIND) == 0040000;
    }

    public boolean isSymlink() {
        return (mode & KIND) == 0120000;
    }

    boolean isSubmodule() {
        return (mode & KIND) == 0160000;
    }
}
