package io.precinct.source.git;

import io.precinct.source.api.SourceFault;
import java.text.Normalizer;
import java.util.Locale;

/** The paths that clients may ask for. */
public final class PathRules {
    private PathRules() {}

    /**
     * Checks a path below the root of a repository; the empty one is the root.
     *
     * @throws SourceFault 400 {@code path_escape}
     */
    // @req:source-path-escape
    public static void check(String path) {
        if (path.isEmpty()) {
            return;
        }
        if (path.startsWith("/")) {
            throw escape("begins with '/'");
        }
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == 0) {
                throw escape("has a NUL in it");
            }
        }
        for (String segment : path.split("/", -1)) {
            if (segment.isEmpty()) {
                throw escape("has an empty segment");
            }
            checkSteps(segment);
        }
    }

    /** Git treats a backslash as a letter. Some programs that write a file under its path treat it as a separator. */
    private static void checkSteps(String name) {
        for (String segment : name.split("\\\\", -1)) {
            if (segment.equals(".") || segment.equals("..")) {
                throw escape("has a segment '" + segment + "'");
            }
            if (isGit(segment)) {
                throw escape("has a segment that some file systems take for .git");
            }
        }
    }

    private static SourceFault escape(String why) {
        return SourceFault.of(
                400, "path_escape", "a path begins at the root of its repository and stays below it; this one " + why);
    }

    /** Any spelling that a file system would open as {@code .git}: case, ignored and full-width characters, endings. */
    private static boolean isGit(String segment) {
        if (segment.chars().allMatch(c -> c >= ' ' && c <= '~')
                && !segment.regionMatches(true, 0, ".git", 0, 4)
                && !segment.regionMatches(true, 0, "git~1", 0, 5)) {
            return false;
        }
        var seen = new StringBuilder();
        String folded = Normalizer.normalize(segment, Normalizer.Form.NFKC);
        folded.codePoints()
                .filter(c -> Character.getType(c) != Character.FORMAT && !Character.isISOControl(c))
                .forEach(seen::appendCodePoint);
        String name = seen.toString().toLowerCase(Locale.ROOT);
        int stream = name.indexOf(':');
        if (stream >= 0) {
            name = name.substring(0, stream);
        }
        name = name.replaceAll("[. ]+$", "");
        return name.equals(".git") || name.equals("git~1");
    }

    /** Orders paths as git orders files: by the bytes of their UTF-8. */
    public static int compare(String a, String b) {
        int most = Math.min(a.length(), b.length());
        for (int i = 0; i < most; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                // Only characters outside the basic plane are ordered differently in UTF-16.
                boolean surrogates = Character.isSurrogate(x) != Character.isSurrogate(y);
                return surrogates ? (Character.isSurrogate(x) ? 1 : -1) : Character.compare(x, y);
            }
        }
        return Integer.compare(a.length(), b.length());
    }
}
