package io.precinct.core.api.dispatch;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs requests through the chains of their routes. A service, implemented by the core. Thread-safe. */
public interface Dispatcher {
    /**
     * Runs a request on the calling thread, to the answer that is to be sent. Whatever goes wrong becomes an answer;
     * nothing is thrown.
     */
    Answer dispatch(Request request);

    /**
     * Runs a request on the calling thread and hands its answer to {@code responder}: on this thread, before this
     * returns, wherever the request ends in time. One that does not is given up: the responder hears of it on another
     * thread, while this call goes on until the boundary lets go of its thread.
     */
    default void dispatch(Request request, Responder responder) {
        responder.answer(dispatch(request));
    }

    /**
     * Whether a request is one of those that an operator needs to find out what is wrong and to mend it: health, figures,
     * inspection and administration. They are served where others are refused because too many are under way.
     *
     * @param method as it was sent
     * @param rawPath as it was sent
     */
    default boolean essential(String method, String rawPath) {
        return false;
    }

    /**
     * What the route of a request declares about who may reach it. If routes answer its path, but none its method, that
     * is what all of them declare, as far as they agree. Matches the path once, takes no lock, and must only be asked
     * about a path whose spelling has been checked.
     *
     * @param method as it was sent
     * @param rawPath as it was sent
     * @since 1.1
     */
    default RouteAccess access(String method, String rawPath) {
        return RouteAccess.NO_ROUTE;
    }

    /**
     * The symbolic name of the bundle that contributes the route of a request; null if there is none, or if
     * {@code service.yml} has it. If routes answer the path, but none the method, the bundle that contributes all of them.
     * To be asked as {@link #access} is.
     *
     * @param method as it was sent
     * @param rawPath as it was sent
     * @since 1.2
     */
    default @Nullable String owner(String method, String rawPath) {
        return null;
    }

    /**
     * The request headers, in lower case, by which some route takes the principal of unauthenticated clients. A listener
     * that authenticates must remove them from every request.
     *
     * @since 1.1
     */
    default Set<String> principalHeaders() {
        return Set.of();
    }

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
