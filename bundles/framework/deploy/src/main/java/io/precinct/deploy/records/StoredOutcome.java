package io.precinct.deploy.records;

import io.precinct.core.api.deploy.Deployments.Operator;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.plugin.Replacement;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Outcomes as plain data, to be kept on disk. */
final class StoredOutcome {
    private StoredOutcome() {}

    static Map<String, @Nullable Object> of(Outcome outcome) {
        var data = new LinkedHashMap<String, @Nullable Object>(outcome.toData());
        data.put("sha256", outcome.sha256()); // on disk a missing hash is null
        return data;
    }

    /**
     * The outcome that was written.
     *
     * @throws IOException if a member is missing or of another type
     */
    static Outcome read(Map<?, ?> data) throws IOException {
        try {
            return new Outcome(
                    Result.valueOf(StoredFile.text(data, "result").toUpperCase(Locale.ROOT)),
                    (String) data.get("bundle"),
                    (String) data.get("version"),
                    StoredFile.text(data, "sha256"),
                    StoredFile.text(data, "file"),
                    (String) data.get("replaced"),
                    texts(data, "reasons"),
                    Instant.parse(StoredFile.text(data, "at")),
                    data.get("millis") instanceof Number millis ? millis.longValue() : 0,
                    replaces(data),
                    texts(data, "notes"),
                    by(data));
        } catch (IllegalArgumentException | ClassCastException | DateTimeParseException e) {
            throw new IOException("not the record of an outcome: " + e.getMessage(), e);
        }
    }

    private static List<String> texts(Map<?, ?> data, String key) {
        return data.get(key) instanceof List<?> texts
                ? texts.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** The operator; null in outcomes that an older version wrote. */
    private static @Nullable Operator by(Map<?, ?> data) {
        return data.get("by") instanceof String name ? new Operator(name, (String) data.get("from")) : null;
    }

    /** The replacements; none in outcomes that an older version wrote. */
    private static List<Replacement> replaces(Map<?, ?> data) throws IOException {
        List<Replacement> replaces = new ArrayList<>();
        if (data.get("replaces") instanceof List<?> list) {
            for (Object one : list) {
                Map<?, ?> taken = (Map<?, ?>) one;
                replaces.add(new Replacement(
                        StoredFile.text(taken, "name"),
                        StoredFile.text(taken, "owner"),
                        StoredFile.text(taken, "version")));
            }
        }
        return replaces;
    }
}
