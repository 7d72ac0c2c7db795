package io.precinct.configuration.queries.expression;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.common.secret.UrlSecrets;
import io.precinct.configuration.queries.document.Located;
import io.precinct.configuration.queries.document.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.smithy.jmespath.JmespathException;
import software.amazon.smithy.jmespath.JmespathExceptionType;
import software.amazon.smithy.jmespath.RuntimeType;
import software.amazon.smithy.jmespath.evaluation.JmespathRuntime;
import software.amazon.smithy.jmespath.evaluation.NumberType;

/**
 * The values that the evaluator works on, and their bounds for one document: every value that it inspects or makes goes
 * through here. Not thread-safe.
 */
final class LocatedRuntime implements JmespathRuntime<Located> {
    private static final int MOST_MADE = 1_000_000;
    private static final long MOST_CHARACTERS = 16L << 20;
    private static final int STEPS_BETWEEN_LOOKS = 1024;

    private static final Located NULL = Located.computed(null);
    private static final Located TRUE = Located.computed(true);
    private static final Located FALSE = Located.computed(false);

    private final Deadline deadline;
    private final boolean masked;
    private int steps;
    private int made;
    private long characters;
    private boolean placeholderRead;

    /** @param masked whether {@code ***} may stand in the document for an object or an array, too */
    LocatedRuntime(Deadline deadline, boolean masked) {
        this.deadline = deadline;
        this.masked = masked;
    }

    /** Whether a text with the placeholder of a secret was compared, measured, handed to a function or looked into. */
    boolean placeholderRead() {
        return placeholderRead;
    }

    private void reads(Located value) {
        placeholderRead |= value.value() instanceof String text && text.contains(UrlSecrets.MASK);
    }

    private boolean isPlaceholder(Located value) {
        return masked && UrlSecrets.MASK.equals(value.value());
    }

    /** An expression that makes more values than memory should hold. */
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLarge(String message) {
            super(message, null, false, false);
        }
    }

    private void step() {
        if (++steps % STEPS_BETWEEN_LOOKS == 0) {
            deadline.check();
        }
    }

    private void makes() {
        step();
        if (++made > MOST_MADE) {
            throw new TooLarge("the expression makes more than " + MOST_MADE + " values");
        }
    }

    private String read(String text) {
        step();
        characters += text.length();
        if (characters > MOST_CHARACTERS) {
            throw new TooLarge("the expression works on more than " + MOST_CHARACTERS + " characters of text");
        }
        return text;
    }

    /** The function {@code type} asks only this. */
    @Override
    public RuntimeType typeOf(Located value) {
        placeholderRead |= isPlaceholder(value);
        return type(value);
    }

    private RuntimeType type(Located value) {
        step();
        return switch (value.value()) {
            case null -> RuntimeType.NULL;
            case String _ -> RuntimeType.STRING;
            case Boolean _ -> RuntimeType.BOOLEAN;
            case Number _ -> RuntimeType.NUMBER;
            case List<?> _ -> RuntimeType.ARRAY;
            default -> RuntimeType.OBJECT;
        };
    }

    /** Projections and indexes ask this, and give null for anything but an array or an object. */
    @Override
    public boolean is(Located value, RuntimeType type) {
        if (type != RuntimeType.STRING && isPlaceholder(value)) {
            placeholderRead = true;
        }
        return type(value) == type;
    }

    /** Compares by content, not by place; numbers by their values. */
    @Override
    public boolean equal(Located one, Located other) {
        step();
        reads(one);
        reads(other);
        if (one == other) {
            return true;
        }
        if (one.size() != other.size()) {
            return false;
        }
        return switch (one.value()) {
            case Map<?, ?> _ -> other.isObject() && equalMembers(one, other);
            case List<?> _ -> other.isArray() && equalElements(one.elements(), other.elements());
            case Number number -> other.value() instanceof Number second && Data.compare(number, second) == 0;
            case null, default -> Objects.equals(one.value(), other.value());
        };
    }

    private boolean equalMembers(Located one, Located other) {
        Map<String, Located> members = other.members();
        return members.size() == one.members().size()
                && one.members().entrySet().stream().allMatch(member -> {
                    Located second = members.get(member.getKey());
                    return second != null && equal(member.getValue(), second);
                });
    }

    private boolean equalElements(List<Located> one, List<Located> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (!equal(one.get(i), other.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Located createNull() {
        return NULL;
    }

    @Override
    public Located createBoolean(boolean truth) {
        return truth ? TRUE : FALSE;
    }

    @Override
    public boolean asBoolean(Located value) {
        return value.value() instanceof Boolean truth ? truth : wrong(value, "a truth value");
    }

    @Override
    public Located createString(String text) {
        makes();
        return Located.computed(read(text));
    }

    @Override
    public String asString(Located value) {
        reads(value);
        return value.value() instanceof String text ? read(text) : wrong(value, "a text");
    }

    @Override
    public Located createNumber(Number number) {
        makes();
        Number finite = Numbers.finite(number);
        if (finite == null) {
            throw new JmespathException(JmespathExceptionType.INVALID_VALUE, "a number is out of range");
        }
        return Located.computed(finite);
    }

    @Override
    public NumberType numberType(Located value) {
        return switch (asNumber(value)) {
            case Long _ -> NumberType.LONG;
            case Double _ -> NumberType.DOUBLE;
            default -> NumberType.BIG_INTEGER;
        };
    }

    @Override
    public Number asNumber(Located value) {
        step();
        return value.value() instanceof Number number ? number : wrong(value, "a number");
    }

    @Override
    public int length(Located value) {
        step();
        reads(value);
        return switch (value.value()) {
            case String text -> text.codePointCount(0, text.length());
            case List<?> elements -> elements.size();
            case Map<?, ?> members -> members.size();
            case null, default -> wrong(value, "a text, an array or an object");
        };
    }

    @Override
    public Located element(Located array, int index) {
        step();
        return array.elements().get(index);
    }

    @Override
    public Located value(Located object, Located key) {
        step();
        if (isPlaceholder(object)) {
            placeholderRead = true;
            return object;
        }
        Located member = object.members().get((String) key.value());
        return member == null ? NULL : member;
    }

    @Override
    public Iterable<? extends Located> asIterable(Located value) {
        step();
        if (value.isArray()) {
            return value.elements();
        }
        if (!value.isObject()) {
            return wrong(value, "an array or an object");
        }
        List<Located> keys = new ArrayList<>();
        for (String key : value.members().keySet()) {
            makes();
            keys.add(Located.computed(key));
        }
        return keys;
    }

    /** Converts to JSON; a text that would be too long is refused before it is made. */
    @Override
    public String toString(Located value) {
        if (value.value() instanceof String text) {
            reads(value);
            return read(text);
        }
        if (value.weight() > MOST_CHARACTERS || value.depth() > Located.DEEPEST) {
            throw new TooLarge("the expression makes a text of more than " + MOST_CHARACTERS + " characters");
        }
        return read(Json.compact(value.plain()));
    }

    @Override
    public ArrayBuilder<Located> arrayBuilder() {
        makes();
        return new ArrayBuilder<>() {
            private final List<Located> elements = new ArrayList<>();

            @Override
            public void add(Located value) {
                makes();
                elements.add(value);
            }

            @Override
            public void addAll(Located array) {
                asIterable(array).forEach(this::add);
            }

            @Override
            public Located build() {
                return Located.computed(elements);
            }
        };
    }

    @Override
    public ObjectBuilder<Located> objectBuilder() {
        makes();
        return new ObjectBuilder<>() {
            private final Map<String, Located> members = new LinkedHashMap<>();

            @Override
            public void put(Located key, Located value) {
                makes();
                members.put(asString(key), value);
            }

            @Override
            public void putAll(Located object) {
                object.members().forEach((key, value) -> {
                    makes();
                    members.put(key, value);
                });
            }

            @Override
            public Located build() {
                return Located.computed(members);
            }
        };
    }

    /** Names the type of the value and not the value, which may be a secret. */
    private static <T> T wrong(Located value, String wanted) {
        String found = switch (value.value()) {
            case null -> "null";
            case String _ -> "a text";
            case Boolean _ -> "a truth value";
            case Number _ -> "a number";
            case List<?> _ -> "an array";
            default -> "an object";
        };
        throw new JmespathException(JmespathExceptionType.INVALID_TYPE, "expected " + wanted + ", found " + found);
    }
}
