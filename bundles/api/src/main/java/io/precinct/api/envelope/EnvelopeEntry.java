package io.precinct.api.envelope;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record of the catalogue: one key of one stage.
 *
 * @param key the key
 * @param type the name of its type in answers; part of the HTTP contract, whatever the Java type is called
 * @param stage the stage it belongs to
 * @param writtenBy its writer, or null if the framework does not write it
 * @param optional false if an envelope without it cannot be built
 * @param description one sentence for people
 */
public record EnvelopeEntry(
        String key, String type, Stage stage, @Nullable String writtenBy, boolean optional, String description) {
    /**
     * The form in which it is served.
     *
     * @since 1.1
     */
    public static final View<EnvelopeEntry> VIEW = View.<EnvelopeEntry>object()
            .with("key", Schema.text(), EnvelopeEntry::key)
            .with("type", Schema.text(), EnvelopeEntry::type)
            .with("stage", Schema.oneOf(Stage.names()), entry -> entry.stage.wireName())
            .with("written_by", Schema.text().orNull(), EnvelopeEntry::writtenBy)
            .with("optional", Schema.truth(), EnvelopeEntry::optional)
            .with("description", Schema.text(), EnvelopeEntry::description)
            .open()
            .named("EnvelopeEntry");

    /** The data form of {@link #VIEW}. */
    public Map<String, @Nullable Object> toData() {
        return VIEW.toData(this);
    }
}
