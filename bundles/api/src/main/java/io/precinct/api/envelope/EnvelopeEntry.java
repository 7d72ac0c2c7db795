package io.precinct.api.envelope;

import io.precinct.api.data.Data;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record of the catalogue: one key of one stage.
 *
 * @param key the key
 * @param type the name of its type as it is served; part of the HTTP contract, whatever the Java type is called
 * @param stage the stage it belongs to
 * @param writtenBy what writes it, or null if nothing of the framework does
 * @param optional false if an envelope without it cannot be built
 * @param description one sentence for people
 */
public record EnvelopeEntry(
        String key, String type, Stage stage, @Nullable String writtenBy, boolean optional, String description) {
    /** The entry as it is served: {@code key, type, stage, written_by, optional, description}. */
    public Map<String, @Nullable Object> toData() {
        return Data.map(
                "key", key,
                "type", type,
                "stage", stage.wireName(),
                "written_by", writtenBy,
                "optional", optional,
                "description", description);
    }
}
