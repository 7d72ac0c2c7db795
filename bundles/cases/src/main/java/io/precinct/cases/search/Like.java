package io.precinct.cases.search;

/** Patterns of SQL's LIKE. */
final class Like {
    private Like() {}

    /** What contains this text as it is. */
    static String containing(String text) {
        return "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }
}
