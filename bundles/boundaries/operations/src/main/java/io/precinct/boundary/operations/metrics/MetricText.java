package io.precinct.boundary.operations.metrics;

import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.metrics.MetricSource.Family;
import io.precinct.core.api.metrics.MetricSource.Sample;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes families in the Prometheus text format 0.0.4 or as OpenMetrics 1.0, which differ in the names of counters, in
 * escaping and in how the text ends.
 */
final class MetricText {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
    private static final String TOTAL = "_total";

    private final boolean openMetrics;
    private final StringBuilder text = new StringBuilder(8192);

    private MetricText(boolean openMetrics) {
        this.openMetrics = openMetrics;
    }

    static String prometheus(List<Family> families) {
        return new MetricText(false).write(families);
    }

    static String openMetrics(List<Family> families) {
        return new MetricText(true).write(families);
    }

    /**
     * Whether all names of a family are valid in both formats; one invalid name would make the whole page unreadable.
     */
    static boolean writable(Family family) {
        return NAME.matcher(family.name()).matches()
                && family.samples().stream()
                        .allMatch(sample -> sample.labels().keySet().stream()
                                .allMatch(label -> LABEL.matcher(label).matches()));
    }

    private String write(List<Family> families) {
        families.forEach(this::family);
        if (openMetrics) {
            text.append("# EOF\n");
        }
        return text.toString();
    }

    private void family(Family family) {
        String plain = family.name().endsWith(TOTAL)
                ? family.name().substring(0, family.name().length() - TOTAL.length())
                : family.name();
        boolean counter = family.type() == MetricSource.Type.COUNTER;
        String sampled = counter ? plain + TOTAL : family.name();
        String described = counter && openMetrics ? plain : sampled;
        text.append("# HELP ")
                .append(described)
                .append(' ')
                .append(escaped(family.help(), openMetrics))
                .append('\n');
        text.append("# TYPE ")
                .append(described)
                .append(' ')
                .append(family.type().name().toLowerCase(Locale.ROOT))
                .append('\n');
        for (Sample sample : family.samples()) {
            switch (sample) {
                case Sample.Value value -> line(sampled, value.labels(), null, number(value.value()));
                case Sample.Histogram histogram -> histogram(sampled, histogram);
            }
        }
    }

    private void histogram(String name, Sample.Histogram histogram) {
        long below = 0;
        for (int i = 0; i < histogram.counts().length; i++) {
            below += histogram.counts()[i];
            boolean last = i == histogram.bounds().length;
            line(
                    name + "_bucket",
                    histogram.labels(),
                    last ? "+Inf" : Double.toString(histogram.bounds()[i]),
                    Long.toString(below));
        }
        line(name + "_sum", histogram.labels(), null, number(histogram.sum()));
        line(name + "_count", histogram.labels(), null, Long.toString(below));
    }

    private void line(String name, Map<String, String> labels, @Nullable String bound, String value) {
        text.append(name);
        if (!labels.isEmpty() || bound != null) {
            text.append('{');
            labels.forEach(this::label);
            if (bound != null) {
                label("le", bound);
            }
            text.setCharAt(text.length() - 1, '}');
        }
        text.append(' ').append(value).append('\n');
    }

    private void label(String key, String value) {
        text.append(key).append("=\"").append(escaped(value, true)).append("\",");
    }

    private static String escaped(String value, boolean quotes) {
        String escaped = value.replace("\\", "\\\\").replace("\n", "\\n");
        return quotes ? escaped.replace("\"", "\\\"") : escaped;
    }

    private static String number(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        return value == Math.rint(value) && Math.abs(value) < 1L << 53
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
