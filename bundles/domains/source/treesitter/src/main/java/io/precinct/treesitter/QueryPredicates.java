package io.precinct.treesitter;

import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_capture_name_for_id;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_capture_quantifier_for_id;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_predicates_for_pattern;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_start_byte_for_pattern;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_string_value_for_id;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.precinct.lib.re2j.BadPattern;
import io.precinct.lib.re2j.LinearPattern;
import io.precinct.lib.re2j.Patterns;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the predicates of a freshly compiled query. Not thread-safe. */
final class QueryPredicates {
    private static final List<String> KNOWN = List.of(
            "eq?",
            "not-eq?",
            "any-eq?",
            "any-not-eq?",
            "match?",
            "not-match?",
            "any-match?",
            "any-not-match?",
            "any-of?",
            "not-any-of?",
            "is?",
            "is-not?",
            "set!",
            "strip!",
            "select-adjacent!");
    private static final int STEP_CAPTURE = 1;
    private static final int STEP_STRING = 2;
    /** TSQuantifierOne; with this or a greater quantifier a capture has at least one node. */
    private static final int ONE = 3;

    private final MemorySegment query;
    private final byte[] text;
    private final MemorySegment number;
    private final Patterns patterns = new Patterns();

    QueryPredicates(MemorySegment query, byte[] text, MemorySegment number) {
        this.query = query;
        this.text = text;
        this.number = number;
    }

    /**
     * The predicates of one pattern.
     *
     * @param literals see {@link Query#literals}
     * @param strips what is removed from the text of captures, by their ids
     */
    record PatternPredicates(
            List<Predicate> predicates,
            Map<String, String> properties,
            List<String> literals,
            Map<Integer, LinearPattern> strips) {
        PatternPredicates {
            strips = Map.copyOf(strips);
            predicates = List.copyOf(predicates);
            properties = Map.copyOf(properties);
            literals = List.copyOf(literals);
        }
    }

    /** An argument: a capture by its id, or a text. */
    private sealed interface Argument {
        record Capture(int id) implements Argument {}

        record Literal(String text) implements Argument {}
    }

    String captureName(int id) {
        MemorySegment name = ts_query_capture_name_for_id(query, id, number);
        return NativeFunctions.string(name, number.get(JAVA_INT, 0));
    }

    PatternPredicates ofPattern(int pattern) throws BadQuery {
        long steps = ts_query_predicates_for_pattern(query, pattern, number).address();
        int count = number.get(JAVA_INT, 0);
        int start = ts_query_start_byte_for_pattern(query, pattern);
        var found = new Found(pattern, start);
        String name = "";
        var arguments = new ArrayList<Argument>();
        for (int i = 0; i < count; i++) {
            int type = NativeFunctions.MEMORY.get(JAVA_INT, steps + 8L * i);
            int value = NativeFunctions.MEMORY.get(JAVA_INT, steps + 8L * i + 4);
            switch (type) {
                case STEP_CAPTURE -> arguments.add(new Argument.Capture(value));
                case STEP_STRING -> {
                    String literal = string(value);
                    if (name.isEmpty() && arguments.isEmpty()) {
                        name = literal;
                    } else {
                        arguments.add(new Argument.Literal(literal));
                    }
                }
                default -> {
                    found.add(name, arguments);
                    name = "";
                    arguments.clear();
                }
            }
        }
        return new PatternPredicates(found.predicates, found.properties, found.literals, found.strips);
    }

    private String string(int id) {
        MemorySegment value = ts_query_string_value_for_id(query, id, number);
        return NativeFunctions.string(value, number.get(JAVA_INT, 0));
    }

    /** Collects the predicates of one pattern. */
    private final class Found {
        private final int pattern;
        private final int start;
        private final List<Predicate> predicates = new ArrayList<>();
        private final Map<String, String> properties = new HashMap<>();
        private final Map<Integer, LinearPattern> strips = new HashMap<>();
        private List<String> literals = List.of();

        Found(int pattern, int start) {
            this.pattern = pattern;
            this.start = start;
        }

        void add(String name, List<Argument> arguments) throws BadQuery {
            if (!KNOWN.contains(name)) {
                throw bad(name, "no predicate is named #" + name + "; known: #" + String.join(", #", KNOWN), KNOWN);
            }
            if (QueryText.isPredicate(text, start)) {
                throw bad(
                        name,
                        "#" + name + " stands beside the pattern it is about, where it changes nothing; put both"
                                + " into parentheses: ((pattern) @capture (#" + name + " @capture …))");
            }
            boolean any = name.startsWith("any-") && !name.equals("any-of?");
            String rest = any ? name.substring("any-".length()) : name;
            boolean wanted = !rest.startsWith("not-");
            switch (wanted ? rest : rest.substring("not-".length())) {
                case "eq?" -> equal(name, arguments, wanted, any);
                case "match?" -> {
                    check(name, arguments.size() == 2, "a capture and a pattern");
                    LinearPattern pattern = regex(name, literal(name, arguments, 1));
                    predicates.add(new Predicate.Matches(capture(name, arguments, 0), pattern, wanted, any));
                }
                case "any-of?" -> oneOf(name, arguments, wanted, false);
                case "set!" -> set(name, arguments);
                case "strip!" -> {
                    check(name, arguments.size() == 2, "a capture and a pattern");
                    strips.put(capture(name, arguments, 0), regex(name, literal(name, arguments, 1)));
                }
                default -> {
                    // A property of the match, not a condition on it.
                }
            }
        }

        private void equal(String name, List<Argument> arguments, boolean wanted, boolean any) throws BadQuery {
            check(name, arguments.size() == 2, "a capture and a text or another capture");
            if (arguments.get(1) instanceof Argument.Capture(int other)) {
                predicates.add(new Predicate.SameText(capture(name, arguments, 0), other, wanted, any));
            } else {
                oneOf(name, arguments, wanted, any);
            }
        }

        private void oneOf(String name, List<Argument> arguments, boolean wanted, boolean any) throws BadQuery {
            check(name, arguments.size() >= 2, "a capture and at least one text");
            int capture = capture(name, arguments, 0);
            var texts = new ArrayList<String>();
            for (int i = 1; i < arguments.size(); i++) {
                texts.add(literal(name, arguments, i));
            }
            predicates.add(new Predicate.IsOneOf(
                    capture,
                    texts.stream().map(t -> t.getBytes(StandardCharsets.UTF_8)).toList(),
                    wanted,
                    any));
            if (wanted
                    && ts_query_capture_quantifier_for_id(query, pattern, capture) >= ONE
                    && texts.stream().noneMatch(String::isEmpty)
                    && (literals.isEmpty() || texts.size() < literals.size())) {
                literals = texts;
            }
        }

        private void set(String name, List<Argument> arguments) throws BadQuery {
            var texts = arguments.stream()
                    .filter(Argument.Literal.class::isInstance)
                    .map(a -> ((Argument.Literal) a).text())
                    .toList();
            check(name, !texts.isEmpty() && texts.size() <= 2, "a key and at most one value");
            properties.put(texts.getFirst(), texts.size() > 1 ? texts.get(1) : "");
        }

        private int capture(String name, List<Argument> arguments, int index) throws BadQuery {
            if (arguments.get(index) instanceof Argument.Capture(int id)) {
                return id;
            }
            throw bad(name, "#" + name + " takes a capture first");
        }

        private String literal(String name, List<Argument> arguments, int index) throws BadQuery {
            if (arguments.get(index) instanceof Argument.Literal(String literal)) {
                return literal;
            }
            throw bad(name, "#" + name + " takes texts after its capture");
        }

        private LinearPattern regex(String name, String regex) throws BadQuery {
            try {
                return patterns.compile(regex);
            } catch (BadPattern e) {
                throw bad(name, "#" + name + ": the pattern " + e.getMessage());
            }
        }

        private void check(String name, boolean right, String expected) throws BadQuery {
            if (!right) {
                throw bad(name, "#" + name + " takes " + expected);
            }
        }

        private BadQuery bad(String name, String message) {
            return bad(name, message, List.of());
        }

        private BadQuery bad(String name, String message, List<String> known) {
            return BadQuery.at(
                    BadQuery.Kind.PREDICATE, text, QueryText.predicate(text, start, name), name, message, known);
        }
    }
}
