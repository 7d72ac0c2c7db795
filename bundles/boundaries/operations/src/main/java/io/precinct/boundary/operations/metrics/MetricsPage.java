package io.precinct.boundary.operations.metrics;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.boundary.operations.Container;
import io.precinct.boundary.operations.Container.Registered;
import io.precinct.boundary.operations.ParallelCalls;
import io.precinct.boundary.operations.ParallelCalls.Answer;
import io.precinct.common.accept.AcceptHeader;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.metrics.MetricSource.Family;
import io.precinct.core.api.metrics.MetricSource.Sample;
import io.precinct.core.api.metrics.MetricSource.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code GET /metrics}: the metrics of all sources and of the process. Thread-safe. */
public final class MetricsPage {
    /** Media type of the Prometheus text format. */
    public static final String TEXT = "text/plain";
    /** Media type of OpenMetrics. */
    public static final String OPEN_METRICS = "application/openmetrics-text";

    private static final Logger LOG = LoggerFactory.getLogger(MetricsPage.class);

    /** How long the page waits for all sources together. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Container container;
    private final ParallelCalls<MetricSource, List<Family>> asking =
            new ParallelCalls<>("metric-source", MetricSource::collect, PATIENCE);

    /** Collects from this container. */
    public MetricsPage(Container container) {
        this.container = container;
    }

    /** The page; as OpenMetrics if the client names that format. */
    public Outcome page(Input input) {
        List<Family> families = families();
        Body body = asksForOpenMetrics(input.headers().optionalText("accept"))
                ? Body.text(OPEN_METRICS + "; version=1.0.0; charset=utf-8", MetricText.openMetrics(families))
                : Body.text(TEXT + "; version=0.0.4; charset=utf-8", MetricText.prometheus(families));
        return Reply.of(200, body).header("Vary", "Accept").header("Cache-Control", "no-store");
    }

    /** Merges families of the same name from several sources, because a page may contain each name only once. */
    private List<Family> families() {
        Map<String, Family> families = new LinkedHashMap<>();
        Map<String, Boolean> answered = new TreeMap<>();
        container.askAll(MetricSource.class, all -> {
            List<Answer<List<Family>>> answers = answers(all);
            for (int i = 0; i < answers.size(); i++) {
                String bundle = all.get(i).bundle();
                List<Family> some = figures(bundle, answers.get(i));
                if (some != null) {
                    some.forEach(family -> add(families, family));
                }
                answered.merge(bundle, some != null, Boolean::logicalAnd);
            }
            return answered;
        });
        add(families, up(answered));
        ProcessFigures.collect().forEach(family -> add(families, family));
        return List.copyOf(families.values());
    }

    private List<Answer<List<Family>>> answers(List<Registered<MetricSource>> sources) {
        try {
            return asking.ask(sources.stream().map(Registered::service).toList());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /** The families of a source; null, with a log entry, if it fails or does not answer. */
    private static @Nullable List<Family> figures(String bundle, Answer<List<Family>> answer) {
        try {
            return switch (answer) {
                case Answer.Given<List<Family>>(List<Family> families) -> List.copyOf(families);
                case Answer.Failed<List<Family>>(Throwable cause) -> leftOut(bundle, "they cannot be had", cause);
                case Answer.Awaited<List<Family>>(Duration since) ->
                    leftOut(bundle, "they have not come for " + since.toMillis() + " ms", null);
            };
        } catch (RuntimeException e) {
            return leftOut(bundle, "they are not what they should be", e);
        }
    }

    private static @Nullable List<Family> leftOut(String bundle, String why, @Nullable Throwable cause) {
        LOG.warn("the figures of bundle {} are left out: {}", bundle, why, cause);
        return null;
    }

    private static Family up(Map<String, Boolean> answered) {
        return new Family(
                "precinct_metric_source_up",
                Type.GAUGE,
                "1 for a bundle whose figures are on this page, 0 for one whose figures could not be had.",
                answered.entrySet().stream()
                        .<Sample>map(source ->
                                new Sample.Value(Map.of("bundle", source.getKey()), source.getValue() ? 1 : 0))
                        .toList());
    }

    private static void add(Map<String, Family> families, Family family) {
        if (!MetricText.writable(family)) {
            LOG.warn("the metric {} is left out: a name in it is not one that Prometheus can read", family.name());
            return;
        }
        families.merge(family.name(), family, MetricsPage::merged);
    }

    private static Family merged(Family first, Family second) {
        if (first.type() != second.type()) {
            LOG.warn("the metric {} is contributed as {} and as {}", first.name(), first.type(), second.type());
            return first;
        }
        List<Sample> samples = new ArrayList<>(first.samples());
        samples.addAll(second.samples());
        return new Family(first.name(), first.type(), first.help(), samples);
    }

    /** Whether the client names OpenMetrics, as scrapers that read it do. A wildcard does not count. */
    static boolean asksForOpenMetrics(@Nullable String accept) {
        if (accept == null) {
            return false;
        }
        AcceptHeader header = AcceptHeader.of(accept);
        double open = header.qualityByName(OPEN_METRICS);
        return open > 0 && open >= header.qualityByName(TEXT);
    }
}
