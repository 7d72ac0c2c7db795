package io.precinct.source.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The history of a repository without git. */
final class NoHistory implements History {
    @Override
    public ResultPage<Revision> commits(@Nullable String path, PageRequest window) {
        return none();
    }

    @Override
    public ResultPage<Name> branches(PageRequest window) {
        return none();
    }

    @Override
    public ResultPage<Name> tags(PageRequest window) {
        return none();
    }

    private static <T> ResultPage<T> none() {
        return new ResultPage<>(List.of(), null, null, List.of());
    }

    @Override
    public ResultPage<Run> blame(FileEntry file, int from, int to) {
        throw SourceFault.of(404, "unknown_path", file.path() + " is in no git repository and has no history");
    }

    @Override
    public ResultPage<FileChange> diff(String from, @Nullable String path, PageRequest window) {
        throw SourceFault.of(404, "unknown_path", "the repository is none of git and has no commits to compare");
    }

    @Override
    public boolean isFile(String commit, String path) {
        return false;
    }
}
