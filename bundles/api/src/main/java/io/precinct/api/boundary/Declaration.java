package io.precinct.api.boundary;

import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.shape.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a boundary declares about itself; immutable.
 *
 * @param kind how it treats the payload
 * @param position its position in a chain
 * @param inputShape the keys it reads, each with the shape it requires of the request; a violation is answered as 422
 * @param outputShape the keys it writes; null for a passthrough, whose output depends on what came before
 * @param capabilities names of {@link Capability}, or its own
 * @param description one sentence for people, or null
 * @param contract its parameters, body and answers in detail; {@link Contract#NONE} if it declares none
 */
public record Declaration(
        Kind kind,
        Position position,
        Shape.Fields inputShape,
        Shape.@Nullable Fields outputShape,
        Set<String> capabilities,
        @Nullable String description,
        Contract contract) {
    public Declaration {
        Objects.requireNonNull(contract);
        Objects.requireNonNull(kind);
        Objects.requireNonNull(position);
        Objects.requireNonNull(inputShape);
        capabilities = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(capabilities));
        if (kind == Kind.PASSTHROUGH && outputShape != null) {
            throw new IllegalArgumentException("a passthrough declares no output shape");
        }
        if (kind != Kind.PASSTHROUGH && outputShape == null) {
            throw new IllegalArgumentException("a " + kind.wireName() + " boundary declares its output shape");
        }
    }

    /** A declaration without details of parameters, body and answers. */
    public Declaration(
            Kind kind,
            Position position,
            Shape.Fields inputShape,
            Shape.@Nullable Fields outputShape,
            Set<String> capabilities,
            @Nullable String description) {
        this(kind, position, inputShape, outputShape, capabilities, description, Contract.NONE);
    }

    /** Starts the declaration of a boundary that writes a payload of its own. */
    // @req:shape-terminal
    public static Builder terminal() {
        return new Builder(Kind.TERMINAL, Position.SLOT);
    }

    /** Starts the declaration of a boundary that passes the prior payload on. */
    // @req:shape-passthrough
    public static Builder passthrough() {
        return new Builder(Kind.PASSTHROUGH, Position.SLOT).capability(Capability.PASSTHROUGH);
    }

    /** Starts the declaration of a gate, with the keys every gate writes. */
    // @req:shape-gate
    public static Builder gate() {
        return new Builder(Kind.GATE, Position.INTERLEAVED)
                .capability(Capability.GATE)
                .writes("ok", true)
                .writes("status", true)
                .writes("error", true)
                .writes("failed_requirement", true);
    }

    /** Builds a declaration. Not thread-safe. */
    public static final class Builder {
        private final Kind kind;
        private Position position;
        private final Map<String, Shape> reads = new LinkedHashMap<>();
        private final Map<String, Shape> writes = new LinkedHashMap<>();
        private final List<String> capabilities = new ArrayList<>();
        private @Nullable String description;
        private Contract contract = Contract.NONE;

        private Builder(Kind kind, Position position) {
            this.kind = kind;
            this.position = position;
        }

        /**
         * Declares a key of the input.
         *
         * @param shape a {@link Shape} or its data form; {@code true} requires presence only
         */
        public Builder reads(String key, Object shape) {
            reads.put(key, Shape.of(shape));
            return this;
        }

        /** Declares a key of the payload this boundary writes; the shape as in {@link #reads}. */
        public Builder writes(String key, Object shape) {
            writes.put(key, Shape.of(shape));
            return this;
        }

        /** Adds a capability. */
        public Builder capability(String name) {
            capabilities.add(name);
            return this;
        }

        /** Injects this boundary into every chain, at {@code position}. */
        public Builder at(Position position) {
            this.position = position;
            return this;
        }

        /** Sets one sentence for people. */
        public Builder describedAs(String sentence) {
            this.description = sentence;
            return this;
        }

        /** Declares what the boundary reads besides the body; a variable of the path is one of {@code params}. */
        public Builder takes(Parameter... parameters) {
            return under(Contract.of(parameters));
        }

        /** Declares the JSON body that the boundary takes. */
        public Builder takes(Schema body) {
            return under(Contract.taking(body));
        }

        /**
         * Declares how the boundary answers. If its success is an object and {@link #writes} declares nothing, the
         * members that are always present are its output shape.
         */
        public Builder answers(Answer... answers) {
            return under(Contract.of(answers));
        }

        /** Adds a contract that several boundaries share. */
        public Builder under(Contract more) {
            contract = contract.and(more);
            return this;
        }

        private void shapes() {
            Answer success = contract.success();
            Schema written = success == null ? null : success.schema();
            if (kind == Kind.TERMINAL
                    && writes.isEmpty()
                    && written != null
                    && written.shape() instanceof Shape.Fields members) {
                writes.putAll(members.fields());
            }
            var variables = new LinkedHashMap<String, Shape>();
            contract.names(Parameter.Place.PATH).forEach(name -> variables.put(name, Shape.Present.VALUE));
            if (!variables.isEmpty() && !reads.containsKey("params")) {
                reads.put("params", new Shape.Fields(variables));
            }
        }

        /** The declaration. */
        public Declaration build() {
            shapes();
            return new Declaration(
                    kind,
                    position,
                    new Shape.Fields(reads),
                    kind == Kind.PASSTHROUGH ? null : new Shape.Fields(writes),
                    new LinkedHashSet<>(capabilities),
                    description,
                    contract);
        }
    }
}
