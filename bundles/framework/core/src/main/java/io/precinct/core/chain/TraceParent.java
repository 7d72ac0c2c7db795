package io.precinct.core.chain;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads or creates the {@code traceparent} of a request (W3C Trace Context, §3.2). */
final class TraceParent {
    private static final Pattern VALID = Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    private static final HexFormat HEX = HexFormat.of();

    private TraceParent() {}

    /** The value of the client's header if it is valid, else a new one. */
    static String of(@Nullable Object header) {
        if (header instanceof String text && VALID.matcher(text).matches()) {
            return text;
        }
        var random = ThreadLocalRandom.current();
        return "00-" + HEX.toHexDigits(random.nextLong() | 1) + HEX.toHexDigits(random.nextLong()) + "-"
                + HEX.toHexDigits(random.nextLong() | 1) + "-01";
    }
}
