package io.precinct.tools.api;

import io.precinct.api.contract.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The description of a tool. It is sent to a language model with every conversation, so every word has a cost: describe
 * the arguments that are often needed, and let the refusals of the routes name the others.
 *
 * @param name the name by which the tool is called: lower-case letters, digits and {@code _}
 * @param sentence the purpose of the tool, for a language model
 * @param reading whether no operation of the tool changes anything
 * @param operations names of operations, each with the name of the route that it calls, such as {@code tasks.read}
 * @param arguments described arguments by name; other arguments of a route may be sent as well
 */
public record ToolDescription(
        String name, String sentence, boolean reading, Map<String, String> operations, Map<String, Schema> arguments) {
    /** The argument that names the operation. */
    public static final String OPERATION = "operation";

    /**
     * The argument that makes a repeated call harmless; it becomes the header {@code Idempotency-Key}.
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

        /** Declares that no operation changes anything, so that clients need not ask before a call. */
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
         * Returns the description.
         *
         * @throws IllegalArgumentException if a name is invalid, or there is no operation
         */
        public ToolDescription build() {
            return new ToolDescription(name, sentence, reading, operations, arguments);
        }
    }
}
