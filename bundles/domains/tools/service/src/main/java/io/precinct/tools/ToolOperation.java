package io.precinct.tools;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Json;
import io.precinct.common.spelling.Suggestions;
import io.precinct.common.uri.PercentCoding;
import io.precinct.tools.Argument.Place;
import io.precinct.tools.Arguments.BodyForm;
import io.precinct.tools.BadArguments.Fault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a tool: a route, and how arguments become a request to it. Each argument is an input that the route
 * declares; any other is a fault.
 *
 * @param name the name within its tool
 * @param routeName the name of the route
 * @param route the path, and who may call it
 * @param sentence what the route does, or null
 * @param contract the input that its boundary accepts
 */
record ToolOperation(
        String name,
        String routeName,
        RouteDeclaration route,
        @Nullable String sentence,
        Contract contract) {
    /** The default number of items of a list: a model reads the response word by word. */
    private static final int USUAL_LIMIT = 20;

    /** Longer names of unknown arguments are cut in refusals. */
    private static final int LONGEST_NAME = 100;

    static final String LIMIT = "limit";
    static final String CURSOR = "cursor";
    private static final String IDEMPOTENCY_KEY = "idempotency-key";

    /** Whether the operation changes nothing, whatever its arguments are. */
    boolean isReading() {
        return route.method().equals("get");
    }

    /** Whether the operation changes something: it is no query that needs a body. */
    boolean isChange() {
        return !isReading() && contract.names(Parameter.Place.HEADER).contains(IDEMPOTENCY_KEY);
    }

    /** Returns the arguments that the operation accepts. */
    Arguments arguments() {
        return Arguments.of(route, contract);
    }

    /**
     * A request.
     *
     * @param query without the question mark, or null
     * @param body JSON, or empty
     * @param headers by lower-case name
     */
    record Call(String method, String path, @Nullable String query, byte[] body, Map<String, String> headers) {}

    /**
     * Returns the request for a call with these arguments.
     *
     * @param others the operations of the tool that accept an argument, to say where an unknown one belongs
     * @param faults those that were found before, to which others are added
     * @throws BadArguments if there is a fault: an argument is unknown, has an unusable value or is missing from the
     *     path
     */
    Call call(Map<String, @Nullable Object> given, Accepting others, List<Fault> faults) throws BadArguments {
        Arguments known = arguments();
        unknown(given, known, others, faults);
        var request = new Request(known, given, faults);
        String path = request.path();
        String query = request.query();
        Map<String, String> headers = request.headers();
        byte[] body = request.body();
        if (!faults.isEmpty()) {
            missing(given, known, faults);
            throw new BadArguments(faults, allowed(known));
        }
        return new Call(route.method().toUpperCase(Locale.ROOT), path, query, body, headers);
    }

    /** Returns the names of all that a call may give, options included. */
    private Set<String> allowed(Arguments known) {
        Set<String> names = new LinkedHashSet<>(known.byName().keySet());
        names.addAll(CallOptions.names(this));
        return names;
    }

    /** Finds the operations of a tool that accept an argument. */
    interface Accepting {
        /** Returns the names of the operations. */
        List<String> accepting(String argument);
    }

    private void unknown(Map<String, @Nullable Object> given, Arguments known, Accepting others, List<Fault> faults) {
        if (known.open()) {
            return;
        }
        Set<String> unknown = new TreeSet<>(given.keySet());
        unknown.removeAll(known.byName().keySet());
        for (String argument : unknown.stream().limit(BadArguments.MOST).toList()) {
            String shown = argument.substring(0, Math.min(argument.length(), LONGEST_NAME));
            faults.add(new Fault(shown, "unknown", unknownSentence(shown, known, others)));
        }
        if (unknown.size() > BadArguments.MOST) {
            int more = unknown.size() - BadArguments.MOST;
            faults.add(new Fault("", "unknown", "and " + more + " further unknown arguments"));
        }
    }

    private String unknownSentence(String argument, Arguments known, Accepting others) {
        String sentence = name + " has no argument " + argument;
        var around = known.byName().values().stream()
                .filter(each -> each.schema().members().containsKey(argument))
                .findFirst();
        if (around.isPresent()) {
            return sentence + "; give it in " + around.get().name();
        }
        var similar = Suggestions.nearest(argument, allowed(known));
        if (similar.isPresent()) {
            return sentence + "; did you mean " + similar.get() + "?";
        }
        List<String> accepting = others.accepting(argument);
        return accepting.isEmpty()
                ? sentence + ": leave it out"
                : sentence + ": leave it out; it belongs to " + String.join(", ", accepting);
    }

    /** Adds the required arguments that are missing, so that a refused call learns everything at once. */
    private static void missing(Map<String, @Nullable Object> given, Arguments known, List<Fault> faults) {
        for (Argument argument : known.byName().values()) {
            boolean told = faults.stream().anyMatch(fault -> fault.argument().equals(argument.name()));
            if (argument.required() && !given.containsKey(argument.name()) && !told) {
                faults.add(needs(argument));
            }
        }
    }

    private static Fault needs(Argument argument) {
        return new Fault(argument.name(), "required", "give " + argument.name());
    }

    /** Returns the values of the path's variables, for a sentence about them. */
    String named(Map<String, @Nullable Object> given) {
        return arguments().byName().values().stream()
                .filter(argument -> argument.place() == Place.PATH)
                .map(argument -> String.valueOf(given.get(argument.name())))
                .collect(Collectors.joining(", "));
    }

    /** Builds the parts of a request. */
    private final class Request {
        private final Arguments known;
        private final Map<String, @Nullable Object> given;
        private final List<Fault> faults;
        private final GivenValues values;

        Request(Arguments known, Map<String, @Nullable Object> given, List<Fault> faults) {
            this.known = known;
            this.given = given;
            this.faults = faults;
            this.values = new GivenValues(faults);
        }

        private List<Argument> given(Place place) {
            return known.byName().values().stream()
                    .filter(argument -> argument.place() == place && given.containsKey(argument.name()))
                    .toList();
        }

        private Set<String> undeclared() {
            var names = new LinkedHashSet<>(given.keySet());
            names.removeAll(known.byName().keySet());
            return names;
        }

        String path() {
            var path = new StringBuilder();
            for (String segment : route.path().substring(1).split("/", -1)) {
                path.append('/');
                boolean rest = segment.startsWith("*");
                if (!rest && !segment.startsWith(":")) {
                    path.append(segment);
                    continue;
                }
                Argument argument = known.byName().get(segment.substring(1));
                if (argument == null || !given.containsKey(argument.name())) {
                    faults.add(new Fault(segment.substring(1), "required", name + " needs " + segment.substring(1)));
                    continue;
                }
                String text = values.path(argument, given.get(argument.name()), rest);
                if (text != null) {
                    path.append(rest ? PercentCoding.encodePath(text) : PercentCoding.encode(text));
                }
            }
            return path.toString();
        }

        @Nullable
        String query() {
            List<String> query = new ArrayList<>();
            for (Argument argument : given(Place.QUERY)) {
                add(query, argument, given.get(argument.name()));
            }
            if (known.open() && known.body() == BodyForm.NONE) {
                for (String name : undeclared()) {
                    var argument = new Argument(name, Place.QUERY, name, Schema.list(Schema.text()), false, null);
                    add(query, argument, given.get(name));
                }
            }
            if (known.enveloped()) {
                query.add(Arguments.ENVELOPE + "=true");
            }
            if (known.queries(LIMIT) && !given.containsKey(LIMIT)) {
                query.add(LIMIT + "=" + USUAL_LIMIT);
            }
            return query.isEmpty() ? null : String.join("&", query);
        }

        private void add(List<String> query, Argument argument, @Nullable Object value) {
            for (String text : values.query(argument, value)) {
                query.add(PercentCoding.encode(argument.target()) + "=" + PercentCoding.encode(text));
            }
        }

        Map<String, String> headers() {
            Map<String, String> headers = new LinkedHashMap<>();
            for (Argument argument : given(Place.HEADER)) {
                String text = values.header(argument, given.get(argument.name()));
                if (text != null) {
                    headers.put(argument.target(), text);
                }
            }
            if (Arguments.takesStrictness(contract)) {
                headers.put(Arguments.PREFER, Arguments.STRICT);
            }
            return headers;
        }

        byte[] body() {
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            given(Place.BODY).forEach(each -> members.put(each.target(), GivenValues.body(given.get(each.name()))));
            if (known.open()) {
                undeclared().forEach(name -> members.put(name, GivenValues.body(given.get(name))));
            }
            return switch (known.body()) {
                case NONE -> new byte[0];
                case MEMBERS -> bytes(members);
                case WHOLE -> members.containsKey(Arguments.BODY) ? bytes(members.get(Arguments.BODY)) : new byte[0];
            };
        }

        private static byte[] bytes(@Nullable Object value) {
            return Json.compact(value).getBytes(StandardCharsets.UTF_8);
        }
    }
}
