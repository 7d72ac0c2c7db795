package io.precinct.formatter.html;

import io.precinct.common.html.HtmlBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A trace as a waterfall: a row for each crossing, with a bar for when it ran.
 *
 * @param trace {@code traceparent, total_us, crossings[]}
 * @param crossings its crossings, in order
 * @param totalMicros the duration that the full width stands for, never less than the end of the last crossing
 */
record Waterfall(Map<String, @Nullable Object> trace, List<?> crossings, double totalMicros) {
    /** The smallest visible share of the width. */
    private static final double THINNEST = 0.5;

    /** Thirty years; a trace may claim any number. */
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

    /** The summary for the top of the page. */
    void summary(HtmlBuilder page) {
        page.tag("<li><a class=\"pill\" href=\"#trace\">")
                .tag(time(totalMicros))
                .tag("</a></li>");
    }

    /** Writes the section. */
    void write(HtmlBuilder page) {
        page.tag("<section class=\"card\" id=\"trace\"><h2>Trace <span class=\"count\">")
                .number(crossings.size());
        page.tag("</span></h2><table class=\"trace\"><thead><tr><th scope=\"col\">Crossing</th>");
        page.tag(
                "<th scope=\"col\"><span class=\"unseen\">Time line</span><span class=\"scale\" aria-hidden=\"true\">");
        for (int quarter = 0; quarter <= 4; quarter++) {
            page.tag("<span>").tag(time(totalMicros * quarter / 4)).tag("</span>");
        }
        page.tag("</span></th><th scope=\"col\" class=\"right\">Took</th></tr></thead><tbody>");
        for (Object element : crossings) {
            Map<String, @Nullable Object> crossing = LenientFields.map(element);
            if (crossing == null || page.full()) {
                break;
            }
            row(page, crossing);
        }
        page.tag("</tbody></table>");
        String traceparent = LenientFields.text(trace, "traceparent");
        if (!traceparent.isEmpty()) {
            page.tag("<p class=\"fine\">traceparent <code>").text(traceparent).tag("</code></p>");
        }
        page.tag("</section>");
    }

    private void row(HtmlBuilder page, Map<String, @Nullable Object> crossing) {
        String status = status(crossing);
        page.tag("<tr><th scope=\"row\">").text(LenientFields.text(crossing, "boundary"));
        if (!status.equals("ok")) {
            page.tag(" <span class=\"pill ").tag(status).tag("\">").tag(status).tag("</span>");
        }
        page.tag(" <span class=\"fine\">");
        words(page, crossing, "slot", "kind", "bundle", "version");
        page.tag("</span></th><td>");
        bar(page, crossing, status);
        String reason = LenientFields.text(crossing, "reason");
        if (!reason.isEmpty()) {
            page.tag("<p class=\"fine\">").text(reason).tag("</p>");
        }
        keys(page, crossing);
        page.tag("</td><td class=\"right\">").tag(time(duration(crossing))).tag("</td></tr>");
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

    private static void words(HtmlBuilder page, Map<String, @Nullable Object> crossing, String... keys) {
        String before = "";
        for (String key : keys) {
            String word = LenientFields.text(crossing, key);
            if (!word.isEmpty()) {
                page.tag(before).text(word);
                before = key.equals("bundle") ? " " : " · ";
            }
        }
    }

    private void bar(HtmlBuilder page, Map<String, @Nullable Object> crossing, String status) {
        double whole = Math.max(totalMicros, 1e-9);
        double width = Math.clamp(100 * duration(crossing) / whole, THINNEST, 100);
        double x = Math.clamp(100 * start(crossing) / whole, 0, 100 - width);
        page.tag("<svg class=\"bar\" role=\"img\" aria-label=\"from ").tag(time(start(crossing)));
        page.tag(", for ")
                .tag(time(duration(crossing)))
                .tag("\"><rect class=\"")
                .tag(status);
        page.tag("\" x=\"").tag(percent(x)).tag("\" y=\"3\" width=\"").tag(percent(width));
        page.tag("\" height=\"12\" rx=\"2\"/></svg>");
    }

    private static void keys(HtmlBuilder page, Map<String, @Nullable Object> crossing) {
        List<?> reads = LenientFields.list(crossing, "reads");
        List<?> writes = LenientFields.list(crossing, "writes");
        Map<String, @Nullable Object> verify = LenientFields.map(crossing.get("verify"));
        if (reads.isEmpty() && writes.isEmpty() && verify == null) {
            return;
        }
        page.tag("<p class=\"fine keys\">");
        keys(page, "reads", reads);
        keys(page, "writes", writes);
        if (verify != null) {
            page.tag(" <span>")
                    .number((long) LenientFields.number(verify, "passed"))
                    .tag(" passed, ");
            page.number((long) LenientFields.number(verify, "failed")).tag(" failed</span>");
        }
        page.tag("</p>");
    }

    private static void keys(HtmlBuilder page, String what, List<?> keys) {
        if (keys.isEmpty()) {
            return;
        }
        page.tag(" <span>").tag(what);
        for (Object key : keys) {
            if (page.full()) {
                break;
            }
            page.tag(" <code>").text(String.valueOf(key)).tag("</code>");
        }
        page.tag("</span>");
    }

    /** Hundredths of a percent: a hair on the widest screen. */
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
