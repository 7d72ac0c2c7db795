package io.precinct.source.endpoints.traces;

import java.util.Comparator;

/**
 * Orders texts as people do: runs of digits by their value, everything else by character, so that A-2 comes before A-10.
 * Consistent with equals: texts that differ in leading zeros alone are ordered by character.
 */
enum NaturalOrder implements Comparator<String> {
    /** The only instance. */
    INSTANCE;

    @Override
    public int compare(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            int endA = digits(a, i);
            int endB = digits(b, j);
            int order = endA > i && endB > j
                    ? byValue(a.substring(i, endA), b.substring(j, endB))
                    : Character.compare(a.charAt(i), b.charAt(j));
            if (order != 0) {
                return order;
            }
            i = Math.max(endA, i + 1);
            j = Math.max(endB, j + 1);
        }
        int order = Integer.compare(a.length() - i, b.length() - j);
        return order == 0 ? a.compareTo(b) : order;
    }

    /** The end of the run of ASCII digits that begins at {@code from}. */
    private static int digits(String text, int from) {
        int to = from;
        while (to < text.length() && text.charAt(to) >= '0' && text.charAt(to) <= '9') {
            to++;
        }
        return to;
    }

    private static int byValue(String a, String b) {
        String x = withoutZeros(a);
        String y = withoutZeros(b);
        return x.length() == y.length() ? x.compareTo(y) : Integer.compare(x.length(), y.length());
    }

    private static String withoutZeros(String digits) {
        int from = 0;
        while (from < digits.length() - 1 && digits.charAt(from) == '0') {
            from++;
        }
        return digits.substring(from);
    }
}
