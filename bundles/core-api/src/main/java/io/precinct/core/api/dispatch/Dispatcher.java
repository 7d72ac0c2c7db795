package io.precinct.core.api.dispatch;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs requests through the chains of their routes. A service, implemented by the core. Thread-safe. */
public interface Dispatcher {
    /**
     * Runs a request on the calling thread, to the answer that is to be sent. Whatever goes wrong becomes an answer;
     * nothing is thrown.
     */
    Answer dispatch(Request request);

    /**
     * Runs a declared scenario in process, as {@code Scenario#run}: builds an envelope of the stage {@code scenario} and
     * sends its {@code params} and {@code headers} through the route.
     *
     * @param route name of the route
     * @param scenario name of the scenario
     * @param params path variables and body members; may be empty
     * @param headers further request headers by lower-case name
     * @return {@code route, scenario, passed, status, body}: what a client would have got
     */
    Map<String, @Nullable Object> runScenario(
            String route, String scenario, Map<String, @Nullable Object> params, Map<String, @Nullable Object> headers);
}
