package io.precinct.source.pattern;

import io.precinct.source.api.SourceFault;
import java.util.ArrayList;
import java.util.List;

/**
 * Patterns with {@code *}. In paths, {@code *} and {@code ?} stay within a folder, {@code **} is any number of folders,
 * {@code {a,b}} either. Time is bounded by the product of the lengths, whatever the pattern.
 */
public final class Glob {
    private static final int MOST_ALTERNATIVES = 64;
    private static final int LONGEST = 4_096;

    private Glob() {}

    /** Whether a text matches {@code pattern}, in which {@code *} is any run of characters and all else is literal. */
    public static boolean matches(String pattern, String text) {
        return matches(pattern, text, false);
    }

    /** The common beginning of all texts that a pattern can match. */
    public static String prefix(String pattern) {
        int star = pattern.indexOf('*');
        return star < 0 ? pattern : pattern.substring(0, star);
    }

    /** Whether {@code path} is a pattern rather than the path of a file or folder. */
    public static boolean isPathPattern(String path) {
        return path.indexOf('*') >= 0 || path.indexOf('?') >= 0 || (path.indexOf('{') >= 0 && path.indexOf('}') >= 0);
    }

    /**
     * The alternatives of a pattern for paths, each split at {@code /}.
     *
     * @throws SourceFault 400 {@code bad_pattern} if it is too long, or has more alternatives than memory should hold
     */
    public static List<List<String>> alternatives(String pattern) {
        if (pattern.length() > LONGEST) {
            throw SourceFault.of(
                    400,
                    "bad_pattern",
                    "a pattern of paths has at most " + LONGEST + " characters, this one has " + pattern.length());
        }
        var expanded = new ArrayList<String>();
        expand(pattern, expanded);
        return expanded.stream().map(each -> List.of(each.split("/", -1))).toList();
    }

    private static void expand(String pattern, List<String> into) {
        int open = pattern.indexOf('{');
        int close = pattern.indexOf('}', open + 1);
        if (open < 0 || close < 0) {
            if (into.size() == MOST_ALTERNATIVES) {
                throw SourceFault.of(
                        400,
                        "bad_pattern",
                        "a pattern of paths stands for at most " + MOST_ALTERNATIVES + " alternatives in {a,b}");
            }
            into.add(pattern);
            return;
        }
        for (String choice : pattern.substring(open + 1, close).split(",", -1)) {
            expand(pattern.substring(0, open) + choice + pattern.substring(close + 1), into);
        }
    }

    /** Whether a path matches one of a pattern's alternatives. */
    public static boolean matchesPath(List<List<String>> alternatives, String path) {
        return matchesPath(alternatives, List.of(path.split("/", -1)));
    }

    /** The same for a path that is split already. */
    public static boolean matchesPath(List<List<String>> alternatives, List<String> segments) {
        return alternatives.stream().anyMatch(each -> matchesSegments(each, segments));
    }

    private static boolean matchesSegments(List<String> pattern, List<String> path) {
        int p = 0;
        int s = 0;
        int star = -1;
        int resume = 0;
        while (s < path.size()) {
            if (p < pattern.size() && pattern.get(p).equals("**")) {
                star = p++;
                resume = s;
            } else if (p < pattern.size() && matches(pattern.get(p), path.get(s), true)) {
                p++;
                s++;
            } else if (star >= 0) {
                p = star + 1;
                s = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.size() && pattern.get(p).equals("**")) {
            p++;
        }
        return p == pattern.size();
    }

    /** A later star never needs an earlier one to take more, so only the last one is retried. */
    private static boolean matches(String pattern, String text, boolean questionMarks) {
        int p = 0;
        int t = 0;
        int star = -1;
        int resume = 0;
        while (t < text.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = t;
            } else if (p < pattern.length()
                    && (pattern.charAt(p) == text.charAt(t) || (questionMarks && pattern.charAt(p) == '?'))) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
