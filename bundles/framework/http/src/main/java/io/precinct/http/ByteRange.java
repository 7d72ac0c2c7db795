package io.precinct.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * The part of a representation that a request asks for (RFC 9110 §14). One range of bytes is served; several ranges,
 * other units and invalid ranges are ignored, as the standard allows, and the whole is sent.
 */
sealed interface ByteRange {
    /** All of it. */
    record Whole() implements ByteRange {
        static final Whole VALUE = new Whole();
    }

    /**
     * A part of it.
     *
     * @param first of its bytes, from 0
     * @param last of its bytes, included
     * @param total bytes of the whole
     */
    record Part(long first, long last, long total) implements ByteRange {
        long length() {
            return last - first + 1;
        }

        /** Value of {@code Content-Range}. */
        String describe() {
            return "bytes " + first + "-" + last + "/" + total;
        }
    }

    /**
     * Bytes that it does not have.
     *
     * @param total bytes of the whole
     */
    record Unsatisfiable(long total) implements ByteRange {
        /** Value of {@code Content-Range}. */
        String describe() {
            return "bytes */" + total;
        }
    }

    /** One range. */
    Pattern ONE = Pattern.compile("(?i)bytes=[ \\t]*([0-9]{0,40})-([0-9]{0,40})[ \\t]*");

    /**
     * The part that a GET asks for.
     *
     * @param answer headers of the answer, with the validators for {@code If-Range}
     * @param total bytes of the whole
     */
    static ByteRange of(HttpFields request, HttpFields answer, long total) {
        String range = request.get(HttpHeader.RANGE);
        Matcher one = range == null ? null : ONE.matcher(range);
        if (one == null || !one.matches() || !stillTheSame(request.get(HttpHeader.IF_RANGE), answer)) {
            return Whole.VALUE;
        }
        if (one.group(1).isEmpty()) {
            return suffix(one.group(2), total);
        }
        long first = bound(one.group(1));
        long last = one.group(2).isEmpty() ? Long.MAX_VALUE : bound(one.group(2));
        if (last < first) {
            return Whole.VALUE;
        }
        return first >= total ? new Unsatisfiable(total) : new Part(first, Math.min(last, total - 1), total);
    }

    private static ByteRange suffix(String digits, long total) {
        if (digits.isEmpty()) {
            return Whole.VALUE;
        }
        long length = bound(digits);
        if (length == 0) {
            return new Unsatisfiable(total);
        }
        return total == 0 ? Whole.VALUE : new Part(Math.max(0, total - length), total - 1, total);
    }

    private static long bound(String digits) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        return significant.length() > 18 ? Long.MAX_VALUE : Long.parseLong(significant);
    }

    /**
     * Whether the client's version is still the same: only then it may get a part; only strong validators prove it (RFC
     * 9110 §13.1.5).
     */
    private static boolean stillTheSame(@Nullable String condition, HttpFields answer) {
        if (condition == null) {
            return true;
        }
        if (condition.startsWith("\"")) {
            return condition.equals(answer.get(HttpHeader.ETAG));
        }
        Instant asked = instant(condition);
        Instant modified = instant(answer.get(HttpHeader.LAST_MODIFIED));
        Instant sent = instant(answer.get(HttpHeader.DATE));
        // Within the second in which it was sent, there may have been two versions of it.
        return asked != null
                && asked.equals(modified)
                && asked.isBefore((sent == null ? Instant.now() : sent).minusSeconds(1));
    }

    private static @Nullable Instant instant(@Nullable String date) {
        try {
            return date == null
                    ? null
                    : ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant();
        } catch (DateTimeException notADate) {
            return null;
        }
    }
}
