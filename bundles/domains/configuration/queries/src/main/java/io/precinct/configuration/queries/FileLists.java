package io.precinct.configuration.queries;

import io.precinct.common.cache.WeightedLru;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.View;
import org.jspecify.annotations.Nullable;

/** The files that match paths and patterns at a commit, cached as far as there is room. Thread-safe. */
final class FileLists {
    private static final int AT_ONCE = 1_000;

    /** Capacity in bytes. */
    private static final long CAPACITY = 8L << 20;

    private static final int WEIGHT = 400;

    private final WeightedLru<Key, ResultPage<FileEntry>> kept =
            new WeightedLru<>(CAPACITY, page -> WEIGHT * (1L + page.items().size()));

    /** The files of a commit never change; their description depends on limits and languages. */
    private record Key(
            String repository,
            String commit,
            long generation,
            int decoding,
            String path,
            @Nullable String after) {}

    /** Some of the files below a path, or of those that match a pattern, behind the one at {@code after}. */
    ResultPage<FileEntry> page(View view, String path, @Nullable String after) {
        if (view.confidential()) {
            return list(view, path, after);
        }
        var key = new Key(view.repository(), view.commit(), view.generation(), view.decoding(), path, after);
        return kept.get(key, () -> list(view, path, after));
    }

    private static ResultPage<FileEntry> list(View view, String path, @Nullable String after) {
        return view.list(path, true, new PageRequest(AT_ONCE, after, 0, PositionEncoding.UTF_8));
    }
}
