package io.precinct.core.envelope;

import io.precinct.api.data.Data;
import io.precinct.api.envelope.Envelope;
import io.precinct.api.envelope.EnvelopeCatalogue;
import io.precinct.api.envelope.EnvelopeEntry;
import io.precinct.api.envelope.Stage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The catalogue of envelope keys: the framework's own and those that deployed bundles contribute. Immutable. */
public final class Catalogue implements EnvelopeCatalogue {
    /** The framework's own keys alone. */
    public static final Catalogue STANDARD = with(List.of(), new ArrayList<>());

    private final Map<Stage, StageSchema> stages;
    private final Set<String> frameworkKeys;

    private Catalogue(Map<Stage, StageSchema> stages) {
        this.stages = stages;
        this.frameworkKeys = stages.values().stream()
                .flatMap(schema -> schema.keys.stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The standard catalogue with further keys.
     *
     * @param contributed keys of deployed bundles; required keys and duplicates are left out
     * @param conflicts receives a sentence for each key that was left out
     */
    public static Catalogue with(List<EnvelopeEntry> contributed, List<String> conflicts) {
        var entries = new EnumMap<Stage, List<EnvelopeEntry>>(Stage.class);
        for (EnvelopeEntry entry : StandardKeys.all()) {
            entries.computeIfAbsent(entry.stage(), s -> new ArrayList<>()).add(entry);
        }
        for (EnvelopeEntry entry : contributed) {
            List<EnvelopeEntry> stage = entries.computeIfAbsent(entry.stage(), s -> new ArrayList<>());
            if (!entry.optional()) {
                conflicts.add("envelope key " + entry.key() + ": contributed keys must be optional");
            } else if (stage.stream().anyMatch(e -> e.key().equals(entry.key()))) {
                conflicts.add("envelope key " + entry.key() + ": stage "
                        + entry.stage().wireName() + " has it already");
            } else {
                stage.add(entry);
            }
        }
        var stages = new EnumMap<Stage, StageSchema>(Stage.class);
        entries.forEach((stage, list) -> stages.put(stage, new StageSchema(stage, list)));
        return new Catalogue(stages);
    }

    private StageSchema stage(Stage stage) {
        StageSchema schema = stages.get(stage);
        if (schema == null) {
            throw new IllegalArgumentException("unknown stage: " + stage);
        }
        return schema;
    }

    @Override
    public List<EnvelopeEntry> schema(Stage stage) {
        return stage(stage).entries;
    }

    @Override
    public List<String> keys(Stage stage) {
        return stage(stage).keys;
    }

    @Override
    public List<String> required(Stage stage) {
        return stage(stage).entries.stream()
                .filter(entry -> !entry.optional())
                .map(EnvelopeEntry::key)
                .toList();
    }

    // @req:envelope-framework-keys
    @Override
    public Set<String> frameworkKeys() {
        return frameworkKeys;
    }

    @Override
    public @Nullable EnvelopeEntry entry(Stage stage, String key) {
        StageSchema schema = stage(stage);
        int position = schema.position(key);
        return position < 0 ? null : schema.entries.get(position);
    }

    @Override
    public Map<String, @Nullable Object> toMap() {
        var map = Data.mapBuilder();
        stages.forEach((stage, schema) -> map.put(
                stage.wireName(),
                schema.entries.stream().map(EnvelopeEntry::toData).toList()));
        return map.build();
    }

    @Override
    public Envelope build(Stage stage, Consumer<Builder> block) {
        return StagedEnvelope.build(stage(stage), block);
    }

    /**
     * A copy of an envelope of this catalogue with optional keys set.
     *
     * @throws io.precinct.api.envelope.SchemaError if a key is not declared or is the framework's own
     */
    public static Envelope stamp(Envelope envelope, Map<String, @Nullable Object> stamps) {
        return ((StagedEnvelope) envelope).stamped(stamps);
    }
}
