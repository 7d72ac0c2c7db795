package io.precinct.api.envelope;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** The declared keys of every stage. Immutable: a catalogue reflects what was deployed at one moment. */
@ProviderType
public interface EnvelopeCatalogue {
    /** The entries of a stage, in order. */
    List<EnvelopeEntry> schema(Stage stage);

    /** The names of the keys of a stage, in order. */
    List<String> keys(Stage stage);

    /** The keys that must be set, in order. */
    List<String> required(Stage stage);

    /** The keys of all stages: those that bypass a boundary's input shape. */
    Set<String> frameworkKeys();

    /** One entry, or null if the stage does not declare the key. */
    @Nullable
    EnvelopeEntry entry(Stage stage, String key);

    /** All stages as plain data: {@code {request: [...], boot: [...], scenario: [...]}}. */
    Map<String, @Nullable Object> toMap();

    /**
     * Builds an envelope of a stage.
     *
     * @param block sets the keys
     * @throws SchemaError if the block sets a key that the stage does not declare, or leaves a required key unset;
     *     the latter names all of them
     */
    Envelope build(Stage stage, Consumer<Builder> block);

    /** Takes the keys of an envelope; usable within the block only. */
    @ProviderType
    interface Builder {
        /**
         * Sets a key; null counts as set.
         *
         * @throws SchemaError if the stage does not declare {@code key}
         */
        Builder set(String key, @Nullable Object value);
    }
}
