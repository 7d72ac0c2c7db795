package io.precinct.core.api.dispatch;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs requests through the chains of their routes. A service, implemented by the core. Thread-safe. */
public interface Dispatcher {
    /**
     * Runs a request on the calling thread and returns the answer to send. Every failure becomes an answer; nothing is
     * thrown.
     */
    Answer dispatch(Request request);

    /**
     * Runs a request on the calling thread and passes its answer to {@code responder}: on this thread, before this
     * returns, if the request ends in time. Otherwise it is given up: the responder is called on another thread, while
     * this call continues until the boundary returns its thread.
     */
    default void dispatch(Request request, Responder responder) {
        responder.answer(dispatch(request));
    }

    /**
     * Whether an operator needs a request to find and fix problems: health, metrics, inspection and administration.
     * Such requests are served even when others are refused because too many are under way.
     *
     * @param method as sent
     * @param rawPath as sent
     */
    default boolean essential(String method, String rawPath) {
        return false;
    }

    /**
     * Whether the route of a request refuses pages of other origins whatever the method. Matches the path once and takes
     * no lock.
     *
     * @param method as sent
     * @param rawPath as sent
     * @since 1.5
     */
    default boolean refusesForeignPages(String method, String rawPath) {
        return false;
    }

    /**
     * The declared access of a request's route. If routes match its path, but none its method, it is what all of them
     * declare, as far as they agree. Matches the path once, takes no lock, and must only be called for a path whose
     * spelling has been checked.
     *
     * @param method as sent
     * @param rawPath as sent
     * @since 1.1
     */
    default RouteAccess access(String method, String rawPath) {
        return RouteAccess.NO_ROUTE;
    }

    /**
     * The symbolic name of the bundle that contributes the route of a request; null if there is none, or if
     * {@code service.yml} has it. If routes match the path, but none the method, the bundle that contributes all of
     * them. To be called under the conditions of {@link #access}.
     *
     * @param method as sent
     * @param rawPath as sent
     * @since 1.2
     */
    default @Nullable String owner(String method, String rawPath) {
        return null;
    }

    /**
     * The request headers, in lower case, in which a route takes the principal of unauthenticated clients. A listener
     * that authenticates must remove them from every request.
     *
     * @since 1.1
     */
    default Set<String> principalHeaders() {
        return Set.of();
    }

    /**
     * Runs a declared scenario in process, as {@code Scenario#run}: builds an envelope of the stage {@code scenario}
     * and sends its {@code params} and {@code headers} through the route.
     *
     * @param route name of the route
     * @param scenario name of the scenario
     * @param params path variables and body members; may be empty
     * @param headers further request headers by lower-case name
     * @return {@code route, scenario, passed, status, body}: what a client would have received
     */
    Map<String, @Nullable Object> runScenario(
            String route, String scenario, Map<String, @Nullable Object> params, Map<String, @Nullable Object> headers);
}
