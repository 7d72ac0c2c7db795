package io.precinct.source.facts.index;

import io.precinct.source.api.SourceFault;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which of the paths of a commit are meant: a file, a folder or a pattern; all where none is given. Immutable.
 *
 * <p>A path that is there is meant as it is, even where it looks like a pattern.
 */
public final class PathSelection {
    private final @Nullable List<List<String>> pattern;
    private final int from;
    private final int to;

    private PathSelection(@Nullable List<List<String>> pattern, int from, int to) {
        this.pattern = pattern;
        this.from = from;
        this.to = to;
    }

    /**
     * The selection among paths sorted by {@link #compare}.
     *
     * @throws SourceFault 400 {@code path_escape} for what leads out of the repository
     */
    public static PathSelection of(@Nullable String path, List<String> paths) {
        String clean = clean(path);
        if (clean.isEmpty()) {
            return new PathSelection(null, 0, paths.size());
        }
        int file = at(paths, clean);
        if (file < paths.size() && paths.get(file).equals(clean)) {
            return new PathSelection(null, file, file + 1);
        }
        // '0' follows '/': the folder's files are all that begin with its name and a slash.
        int first = at(paths, clean + "/");
        int last = at(paths, clean + "0");
        if (first < last) {
            return new PathSelection(null, first, last);
        }
        if (!Glob.isPathPattern(clean)) {
            return new PathSelection(null, 0, 0);
        }
        return new PathSelection(Glob.alternatives(clean), 0, paths.size());
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
        for (String segment : clean.split("/", -1)) {
            if (segment.equals("..")) {
                throw escape(path);
            }
        }
        return clean.equals(".") ? "" : clean;
    }

    private static SourceFault escape(String path) {
        return SourceFault.of(
                400,
                "path_escape",
                "path must stay within the repository: relative, with / and without '..', got " + path);
    }

    /** Whether all of these paths are meant. */
    boolean isEverything(List<String> paths) {
        return pattern == null && from == 0 && to == paths.size();
    }

    /** First position that may be meant. */
    public int from() {
        return from;
    }

    /** Behind the last position that may be meant. */
    public int to() {
        return to;
    }

    /** Whether the path at a position between {@link #from} and {@link #to} is meant. */
    public boolean means(String path) {
        return pattern == null || Glob.matchesPath(pattern, path);
    }

    /** All positions that are meant among these paths. */
    public List<Integer> positions(List<String> paths) {
        return IntStream.range(from, to)
                .filter(i -> means(paths.get(i)))
                .boxed()
                .toList();
    }

    /** True where it is a single file that is there. */
    public boolean isFile(List<String> paths, @Nullable String path) {
        return pattern == null && to == from + 1 && paths.get(from).equals(clean(path));
    }

    /** The first position whose path is not before {@code path}. */
    public static int at(List<String> paths, String path) {
        int low = 0;
        int high = paths.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(paths.get(middle), path) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The order of git: of the bytes in UTF-8, which is that of code points. */
    public static int compare(String left, String right) {
        int common = Math.min(left.length(), right.length());
        for (int i = 0; i < common; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean pair = Character.isSurrogate(a);
                return pair == Character.isSurrogate(b) ? Character.compare(a, b) : pair ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
