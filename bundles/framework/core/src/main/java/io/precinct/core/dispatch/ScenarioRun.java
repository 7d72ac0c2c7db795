package io.precinct.core.dispatch;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.NotPlainData;
import io.precinct.api.envelope.Envelope;
import io.precinct.api.envelope.Stage;
import io.precinct.common.uri.PercentCoding;
import io.precinct.core.api.chain.RouteInfo;
import io.precinct.core.api.config.ScenarioSource;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.Request;
import io.precinct.core.chain.Chain;
import io.precinct.core.chain.ChainEnvironment;
import io.precinct.core.chain.ScenarioResolution;
import io.precinct.core.chain.Snapshot;
import io.precinct.core.envelope.OutsideContext;
import io.precinct.core.route.PathPattern;
import io.precinct.core.route.PathPattern.Segment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * {@code Scenario#run}: sends the request of a declared scenario through its route, in process, and reports the result
 * of the probe. A scenario may have its own {@code params} and {@code headers}; evaluation ignores them. In the path and
 * in headers, which are text, a value that is not text is sent as JSON; a header that is null is not sent.
 */
public record ScenarioRun(Snapshot snapshot, Dispatcher dispatcher) {
    private static final String PARAMS = "params";
    private static final String HEADERS = "headers";
    /** Stands in place of a scenario's name for all scenarios of the route. */
    private static final String ALL = "route";

    /**
     * Runs one scenario.
     *
     * @param scenario name of the scenario, or {@code route} for all scenarios of the route
     * @param params overlay the scenario's own
     * @param headers overlay the scenario's own
     * @return {@code route, scenario, passed} and either {@code status, body} or an {@code error}; if the route or the
     *     scenario is unknown, also the names that are {@code available}
     */
    public Map<String, @Nullable Object> run(
            String routeName,
            String scenario,
            Map<String, @Nullable Object> params,
            Map<String, @Nullable Object> headers) {
        Chain chain = snapshot.chains().stream()
                .filter(c -> c.route() != null && c.route().name().equals(routeName))
                .findFirst()
                .orElse(null);
        if (chain == null) {
            return unknown(
                    routeName,
                    scenario,
                    "no route is named " + routeName + "; available are those that have scenarios",
                    snapshot.environment().configuration().scenarios().keySet());
        }
        Set<String> declared =
                snapshot.environment().configuration().scenariosOf(routeName).keySet();
        if (!declared.contains(scenario) && !(scenario.equals(ALL) && !declared.isEmpty())) {
            return unknown(
                    routeName, scenario, "the route " + routeName + " has no scenario named " + scenario, declared);
        }
        InProcess request;
        try {
            RouteInfo route = Objects.requireNonNull(chain.route());
            request = request(route, scenario, envelope(routeName, scenario, params, headers));
        } catch (IllegalArgumentException | ScenarioResolution.Unresolved e) {
            return failed(routeName, scenario, String.valueOf(e.getMessage()));
        }
        try (Answer answer = dispatched(request)) {
            Object body = answer.body().raw()
                    ? answer.body().descriptor(answer.status())
                    : answer.body().payload();
            return Data.map(
                    "route", routeName,
                    "scenario", scenario,
                    "passed", passed(answer),
                    "status", answer.status(),
                    "body", body);
        }
    }

    /** Dispatches on a separate thread, so that the caller can still be interrupted if a boundary never returns. */
    private Answer dispatched(Request request) {
        var answer = new CompletableFuture<Answer>();
        Thread running = Thread.ofPlatform().daemon().name("scenario").start(() -> {
            try {
                dispatcher.dispatch(request, answer::complete);
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            return answer.get();
        } catch (InterruptedException e) {
            running.interrupt();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the scenario ran", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the scenario could not be run", e.getCause());
        }
    }

    private Envelope envelope(
            String route, String scenario, Map<String, @Nullable Object> params, Map<String, @Nullable Object> headers)
            throws ScenarioResolution.Unresolved {
        ChainEnvironment environment = snapshot.environment();
        ScenarioSource source = environment.configuration().scenariosOf(route).get(scenario);
        Map<String, @Nullable Object> own =
                source == null ? Map.of() : new ScenarioResolution(environment, source).members(PARAMS, HEADERS);
        return environment
                .catalogue()
                .build(
                        Stage.SCENARIO,
                        b -> b.set("runtime", environment.runtime())
                                .set("context", new OutsideContext("scenario"))
                                .set(PARAMS, merged(own, PARAMS, params))
                                .set(HEADERS, merged(own, HEADERS, headers)));
    }

    /** Whether the probe passed: read from the body or, if that is raw, from a header that the probe sets only then. */
    private static boolean passed(Answer answer) {
        if (answer.body().raw()) {
            return answer.headers().first(OptionNames.VERIFIED_HEADER) != null;
        }
        return answer.body().payload() instanceof Map<?, ?> map
                && map.get("_verify") instanceof List<?> results
                && !results.isEmpty()
                && results.stream().allMatch(r -> r instanceof Map<?, ?> m && Boolean.TRUE.equals(m.get("passed")));
    }

    /** The report of a scenario that could not be run. */
    public static Map<String, @Nullable Object> failed(String route, String scenario, String error) {
        return Data.map("route", route, "scenario", scenario, "passed", false, "error", error);
    }

    private static Map<String, @Nullable Object> unknown(
            String route, String scenario, String error, Set<String> available) {
        return Data.mapBuilder()
                .putAll(failed(route, scenario, error))
                .put("available", List.copyOf(available))
                .build();
    }

    /** The scenario's own entries of {@code member}, overlaid by the caller's. */
    private static Map<String, @Nullable Object> merged(
            Map<String, @Nullable Object> own, String member, Map<String, @Nullable Object> given) {
        var all = new LinkedHashMap<String, @Nullable Object>();
        if (own.get(member) instanceof Map<?, ?> declared) {
            declared.forEach((key, value) -> all.put(String.valueOf(key), value));
        }
        all.putAll(given);
        try {
            return Data.freezeMap(all);
        } catch (NotPlainData e) {
            throw new IllegalArgumentException("\"" + member + "\" of the scenario: " + e.getMessage(), e);
        }
    }

    private static InProcess request(RouteInfo route, String scenario, Envelope envelope) {
        Map<?, ?> params = (Map<?, ?>) Objects.requireNonNull(envelope.get(PARAMS));
        var body = new LinkedHashMap<String, @Nullable Object>();
        params.forEach((key, value) -> body.put(String.valueOf(key), value));
        var path = new StringBuilder();
        for (Segment segment : PathPattern.of(route.declaration().path()).segments()) {
            path.append('/')
                    .append(
                            switch (segment) {
                                case Segment.Static s -> PercentCoding.encode(s.text());
                                case Segment.Variable v -> PercentCoding.encode(taken(body, v.name()));
                                case Segment.Rest r -> PercentCoding.encodePath(taken(body, r.name()));
                            });
        }
        var headers = new LinkedHashMap<String, @Nullable Object>();
        ((Map<?, ?>) Objects.requireNonNull(envelope.get(HEADERS)))
                .forEach((key, value) ->
                        headers.put(String.valueOf(key).toLowerCase(Locale.ROOT), value == null ? null : text(value)));
        headers.values().removeIf(Objects::isNull);
        headers.put("accept", "application/json");
        headers.put("content-type", "application/json");
        headers.put(OptionNames.VERIFY_HEADER, scenario);
        byte[] json = body.isEmpty() ? new byte[0] : Json.compactBytes(Data.freezeMap(body));
        return new InProcess(route.declaration().method().toUpperCase(Locale.ROOT), path.toString(), headers, json);
    }

    private static String taken(Map<String, @Nullable Object> params, String name) {
        if (!params.containsKey(name)) {
            throw new IllegalArgumentException("the path needs the parameter " + name + "; give it, or put it under"
                    + " \"params\" of the scenario");
        }
        return text(params.remove(name));
    }

    /** A value where a request has text, in a path or a header: text as it is, any other value as JSON. */
    private static String text(@Nullable Object value) {
        return value instanceof String text ? text : Json.compact(value);
    }

    /** A request made in process, which no listener received. */
    private record InProcess(String method, String rawPath, Map<String, @Nullable Object> headers, byte[] json)
            implements Request {
        @Override
        public @Nullable String rawQuery() {
            return null;
        }

        @Override
        public @Nullable String header(String name) {
            return headers.get(name) instanceof String text ? text : null;
        }

        @Override
        public boolean hasBody() {
            return json.length > 0;
        }

        @Override
        public byte[] body(long limit) {
            return json;
        }

        @Override
        public @Nullable String adapter() {
            return null;
        }

        @Override
        public Caller caller() {
            return Caller.IN_PROCESS;
        }
    }
}
