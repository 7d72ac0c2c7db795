package io.precinct.source.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param items in order
 * @param next key to ask for what follows, or null at the end
 * @param truncated why the list as a whole was cut by a limit ({@code match_limit}), or null
 * @param skipped files that were to be looked at and were not, each with the reason
 */
public record ResultPage<T>(
        List<T> items, @Nullable String next, @Nullable String truncated, List<Skipped> skipped) {
    public ResultPage(List<T> items, @Nullable String next, @Nullable String truncated, List<Skipped> skipped) {
        this.items = List.copyOf(items);
        this.next = next;
        this.truncated = truncated;
        this.skipped = List.copyOf(skipped);
    }

    /**
     * A file that was not looked at.
     *
     * @param reason {@code binary, too_large, lfs_pointer, symlink, submodule, timeout, crashed}
     */
    public record Skipped(String path, String reason) {}
}
