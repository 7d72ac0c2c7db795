package io.precinct.source.facts.index;

import io.precinct.source.api.SourceFault;
import io.precinct.source.git.PathRules;
import io.precinct.source.pattern.Glob;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A selection of a commit's paths: a file, a folder or a pattern; all if none is given. Immutable.
 *
 * <p>An existing path is taken literally, even if it looks like a pattern.
 */
public final class PathSelection {
    private final @Nullable List<List<String>> pattern;
    private final int from;
    private final int to;
    private final boolean narrow;

    private PathSelection(@Nullable List<List<String>> pattern, int from, int to, boolean narrow) {
        this.pattern = pattern;
        this.from = from;
        this.to = to;
        this.narrow = narrow;
    }

    /**
     * The selection among paths sorted by {@link PathRules#compare}.
     *
     * @throws SourceFault 400 {@code path_escape} for what leads out of the repository
     */
    public static PathSelection of(@Nullable String path, List<String> paths) {
        String clean = clean(path);
        if (clean.isEmpty()) {
            return new PathSelection(null, 0, paths.size(), false);
        }
        int file = at(paths, clean);
        if (file < paths.size() && paths.get(file).equals(clean)) {
            return new PathSelection(null, file, file + 1, true);
        }
        // '0' follows '/': the folder's files are all that begin with its name and a slash.
        int first = at(paths, clean + "/");
        int last = at(paths, clean + "0");
        if (first < last) {
            return new PathSelection(null, first, last, false);
        }
        if (!Glob.isPathPattern(clean)) {
            return new PathSelection(null, 0, 0, false);
        }
        return new PathSelection(Glob.alternatives(clean), 0, paths.size(), true);
    }

    /**
     * Whether a path is that of a file or folder, or a pattern that one of these paths matches. The root always exists.
     *
     * @throws SourceFault as {@link #of}
     */
    public static boolean exists(String path, List<String> paths) {
        PathSelection selection = of(path, paths);
        return clean(path).isEmpty()
                || IntStream.range(selection.from, selection.to).anyMatch(i -> selection.means(paths.get(i)));
    }

    private static String clean(@Nullable String path) {
        if (path == null) {
            return "";
        }
        if (path.startsWith("/") || path.indexOf('\0') >= 0) {
            throw escape(path);
        }
        String clean = path.startsWith("./") ? path.substring(2) : path;
        while (clean.endsWith("/")) {
            clean = clean.substring(0, clean.length() - 1);
        }
        if (List.of(clean.split("/", -1)).contains("..")) {
            throw escape(path);
        }
        return clean.equals(".") ? "" : clean;
    }

    private static SourceFault escape(String path) {
        return SourceFault.of(
                400,
                "path_escape",
                "path must stay within the repository: relative, with / and without '..', got " + path);
    }

    /** Whether all of these paths are selected. */
    boolean isEverything(List<String> paths) {
        return pattern == null && from == 0 && to == paths.size();
    }

    /** Whether it is a single file or a pattern, not a folder or everything. */
    boolean isNarrow() {
        return narrow;
    }

    /** The first position that may be selected. */
    public int from() {
        return from;
    }

    /** Behind the last position that may be selected. */
    public int to() {
        return to;
    }

    /** Whether the path at a position between {@link #from} and {@link #to} is selected. */
    public boolean means(String path) {
        return pattern == null || Glob.matchesPath(pattern, path);
    }

    /** All selected positions among these paths. */
    public List<Integer> positions(List<String> paths) {
        return IntStream.range(from, to)
                .filter(i -> means(paths.get(i)))
                .boxed()
                .toList();
    }

    /** True if it is a single file that exists. */
    public boolean isFile(List<String> paths, @Nullable String path) {
        return pattern == null && to == from + 1 && paths.get(from).equals(clean(path));
    }

    /** The first position whose path is not before {@code path}. */
    public static int at(List<String> paths, String path) {
        int found = Collections.binarySearch(paths, path, PathRules::compare);
        return found < 0 ? -found - 1 : found;
    }
}
