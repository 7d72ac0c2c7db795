package io.precinct.core.envelope;

import io.precinct.api.envelope.Envelope;
import io.precinct.api.envelope.EnvelopeCatalogue;
import io.precinct.api.envelope.SchemaError;
import io.precinct.api.envelope.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An envelope, stored as an array of values in the order of its stage's keys. Immutable. */
final class StagedEnvelope implements Envelope {
    private final StageSchema schema;
    private final @Nullable Object[] values;

    private StagedEnvelope(StageSchema schema, @Nullable Object[] values) {
        this.schema = schema;
        this.values = values;
    }

    // @req:envelope-build
    static Envelope build(StageSchema schema, Consumer<EnvelopeCatalogue.Builder> block) {
        var builder = new Builder(schema);
        block.accept(builder);
        schema.requireComplete(builder.values);
        return new StagedEnvelope(schema, builder.values);
    }

    /** A copy with these optional keys set. */
    Envelope stamped(Map<String, @Nullable Object> stamps) {
        @Nullable Object[] copy = values.clone();
        stamps.forEach((key, value) -> {
            int position = schema.declared(key);
            if (!schema.entries.get(position).optional() || key.equals("context") || key.equals("args")) {
                throw new SchemaError(schema.stage, "the key \"" + key + "\" is the framework's and cannot be stamped");
            }
            copy[position] = value;
        });
        return new StagedEnvelope(schema, copy);
    }

    @Override
    public Stage stage() {
        return schema.stage;
    }

    @Override
    public @Nullable Object get(String key) {
        int position = schema.position(key);
        return position < 0 || values[position] == StageSchema.UNSET ? null : values[position];
    }

    @Override
    public boolean has(String key) {
        int position = schema.position(key);
        return position >= 0 && values[position] != StageSchema.UNSET;
    }

    @Override
    public List<String> keys() {
        var set = new ArrayList<String>();
        for (int i = 0; i < values.length; i++) {
            if (values[i] != StageSchema.UNSET) {
                set.add(schema.keys.get(i));
            }
        }
        return set;
    }

    private static final class Builder implements EnvelopeCatalogue.Builder {
        private final StageSchema schema;
        private final @Nullable Object[] values;

        Builder(StageSchema schema) {
            this.schema = schema;
            this.values = new Object[schema.keys.size()];
            Arrays.fill(values, StageSchema.UNSET);
        }

        @Override
        public EnvelopeCatalogue.Builder set(String key, @Nullable Object value) {
            values[schema.declared(key)] = value;
            return this;
        }
    }
}
