package io.precinct.source.api;

import org.jspecify.annotations.Nullable;

/**
 * A file, folder, link or submodule at a path.
 *
 * @param path with {@code /}, no leading one
 * @param type {@code file, dir, symlink, submodule}
 * @param mode as in git: {@code 100644}
 * @param size in bytes; -1 for folders and submodules
 * @param blob object id of the content; null for folders and submodules
 * @param lang language by its name, or null
 * @param target of a symlink, or null
 * @param submoduleCommit of a submodule, or null
 * @param skipped why it is not parsed, or null if it is or has no language: {@code binary, too_large, lfs_pointer}
 */
public record FileEntry(
        String path,
        String type,
        String mode,
        long size,
        @Nullable String blob,
        @Nullable String lang,
        @Nullable String target,
        @Nullable String submoduleCommit,
        @Nullable String skipped) {}
