package io.precinct.graph.checklists;

/** Text that any reader takes for one line. */
final class OneLine {
    private OneLine() {}

    /** True if no character ends a line or controls a device; a tab is allowed. */
    static boolean is(String text) {
        return text.chars().allMatch(c -> c == '\t' || !Character.isISOControl(c) && c != '\u2028' && c != '\u2029');
    }
}
