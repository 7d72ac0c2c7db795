package io.precinct.tools.api;

import io.precinct.api.contract.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a tool does. Its definition is sent to a language model with every conversation, so every word of it costs: name
 * the arguments that are needed often, and let the refusals of the routes name the rest.
 *
 * @param name by which it is called: lower-case letters, digits and {@code _}
 * @param sentence what it is for, for a language model
 * @param reading whether it changes nothing, whichever operation is called
 * @param operations names of operations, each with the name of the route that it calls, such as {@code tasks.read}
 * @param arguments described arguments, by name; others that a route takes may be sent as well
 */
public record ToolDescription(
        String name, String sentence, boolean reading, Map<String, String> operations, Map<String, Schema> arguments) {
    /** The argument that says which operation is called. */
    public static final String OPERATION = "operation";

    /**
     * The argument that makes the repetition of a call harmless; it becomes the header {@code Idempotency-Key}.
     *
     * @since 1.1
     */
    public static final String IDEMPOTENCY_KEY = "idempotency_key";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,31}");

    public ToolDescription {
        operations = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(operations));
        arguments = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
        List<String> names = new ArrayList<>(List.of(name));
        names.addAll(operations.keySet());
        names.addAll(arguments.keySet());
        for (String each : names) {
            if (!NAME.matcher(each).matches()) {
                throw new IllegalArgumentException(
                        "a name of a tool is lower-case letters, digits and _, at most 32, got \"" + each + "\"");
            }
        }
        if (operations.isEmpty()) {
            throw new IllegalArgumentException("the tool " + name + " has no operation");
        }
        if (arguments.containsKey(OPERATION)) {
            throw new IllegalArgumentException(
                    "the argument \"" + OPERATION + "\" of the tool " + name + " is there already");
        }
    }

    /** Starts the description of a tool. */
    public static Builder named(String name, String sentence) {
        return new Builder(name, sentence);
    }

    /** Builds a description. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private final String sentence;
        private boolean reading;
        private final Map<String, String> operations = new LinkedHashMap<>();
        private final Map<String, Schema> arguments = new LinkedHashMap<>();

        private Builder(String name, String sentence) {
            this.name = name;
            this.sentence = sentence;
        }

        /** Says that it changes nothing, whichever operation is called: clients need not ask before they call it. */
        public Builder reading() {
            reading = true;
            return this;
        }

        /** Adds an operation, which calls the route of this name. */
        public Builder operation(String operation, String route) {
            operations.put(operation, route);
            return this;
        }

        /** Describes an argument. */
        public Builder argument(String argument, Schema schema) {
            arguments.put(argument, schema);
            return this;
        }

        /**
         * Describes the argument {@value #IDEMPOTENCY_KEY}, for tools with operations that change something.
         *
         * @since 1.1
         */
        public Builder idempotencyKey() {
            return argument(IDEMPOTENCY_KEY, Schema.text().describedAs("does a change once"));
        }

        /**
         * The description.
         *
         * @throws IllegalArgumentException if a name is not one, or there is no operation
         */
        public ToolDescription build() {
            return new ToolDescription(name, sentence, reading, operations, arguments);
        }
    }
}
