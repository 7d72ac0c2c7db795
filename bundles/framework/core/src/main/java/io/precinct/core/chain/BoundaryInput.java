package io.precinct.core.chain;

import io.precinct.api.boundary.Fields;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.UndefinedInputError;
import io.precinct.api.contract.Contract;
import io.precinct.api.envelope.Context;
import io.precinct.api.envelope.Envelope;
import io.precinct.api.envelope.Runtime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The input of one crossing: the keys of the envelope and, for all others, the members of the prior payload. */
final class BoundaryInput implements Input {
    /** The key under which formatters read the payload as a whole. */
    private static final String TARGET = "target";

    private final Envelope envelope;
    private final Set<String> frameworkKeys;
    private final ChainRun run;
    private final Step step;
    private final @Nullable Object payload;
    private final boolean strict;
    private final @Nullable List<String> reads;

    BoundaryInput(Envelope envelope, ChainRun run, Step step, @Nullable Object payload) {
        this.envelope = envelope;
        this.frameworkKeys = run.chain.environment().catalogue().frameworkKeys();
        this.run = run;
        this.step = step;
        this.payload = payload;
        this.strict = run.start.strict();
        this.reads = run.start.options().trace() ? new ArrayList<>(4) : null;
    }

    /** The keys read so far, in order; empty if the request is not traced. */
    List<String> reads() {
        return reads == null ? List.of() : reads;
    }

    private void reading(String key) {
        if (reads != null && !reads.contains(key)) {
            reads.add(key);
        }
    }

    @Override
    public @Nullable Object get(String key) {
        reading(key);
        allow(key);
        return peek(key);
    }

    @Override
    public boolean has(String key) {
        reading(key);
        allow(key);
        return present(key);
    }

    /** As {@link #get}, for the framework: neither strict nor counted as a read. */
    @Nullable
    Object peek(String key) {
        if (frameworkKeys.contains(key)) {
            return framework(key);
        }
        if (payload instanceof Map<?, ?> map && map.containsKey(key)) {
            return map.get(key);
        }
        return key.equals(TARGET) ? payload : null;
    }

    /** As {@link #has}, for the framework. */
    boolean present(String key) {
        return frameworkKeys.contains(key)
                ? envelope.has(key)
                : payload instanceof Map<?, ?> map && map.containsKey(key) || key.equals(TARGET);
    }

    /** Throws if the input is strict and the key is neither declared by the boundary nor the framework's own. */
    // @req:strict-input
    private void allow(String key) {
        if (strict && !step.declaredKeys.contains(key) && !frameworkKeys.contains(key)) {
            throw new UndefinedInputError(step.name, key);
        }
    }

    private @Nullable Object framework(String key) {
        return switch (key) {
            case "args" -> payload instanceof Map<?, ?> map ? map : Map.of();
            case "context" -> run;
            default -> envelope.get(key);
        };
    }

    @Override
    public Fields params() {
        return fields("params");
    }

    @Override
    public Fields query() {
        return fields("query");
    }

    @Override
    public Fields headers() {
        return fields("headers");
    }

    private Fields fields(String key) {
        reading(key);
        Map<String, @Nullable Object> members = map(key);
        return new Fields(key, strict ? DeclaredMembers.of(step, key, members, map("route")) : members);
    }

    @SuppressWarnings("unchecked") // the catalogue declares these keys as Hash, and build_input writes plain data
    private Map<String, @Nullable Object> map(String key) {
        return envelope.get(key) instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of();
    }

    @Override
    public String path() {
        reading("path");
        return (String) Objects.requireNonNull(envelope.get("path"));
    }

    @Override
    public Map<String, @Nullable Object> route() {
        reading("route");
        return map("route");
    }

    @Override
    public Contract contract() {
        return step.deployed.declaration().contract();
    }

    @Override
    public @Nullable Object payload() {
        return payload;
    }

    @Override
    public Context context() {
        return run;
    }

    @Override
    public Runtime runtime() {
        return (Runtime) Objects.requireNonNull(envelope.get("runtime"));
    }
}
