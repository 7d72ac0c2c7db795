package io.precinct.source.git;

import io.precinct.source.api.SourceFault;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The point at which a walk over commits continues, as clients carry it in a cursor.
 *
 * @param last the last commit that was passed
 * @param earliest the earliest time of those passed, in seconds since the epoch
 * @param pending the commits that come next; empty if there are too many to carry
 * @param path the file that the commits change, by its name from here on, or null
 */
record CommitKey(
        ObjectId last,
        int earliest,
        List<ObjectId> pending,
        @Nullable String path) {
    private static final int MOST_CARRIED = 64;
    private static final Pattern TEXT = Pattern.compile(
            "([0-9a-f]{40}) (-?[0-9]{1,10}) ((?:[0-9a-f]{40}(?:,[0-9a-f]{40})*)?) ?(.*)", Pattern.DOTALL);

    String text() {
        String next = pending.size() > MOST_CARRIED
                ? ""
                : pending.stream().map(ObjectId::name).collect(Collectors.joining(","));
        return last.name() + " " + earliest + " " + next + (path == null ? "" : " " + path);
    }

    /**
     * Reads a cursor that a client sent back.
     *
     * @throws SourceFault 400 {@code bad_cursor}
     */
    static CommitKey read(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw bad();
        }
        try {
            List<ObjectId> pending = parts.group(3).isEmpty()
                    ? List.of()
                    : Arrays.stream(parts.group(3).split(","))
                            .map(ObjectId::fromString)
                            .toList();
            return new CommitKey(
                    ObjectId.fromString(parts.group(1)),
                    Integer.parseInt(parts.group(2)),
                    pending,
                    parts.group(4).isEmpty() ? null : parts.group(4));
        } catch (NumberFormatException e) {
            throw bad();
        }
    }

    static SourceFault bad() {
        return SourceFault.of(400, "bad_cursor", "the cursor is none of this list");
    }
}
