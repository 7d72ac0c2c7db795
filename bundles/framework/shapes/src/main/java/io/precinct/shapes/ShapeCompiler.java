package io.precinct.shapes;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import io.precinct.api.shape.ShapeReader;
import io.precinct.lib.re2j.BadPattern;
import io.precinct.lib.re2j.LinearPattern;
import io.precinct.lib.re2j.Patterns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Compiles a shape into nodes. For a single use. */
// @req:matchers
final class ShapeCompiler {
    private static final Node.Test NEVER = _ -> false;

    private final Consumer<ShapeReader.Fault> faults;
    private final List<Object> path = new ArrayList<>();
    private final Patterns patterns = new Patterns();

    /** True inside an odd number of {@code not}. */
    private boolean negated;

    ShapeCompiler(Consumer<ShapeReader.Fault> faults) {
        this.faults = faults;
    }

    Node compile(Shape shape) {
        if (path.size() > DepthLimit.OF_SHAPE) {
            fault("a shape nests at most " + DepthLimit.OF_SHAPE + " levels deep");
            return new Node.Leaf(failing(), "\"a shape of at most " + DepthLimit.OF_SHAPE + " levels\"");
        }
        return switch (shape) {
            case Shape.Present _ -> new Node.Leaf(_ -> true, "true");
            case Shape.Literal literal -> new Node.Leaf(equalTo(literal.value()), BoundedJson.text(literal.value()));
            case Shape.Fields fields -> fields(fields);
            case Shape.Items items -> new Node.Items(each(items.items()), BoundedJson.text(items));
            case Shape.Match match when match.matchers().isEmpty() -> new Node.Leaf(_ -> true, "{}");
            case Shape.Match match
            when match.matchers().size() == 1 -> matcher(match.matchers().getFirst());
            case Shape.Match match -> {
                String contradiction = Contradiction.in(match.matchers());
                if (contradiction != null) {
                    fault(contradiction);
                }
                yield new Node.All(match.matchers().stream().map(this::matcher).toList());
            }
        };
    }

    private FieldsNode fields(Shape.Fields fields) {
        int size = fields.fields().size();
        var names = new String[size];
        var nodes = new Node[size];
        int i = 0;
        for (Map.Entry<String, Shape> field : fields.fields().entrySet()) {
            names[i] = field.getKey();
            nodes[i] = below(field.getKey(), field.getValue());
            i++;
        }
        return new FieldsNode(names, nodes, BoundedJson.text(fields));
    }

    /** The nodes of what stands in a list: shapes or literal values. */
    private List<Node> each(List<?> items) {
        var nodes = new ArrayList<Node>(items.size());
        for (int i = 0; i < items.size(); i++) {
            Object item = items.get(i);
            nodes.add(below(i, item instanceof Shape shape ? shape : new Shape.Literal(item)));
        }
        return nodes;
    }

    private Node below(Object step, Shape shape) {
        path.add(step);
        Node node = compile(shape);
        path.removeLast();
        return node;
    }

    private Node matcher(Matcher matcher) {
        path.add(matcher.name());
        String expected = BoundedJson.text(matcher);
        Node node = switch (matcher) {
            case Matcher.First m -> new Node.First(compile(m.element()), expected);
            case Matcher.Matches m -> new Node.Leaf(matches(m.pattern()), expected);
            case Matcher.Prefix m -> new Node.Leaf(v -> v instanceof String s && s.startsWith(m.text()), expected);
            case Matcher.Contains m -> new Node.Leaf(contains(m.value()), expected);
            case Matcher.Keys m ->
                new Node.Leaf(v -> v instanceof Map<?, ?> map && MatcherTests.hasAll(map, m.keys()), expected);
            case Matcher.Gte m -> new Node.Leaf(bound(m.bound(), 1), expected);
            case Matcher.Lte m -> new Node.Leaf(bound(m.bound(), -1), expected);
            case Matcher.Count m -> new Node.Leaf(count(m.size()), expected);
            case Matcher.Any m -> new Node.Leaf(any(m), expected);
            case Matcher.Every m -> new Node.Every(compile(m.element()), expected);
            case Matcher.Not m -> new Node.Leaf(not(m.shape()), expected);
            case Matcher.Empty m -> new Node.Leaf(v -> MatcherTests.empty(v) == m.expected(), expected);
        };
        path.removeLast();
        return node;
    }

    private Node.Test equalTo(@Nullable Object literal) {
        return switch (literal) {
            case null -> value -> value == null;
            case String text -> text::equals;
            case Boolean truth -> truth::equals;
            default -> comparable(literal) ? value -> Data.equal(literal, value) : failing();
        };
    }

    private boolean comparable(@Nullable Object literal) {
        boolean allowed = DepthLimit.allowsLiteral(literal);
        if (!allowed) {
            fault("a literal nests at most " + DepthLimit.OF_LITERAL + " levels deep");
        }
        return allowed;
    }

    private Node.Test matches(String pattern) {
        boolean beyondWork = negated;
        try {
            LinearPattern compiled = patterns.compile(pattern);
            return value -> value instanceof String text && compiled.find(text, beyondWork);
        } catch (BadPattern e) {
            fault("the pattern " + BoundedJson.text(pattern) + " " + e.getMessage()
                    + (e.isTooLarge() ? "; for the length of a string say count" : ""));
            return failing();
        }
    }

    /** A test that makes the whole shape fail, even inside {@code not}; for parts that cannot be decided. */
    private Node.Test failing() {
        boolean answer = negated;
        return _ -> answer;
    }

    /** A test of a bound. Comparing the value with the bound must result in 0 or in {@code sign}. */
    private Node.Test bound(Object bound, int sign) {
        if (bound instanceof Number number) {
            return value -> value instanceof Number n && Integer.signum(Data.compare(n, number)) != -sign;
        }
        Instant moment = moment(bound, sign);
        if (moment == null) {
            fault("only a number, or an ISO 8601 date or timestamp, bounds anything; " + BoundedJson.text(bound)
                    + " is neither, so this never holds");
            return NEVER;
        }
        return value -> {
            Instant other = value instanceof String text ? IsoTimestamp.parse(text) : null;
            return other != null && Integer.signum(other.compareTo(moment)) != -sign;
        };
    }

    /** The moment of a bound: the first of a plain date for {@code gte}, the last of it for {@code lte}. */
    private static @Nullable Instant moment(Object bound, int sign) {
        if (!(bound instanceof String text)) {
            return null;
        }
        return sign > 0 ? IsoTimestamp.parse(text) : IsoTimestamp.parseEnd(text);
    }

    private Node.Test count(Shape size) {
        String contradiction = Contradiction.inCount(size);
        if (contradiction != null) {
            fault(contradiction);
        }
        Node node = compile(size);
        return value -> {
            int count = MatcherTests.size(value);
            return count >= 0 && node.test(count);
        };
    }

    private Node.Test contains(@Nullable Object sought) {
        if (sought instanceof Shape.Items all) {
            List<Node> nodes = each(all.items());
            return value -> value instanceof List<?> list && MatcherTests.someElementForEach(list, nodes);
        }
        if (sought instanceof Shape shape) {
            Node node = compile(shape);
            return value -> value instanceof List<?> list && MatcherTests.someElement(list, node);
        }
        return comparable(sought) ? MatcherTests.contains(sought) : failing();
    }

    private Node.Test any(Matcher.Any any) {
        List<?> alternatives = any.alternatives();
        if (alternatives != null) {
            if (alternatives.isEmpty()) {
                fault("a list of no alternatives never holds");
            }
            if (alternatives.stream().anyMatch(Shape.class::isInstance)) {
                List<Node> nodes = each(alternatives);
                return value -> MatcherTests.oneOfNodes(nodes, value);
            }
            if (!comparable(alternatives)) {
                return failing();
            }
            return value -> MatcherTests.oneOf(alternatives, value);
        }
        Node element = compile(any.element());
        return value -> value instanceof List<?> list && MatcherTests.someElement(list, element);
    }

    private Node.Test not(Shape shape) {
        if (shape instanceof Shape.Present) {
            fault("not true asks that a present field is absent, so this never holds; for a value other than true say"
                    + " {not: {any: [true]}}");
        }
        negated = !negated;
        Node node = compile(shape);
        negated = !negated;
        return value -> !node.test(value);
    }

    private void fault(String message) {
        faults.accept(new ShapeReader.Fault(path, message, false));
    }
}
