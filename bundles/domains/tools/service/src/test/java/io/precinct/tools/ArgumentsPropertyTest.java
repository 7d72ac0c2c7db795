package io.precinct.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.booleans;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.common.uri.PercentCoding;
import io.precinct.testing.AnyData;
import io.precinct.testing.AnyText;
import io.precinct.tools.BadArguments.Fault;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/**
 * A property of all contracts and calls: each argument that a call gives is in the request with its value, or a fault
 * names it. None is lost.
 */
class ArgumentsPropertyTest {
    /** The names of arguments by what the contract may declare them as. */
    private enum Kind {
        PATH("p1", "p2"),
        TEXT("q1", "q2"),
        LIST("l1", "l2"),
        HEADER("x_h1", "x_h2"),
        MEMBER("b1", "b2");

        private final List<String> names;

        Kind(String... names) {
            this.names = List.of(names);
        }
    }

    private static final int NAMES = 10;

    private static final List<String> METHODS = List.of("get", "post", "put", "delete");

    /**
     * A call of an operation.
     *
     * @param declared the kinds of the arguments that the contract declares, by name
     */
    private record AnyCall(String method, Map<String, Kind> declared, Map<String, @Nullable Object> given) {
        static AnyCall of(String method, List<Boolean> choices, List<@Nullable Object> values) {
            Map<String, Kind> declared = new LinkedHashMap<>();
            Map<String, @Nullable Object> given = new LinkedHashMap<>();
            int i = 0;
            for (Kind kind : Kind.values()) {
                for (String name : kind.names) {
                    if (choices.get(i)) {
                        declared.put(name, kind);
                    }
                    if (choices.get(NAMES + i)) {
                        given.put(name, values.get(i));
                    }
                    i++;
                }
            }
            return new AnyCall(method, declared, given);
        }

        private boolean hasBody() {
            return method.equals("post") || method.equals("put");
        }

        private ToolOperation operation() {
            var path = new StringBuilder("/a");
            var parameters = new ArrayList<>(List.of(Parameter.query("always", Schema.text())));
            Schema body = Schema.object().optionally("body_always", Schema.text());
            for (Map.Entry<String, Kind> each : declared.entrySet()) {
                String name = each.getKey();
                switch (each.getValue()) {
                    case PATH -> path.append("/:").append(name);
                    case TEXT -> parameters.add(Parameter.query(name, Schema.text()));
                    case LIST -> parameters.add(Parameter.query(name, Schema.list(Schema.text())));
                    case HEADER -> parameters.add(Parameter.header(name.replace('_', '-'), Schema.text()));
                    case MEMBER -> body = body.optionally(name, Schema.text().orNull());
                }
            }
            Contract inputs = Contract.of(parameters.toArray(Parameter[]::new));
            return new ToolOperation(
                    "go",
                    "things.go",
                    RouteDeclaration.of(method, path.toString()),
                    null,
                    hasBody() ? inputs.and(Contract.taking(body)) : inputs);
        }

        void verify() {
            ToolOperation operation = operation();
            Map<String, @Nullable Object> arguments = new LinkedHashMap<>(given);
            try {
                verify(operation, arguments);
            } catch (BadArguments e) {
                Set<String> named = named(e);
                assertThat(named).as("a fault is about the call").isSubsetOf(concerned(operation));
                arguments.keySet().removeAll(named);
                operation.arguments().byName().forEach((name, argument) -> {
                    if (argument.place() == Argument.Place.PATH) {
                        arguments.putIfAbsent(name, "ok");
                    }
                });
                verifyWithoutFaults(operation, arguments);
            }
        }

        /** The arguments that were given, and the variables of the path, which are always needed. */
        private Set<String> concerned(ToolOperation operation) {
            Set<String> concerned = new TreeSet<>(given.keySet());
            operation.arguments().byName().values().stream()
                    .filter(Argument::required)
                    .forEach(argument -> concerned.add(argument.name()));
            return concerned;
        }

        private static Set<String> named(BadArguments e) {
            Set<String> named = new TreeSet<>();
            if (e.toData().get("errors") instanceof List<?> errors) {
                errors.forEach(error -> named.add(String.valueOf(((Map<?, ?>) error).get("argument"))));
            }
            return named;
        }

        private void verifyWithoutFaults(ToolOperation operation, Map<String, @Nullable Object> arguments) {
            try {
                verify(operation, arguments);
            } catch (BadArguments e) {
                throw new AssertionError("the first refusal did not name " + named(e), e);
            }
        }

        private void verify(ToolOperation operation, Map<String, @Nullable Object> arguments) throws BadArguments {
            ToolOperation.Call call = operation.call(arguments, _ -> List.of(), new ArrayList<Fault>());
            List<String> variables = declared.keySet().stream()
                    .filter(name -> declared.get(name) == Kind.PATH)
                    .toList();
            arguments.forEach((name, value) -> {
                Kind kind = declared.get(name);
                assertThat(kind).as("%s is declared", name).isNotNull();
                switch (kind) {
                    case PATH -> assertCarried(value, List.of(segment(call, 2 + variables.indexOf(name))), name);
                    case TEXT, LIST -> assertCarried(value, query(call, name), name);
                    case HEADER -> {
                        String header = call.headers().get(name.replace('_', '-'));
                        assertThat(header).as(name).isNotNull();
                        assertCarried(value, List.of(header), name);
                    }
                    case MEMBER ->
                        assertThat(Data.equal(member(call, name), Data.freeze(value)))
                                .as("%s: %s in %s", name, value, call)
                                .isTrue();
                }
            });
        }

        private static String segment(ToolOperation.Call call, int index) {
            return PercentCoding.decode(call.path().split("/", -1)[index]);
        }

        private static List<String> query(ToolOperation.Call call, String name) {
            List<String> values = new ArrayList<>();
            if (call.query() != null) {
                for (String pair : call.query().split("&", -1)) {
                    if (pair.startsWith(name + "=")) {
                        values.add(PercentCoding.decodeQuery(pair.substring(name.length() + 1)));
                    }
                }
            }
            return values;
        }

        private static @Nullable Object member(ToolOperation.Call call, String name) {
            Map<?, ?> body = body(call);
            assertThat(body.containsKey(name)).as("%s is in the body", name).isTrue();
            return body.get(name);
        }

        private static Map<?, ?> body(ToolOperation.Call call) {
            try {
                return (Map<?, ?>) Objects.requireNonNull(Json.read(call.body()));
            } catch (MalformedJson e) {
                throw new AssertionError(call.toString(), e);
            }
        }

        /** Asserts that texts stand for a value, or for the elements of a list. */
        private static void assertCarried(@Nullable Object value, List<String> texts, String name) {
            List<?> values = value instanceof List<?> several ? several : Collections.singletonList(value);
            assertThat(texts).as(name).hasSameSizeAs(values);
            for (int i = 0; i < texts.size(); i++) {
                String text = texts.get(i);
                switch (values.get(i)) {
                    case Number number ->
                        assertThat(new BigDecimal(text))
                                .as(name)
                                .isEqualByComparingTo(new BigDecimal(number.toString()));
                    case String same -> assertThat(text).as(name).isEqualTo(same);
                    case Boolean truth -> assertThat(text).as(name).isEqualTo(truth.toString());
                    default -> throw new AssertionError(name + " took " + values.get(i));
                }
            }
        }
    }

    private static Gen<AnyCall> calls() {
        Gen<List<Boolean>> choices = lists().of(booleans()).ofSize(2 * NAMES);
        Gen<List<@Nullable Object>> values =
                lists().of(AnyData.data(AnyText.wellFormed(12))).ofSize(NAMES);
        return pick(METHODS).zip(choices, values, AnyCall::of);
    }

    @Test
    void eachGivenArgumentIsInTheRequestOrIsNamedByAFault() {
        qt().withExamples(2000).forAll(calls()).checkAssert(AnyCall::verify);
    }
}
