package io.precinct.boundary.format;

import io.precinct.api.format.Formatter;
import io.precinct.core.api.chain.Formatters;
import io.precinct.core.api.plugin.DeployedFormatter;
import io.precinct.core.api.plugin.Generation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formatters for {@code Accept} headers with one exact type, or none; the real negotiation is part of the core. */
record StandInFormatters(List<DeployedFormatter> all) implements Formatters {
    private static final Generation GENERATION = new Generation(1, 1, "test.formatters", "1.0.0", "test");

    static final StandInFormatters JSON_AND_HTML =
            new StandInFormatters(List.of(says("json", "application/json"), says("html", "text/html")));

    /** A formatter whose bytes describe what it was called to render. */
    static DeployedFormatter says(String name, String mediaType) {
        return deployed(
                name,
                mediaType,
                target -> new Formatter.Rendition(
                        mediaType + "; charset=utf-8", target.toString().getBytes(StandardCharsets.UTF_8)));
    }

    static DeployedFormatter deployed(String name, String mediaType, Formatter formatter) {
        return new DeployedFormatter(name, formatter, List.of(mediaType), 0, GENERATION);
    }

    @Override
    public List<String> mediaTypes() {
        return all.stream().flatMap(one -> one.mediaTypes().stream()).toList();
    }

    @Override
    public @Nullable Choice choose(@Nullable String accept, int status) {
        return all.stream()
                .filter(one -> accept == null || one.mediaTypes().contains(accept))
                .findFirst()
                .map(one -> new Choice(one, one.mediaTypes().getFirst()))
                .orElse(null);
    }

    @Override
    public @Nullable Choice fallback() {
        return choose("application/json", 500);
    }
}
