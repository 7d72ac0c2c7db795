package io.precinct.tools;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.tools.Argument.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of an operation, derived from the declaration of its route. A name stands for one value: if the path
 * and the query have the same name, the argument is the variable of the path. Immutable.
 *
 * @param byName in the order path, query, headers, body
 * @param open whether further arguments are accepted: the body takes any member, or the route declares no input
 * @param body how the body is made
 * @param enveloped whether the route answers a bare list unless it is asked for {@code {items, total, next_cursor}},
 *     which is the only form that calls of tools get, since it says where it goes on
 */
record Arguments(Map<String, Argument> byName, boolean open, BodyForm body, boolean enveloped) {
    /** How the body is made of arguments. */
    enum BodyForm {
        /** There is none. */
        NONE,
        /** An object, of which each member is an argument. */
        MEMBERS,
        /** The argument {@value Arguments#BODY} is the whole body. */
        WHOLE
    }

    /** The parameter of a route that asks for the form with items. */
    static final String ENVELOPE = "envelope";

    /** The argument that is the whole body, for a route whose body is no object. */
    static final String BODY = "body";

    /** Headers that a caller of a tool does not need: a conditional read, and the position in a stream. */
    private static final Set<String> NOT_FOR_READERS = Set.of("if-none-match", "last-event-id");

    /** The header of preferences (RFC 7240). */
    static final String PREFER = "prefer";

    /**
     * The preference that each call states if it is the only one of the route: what is not there, or not in a state for
     * the change, is then answered as such, and not as a failure of the service.
     */
    static final String STRICT = "handling=strict";

    /** The headers of the protocol, which need no description of their own. */
    private static final Map<String, String> HEADERS = Map.of(
            "idempotency-key",
            "A repeated call with the same key changes nothing.",
            "if-match",
            "The version that the change applies to, such as 3; another version is refused.",
            "if-none-match",
            "* creates, and refuses to replace.");

    Arguments {
        byName = Collections.unmodifiableMap(byName);
    }

    /** Returns the arguments of a route. */
    static Arguments of(RouteDeclaration route, Contract contract) {
        Map<String, Argument> arguments = new LinkedHashMap<>();
        List<Parameter> parameters = new ArrayList<>(contract.parameters());
        contract.forms().forEach(form -> parameters.add(form.parameter()));
        for (String variable : variables(route.path())) {
            Parameter declared = find(parameters, Parameter.Place.PATH, variable);
            Schema schema = declared == null ? Schema.text() : declared.schema();
            add(arguments, new Argument(variable, Place.PATH, variable, schema, true, sentence(declared)));
        }
        boolean enveloped = parameters.removeIf(
                each -> each.place() == Parameter.Place.QUERY && each.name().equals(ENVELOPE));
        for (Parameter parameter : parameters) {
            if (parameter.place() == Parameter.Place.QUERY && !isOfPages(parameter)) {
                add(arguments, argument(parameter, parameter.name(), Place.QUERY, parameter.name()));
            } else if (parameter.place() == Parameter.Place.HEADER && isForCallers(parameter, route)) {
                String header = parameter.name().toLowerCase(Locale.ROOT);
                add(arguments, argument(parameter, header.replace('-', '_'), Place.HEADER, header));
            }
        }
        Schema body = contract.body();
        boolean reading = route.method().equals("get");
        if (reading || route.method().equals("delete") && body == null) {
            return new Arguments(arguments, !contract.declared(), BodyForm.NONE, enveloped);
        }
        if (body == null) {
            return new Arguments(arguments, !contract.declared(), BodyForm.MEMBERS, enveloped);
        }
        List<Schema> objects = objects(body);
        if (objects.isEmpty()) {
            add(arguments, new Argument(BODY, Place.BODY, BODY, body, contract.bodyRequired(), null));
            return new Arguments(arguments, false, BodyForm.WHOLE, enveloped);
        }
        objects.forEach(each -> addMembers(arguments, each, objects.size() == 1));
        return new Arguments(arguments, objects.stream().anyMatch(Arguments::isOpen), BodyForm.MEMBERS, enveloped);
    }

    private static Argument argument(Parameter declared, String name, Place place, String target) {
        String description = HEADERS.get(target);
        if (place != Place.HEADER || description == null) {
            description = declared.description();
        }
        return new Argument(name, place, target, declared.schema(), declared.required(), description);
    }

    private static void add(Map<String, Argument> arguments, Argument argument) {
        arguments.putIfAbsent(argument.name(), argument);
    }

    private static void addMembers(Map<String, Argument> arguments, Schema body, boolean only) {
        body.members().forEach((member, schema) -> {
            if (!isAssigned(schema)) {
                Object sentence = schema.keyword("description");
                String description = sentence instanceof String text ? text : null;
                boolean required = only && body.requires(member);
                add(arguments, new Argument(member, Place.BODY, member, schema, required, description));
            }
        });
    }

    /** Whether only the service gives a member its value. */
    private static boolean isAssigned(Schema member) {
        return Boolean.TRUE.equals(member.keyword("readOnly"));
    }

    /** Returns the object that a body is, or the alternatives if each of them is an object; otherwise none. */
    private static List<Schema> objects(Schema body) {
        if (body.isObject()) {
            return List.of(body);
        }
        if (!(body.keyword("anyOf") instanceof List<?> alternatives)) {
            return List.of();
        }
        List<Schema> objects = new ArrayList<>();
        for (Object each : alternatives) {
            if (!(each instanceof Schema schema) || !schema.isObject()) {
                return List.of();
            }
            objects.add(schema);
        }
        return objects;
    }

    private static boolean isOpen(Schema body) {
        Object others = body.keyword("additionalProperties");
        return Boolean.TRUE.equals(others) || others instanceof Schema;
    }

    private static boolean isForCallers(Parameter header, RouteDeclaration route) {
        String name = header.name().toLowerCase(Locale.ROOT);
        String principal = route.principalHeader();
        boolean reading = route.method().equals("get");
        return !name.startsWith("accept")
                && !isStrictness(header)
                && !(principal != null && name.equalsIgnoreCase(principal))
                && !(reading && NOT_FOR_READERS.contains(name));
    }

    /** Whether only pages in a browser heed a parameter: its schema then says {@code x-precinct-page: true}. */
    private static boolean isOfPages(Parameter parameter) {
        return Boolean.TRUE.equals(parameter.schema().keyword("x-precinct-page"));
    }

    private static boolean isStrictness(Parameter header) {
        return header.name().equalsIgnoreCase(PREFER)
                && List.of(STRICT).equals(header.schema().keyword("enum"));
    }

    /** Whether a route takes {@link #STRICT} as its only preference, which is then no argument. */
    static boolean takesStrictness(Contract contract) {
        return contract.parameters().stream()
                .anyMatch(parameter -> parameter.place() == Parameter.Place.HEADER && isStrictness(parameter));
    }

    private static @Nullable Parameter find(List<Parameter> parameters, Parameter.Place place, String name) {
        return parameters.stream()
                .filter(each -> each.place() == place && each.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static @Nullable String sentence(@Nullable Parameter declared) {
        return declared == null ? null : declared.description();
    }

    private static Set<String> variables(String path) {
        Set<String> variables = new LinkedHashSet<>();
        for (String segment : path.split("/", -1)) {
            if (segment.startsWith(":") || segment.startsWith("*")) {
                variables.add(segment.substring(1));
            }
        }
        return variables;
    }

    /** Whether the operation has an argument of this name in the query. */
    boolean queries(String name) {
        Argument argument = byName.get(name);
        return argument != null && argument.place() == Place.QUERY;
    }

    /** Whether the operation answers the part of something between two whole numbers, such as lines. */
    boolean ranges(String from, String to) {
        return isNumberInQuery(from) && isNumberInQuery(to);
    }

    private boolean isNumberInQuery(String name) {
        Argument argument = byName.get(name);
        return argument != null
                && argument.place() == Place.QUERY
                && "integer".equals(argument.schema().keyword("type"));
    }
}
