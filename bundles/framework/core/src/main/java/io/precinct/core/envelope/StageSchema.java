package io.precinct.core.envelope;

import io.precinct.api.envelope.EnvelopeEntry;
import io.precinct.api.envelope.SchemaError;
import io.precinct.api.envelope.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The declared keys of one stage, each with its place in an envelope's array of values. */
final class StageSchema {
    /** Marks a key that was not set; null is a value. */
    static final Object UNSET = new Object();

    final Stage stage;
    final List<EnvelopeEntry> entries;
    final List<String> keys;
    private final Map<String, Integer> positions = new HashMap<>();

    StageSchema(Stage stage, List<EnvelopeEntry> entries) {
        this.stage = stage;
        this.entries = List.copyOf(entries);
        this.keys = entries.stream().map(EnvelopeEntry::key).toList();
        for (int i = 0; i < keys.size(); i++) {
            positions.put(keys.get(i), i);
        }
    }

    /** The position of a key, or -1 if it is not declared. */
    int position(String key) {
        return positions.getOrDefault(key, -1);
    }

    /** The position of a key that must be declared. */
    int declared(String key) {
        int position = position(key);
        if (position < 0) {
            throw new SchemaError(
                    stage,
                    "the " + stage.wireName() + " envelope declares no key \"" + key + "\"; it has "
                            + String.join(", ", keys));
        }
        return position;
    }

    /** Refuses values in which a required key was not set. */
    // @req:envelope-required
    void requireComplete(@Nullable Object[] values) {
        List<String> missing = null;
        for (int i = 0; i < values.length; i++) {
            if (values[i] == UNSET && !entries.get(i).optional()) {
                missing = missing == null ? new ArrayList<>() : missing;
                missing.add(keys.get(i));
            }
        }
        if (missing != null) {
            throw new SchemaError(
                    stage, "the " + stage.wireName() + " envelope misses required keys: " + String.join(", ", missing));
        }
    }
}
