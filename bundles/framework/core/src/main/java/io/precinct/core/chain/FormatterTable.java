package io.precinct.core.chain;

import io.precinct.common.accept.AcceptHeader;
import io.precinct.core.api.chain.Formatters;
import io.precinct.core.api.plugin.DeployedFormatter;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The formatters of a snapshot. Chooses one by {@code Accept} and caches a bounded number of choices. Thread-safe. */
final class FormatterTable implements Formatters {
    private static final String PROBLEM = "application/problem+json";
    private static final int MOST_KEPT = 256;

    private final List<DeployedFormatter> formatters;
    private final List<Choice> choices;
    private final @Nullable Choice first;
    private final Map<String, Optional<Choice>> kept = new ConcurrentHashMap<>();
    private final Map<String, Optional<Choice>> keptForErrors = new ConcurrentHashMap<>();

    FormatterTable(Collection<DeployedFormatter> deployed) {
        formatters = deployed.stream()
                .sorted(Comparator.comparingInt(DeployedFormatter::order).thenComparing(DeployedFormatter::name))
                .toList();
        choices = formatters.stream()
                .flatMap(f -> f.mediaTypes().stream().map(type -> new Choice(f, type)))
                .toList();
        first = choices.stream()
                .filter(c -> !c.mediaType().equals(PROBLEM))
                .findFirst()
                .orElse(null);
    }

    @Override
    public List<DeployedFormatter> all() {
        return formatters;
    }

    @Override
    public List<String> mediaTypes() {
        return choices.stream()
                .map(Choice::mediaType)
                .filter(type -> !type.equals(PROBLEM))
                .distinct()
                .toList();
    }

    @Override
    public @Nullable Choice choose(@Nullable String accept, int status) {
        if (accept == null || accept.isBlank() || accept.equals("*/*")) {
            return first;
        }
        Map<String, Optional<Choice>> known = status >= 400 ? keptForErrors : kept;
        Optional<Choice> choice = known.get(accept);
        if (choice == null) {
            choice = Optional.ofNullable(chosen(accept, status >= 400));
            if (known.size() < MOST_KEPT && accept.length() < MOST_KEPT) {
                known.put(accept, choice);
            }
        }
        return choice.orElse(null);
    }

    // @req:format-by-accept
    private @Nullable Choice chosen(String accept, boolean error) {
        AcceptHeader header = AcceptHeader.of(accept);
        Choice best = null;
        double bestQuality = 0;
        for (Choice choice : choices) {
            boolean problem = choice.mediaType().equals(PROBLEM);
            double quality = problem && !error ? 0 : header.quality(choice.mediaType());
            if (quality > bestQuality) {
                best = choice;
                bestQuality = quality;
            }
        }
        return best;
    }

    @Override
    public @Nullable Choice fallback() {
        return choices.stream()
                .filter(c -> c.mediaType().equals("application/json"))
                .findFirst()
                .orElse(null);
    }
}
