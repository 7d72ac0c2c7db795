package io.precinct.cases.search;

/** Patterns of SQL's LIKE. */
final class LikePattern {
    private LikePattern() {}

    /** What contains this text as it is. */
    static String containing(String text) {
        return "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }
}
