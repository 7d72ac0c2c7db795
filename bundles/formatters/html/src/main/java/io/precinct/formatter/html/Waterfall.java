package io.precinct.formatter.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A trace as a waterfall: a row for each crossing, with a bar for when it ran.
 *
 * @param trace {@code traceparent, total_us, crossings[]}
 * @param crossings its crossings, in order
 * @param totalMicros the duration that the full width stands for, never less than the end of the last crossing
 */
public record Waterfall(Map<String, @Nullable Object> trace, List<?> crossings, double totalMicros) {
    /**
     * A crossing as it is drawn.
     *
     * @param status {@code ok}, {@code halted}, {@code skipped} or {@code error}
     * @param place its place in the chain, and its bundle
     * @param start when it began, in readable units
     * @param took how long it took, in readable units
     * @param x the beginning of its bar, in percent
     * @param width the width of its bar, in percent
     * @param reason reason of a halt or failure; empty for none
     * @param verified how many scenarios passed and failed; null if it compared none
     */
    public record Row(
            String boundary,
            String status,
            String place,
            String start,
            String took,
            String x,
            String width,
            String reason,
            List<String> reads,
            List<String> writes,
            @Nullable String verified) {
        /** Whether there is text below the bar. */
        public boolean hasKeys() {
            return !reads.isEmpty() || !writes.isEmpty() || verified != null;
        }
    }

    /** The smallest visible share of the width. */
    private static final double THINNEST = 0.5;

    /** The longest duration that is shown, thirty years: a trace may claim any number. */
    private static final double LONGEST_MICROS = 1e15;

    /** The waterfall of {@code value}, or null if that is no trace. */
    static @Nullable Waterfall of(@Nullable Object value) {
        Map<String, @Nullable Object> trace = LenientFields.map(value);
        if (trace == null || !LenientFields.mapsNamed(trace.get("crossings"), "boundary")) {
            return null;
        }
        List<?> crossings = LenientFields.list(trace, "crossings");
        double total = micros(trace, "total_us");
        for (Object crossing : crossings) {
            total = Math.max(total, end(LenientFields.map(crossing)));
        }
        return new Waterfall(trace, crossings, total);
    }

    private static double end(@Nullable Map<String, @Nullable Object> crossing) {
        return crossing == null ? 0 : start(crossing) + duration(crossing);
    }

    private static double start(Map<String, @Nullable Object> crossing) {
        return micros(crossing, "start_us");
    }

    private static double duration(Map<String, @Nullable Object> crossing) {
        return micros(crossing, "duration_us");
    }

    private static double micros(Map<String, @Nullable Object> map, String key) {
        double value = LenientFields.number(map, key);
        return value > 0 ? Math.min(value, LONGEST_MICROS) : 0;
    }

    /** The whole duration, in readable units. */
    public String total() {
        return time(totalMicros);
    }

    /** The durations at the quarters of the width. */
    public List<String> scale() {
        return IntStream.rangeClosed(0, 4)
                .mapToObj(quarter -> time(totalMicros * quarter / 4))
                .toList();
    }

    /** The trace of the client; empty for none. */
    public String traceparent() {
        return LenientFields.text(trace, "traceparent");
    }

    /** The rows, up to the first that is no crossing. */
    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Object element : crossings) {
            Map<String, @Nullable Object> crossing = LenientFields.map(element);
            if (crossing == null) {
                break;
            }
            rows.add(row(crossing));
        }
        return rows;
    }

    private Row row(Map<String, @Nullable Object> crossing) {
        double whole = Math.max(totalMicros, 1e-9);
        double width = Math.clamp(100 * duration(crossing) / whole, THINNEST, 100);
        double x = Math.clamp(100 * start(crossing) / whole, 0, 100 - width);
        Map<String, @Nullable Object> verify = LenientFields.map(crossing.get("verify"));
        return new Row(
                LenientFields.text(crossing, "boundary"),
                status(crossing),
                place(crossing),
                time(start(crossing)),
                time(duration(crossing)),
                percent(x),
                percent(width),
                LenientFields.text(crossing, "reason"),
                LenientFields.list(crossing, "reads").stream()
                        .map(String::valueOf)
                        .toList(),
                LenientFields.list(crossing, "writes").stream()
                        .map(String::valueOf)
                        .toList(),
                verify == null
                        ? null
                        : (long) LenientFields.number(verify, "passed") + " passed, "
                                + (long) LenientFields.number(verify, "failed") + " failed");
    }

    /** Slot, kind, and bundle with its version. */
    private static String place(Map<String, @Nullable Object> crossing) {
        String bundle =
                (LenientFields.text(crossing, "bundle") + " " + LenientFields.text(crossing, "version")).strip();
        return Stream.of(LenientFields.text(crossing, "slot"), LenientFields.text(crossing, "kind"), bundle)
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(" · "));
    }

    /** Only known words are returned, because they are used as class names. */
    private static String status(Map<String, @Nullable Object> crossing) {
        return switch (LenientFields.text(crossing, "status")) {
            case "halted" -> "halted";
            case "skipped" -> "skipped";
            case "error" -> "error";
            default -> "ok";
        };
    }

    /** A share in hundredths of a percent, which is fine enough for the widest screen. */
    private static String percent(double share) {
        long hundredths = Math.round(share * 100);
        return hundredths / 100 + "." + (hundredths % 100 < 10 ? "0" : "") + hundredths % 100 + "%";
    }

    /** Microseconds in readable units: 7.5 µs, 812 µs, 1.24 ms, 2.1 s. */
    private static String time(double micros) {
        return micros < 1000
                ? amount(micros) + " µs"
                : micros < 1_000_000 ? amount(micros / 1000) + " ms" : amount(micros / 1_000_000) + " s";
    }

    /** About three significant digits. */
    private static String amount(double value) {
        int factor = value < 10 ? 100 : value < 100 ? 10 : 1;
        double rounded = (double) Math.round(value * factor) / factor;
        return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
    }
}
