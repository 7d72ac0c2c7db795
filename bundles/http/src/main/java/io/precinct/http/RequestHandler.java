package io.precinct.http;

import io.precinct.core.api.dispatch.Dispatcher;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Where Jetty hands over a request: admits it, dispatches it, sends the answer. Thread-safe. */
final class RequestHandler extends Handler.Abstract {
    private static final DirectAnswer SERVER_OPTIONS = DirectAnswer.of(204, "");
    private static final DirectAnswer NO_TUNNEL = DirectAnswer.of(501, "this service is no proxy");

    private final Dispatcher dispatcher;
    private final Traffic traffic;
    private final AnswerWriter writer;
    private volatile Policy policy;

    RequestHandler(Dispatcher dispatcher, Traffic traffic, Policy policy) {
        this.dispatcher = dispatcher;
        this.traffic = traffic;
        this.writer = new AnswerWriter(traffic);
        this.policy = policy;
    }

    Policy policy() {
        return policy;
    }

    /** Requests that come from now on are treated so. */
    void policy(Policy next) {
        policy = next;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Policy current = policy;
        traffic.counters.requests.increment();
        int inFlight = traffic.enter();
        var exchange = new Exchange(traffic, current, request, response, callback);
        try {
            DirectAnswer direct = admit(current, exchange, inFlight);
            if (direct == null) {
                writer.send(exchange, dispatcher.dispatch(exchange.received()));
            } else {
                writer.send(exchange, direct);
            }
        } catch (Throwable problem) {
            // Whatever befalls a request, its exchange has to end, or the service would wait for it when it stops.
            writer.broken(exchange, problem);
        }
        return true;
    }

    /** What to answer instead of dispatching the request, or null. */
    private @Nullable DirectAnswer admit(Policy current, Exchange exchange, int inFlight) {
        Counters counters = traffic.counters;
        if (inFlight > current.settings().limits().inFlight()) {
            counters.overloaded.increment();
            return DirectAnswer.OVERLOADED;
        }
        DirectAnswer foreign =
                current.guard().check(exchange.request(), exchange.response().getHeaders());
        if (foreign != null) {
            if (foreign != DirectAnswer.PREFLIGHT) {
                counters.foreign.increment();
            }
            return foreign;
        }
        RateLimit rate = current.rate();
        if (rate != null && !rate.admits(exchange.received().caller().address())) {
            counters.rateLimited.increment();
            return DirectAnswer.RATE_LIMITED;
        }
        return exchange.received().rawPath().startsWith("/")
                        && !exchange.request().getMethod().equals("CONNECT")
                ? null
                : withoutPath(exchange);
    }

    /** {@code OPTIONS *} and {@code CONNECT} name no resource, so no route can answer them (RFC 9110 §9.3.6, §9.3.7). */
    private static DirectAnswer withoutPath(Exchange exchange) {
        if (exchange.request().getMethod().equals("OPTIONS")) {
            return SERVER_OPTIONS;
        }
        return exchange.request().getMethod().equals("CONNECT")
                ? NO_TUNNEL
                : DirectAnswer.of(400, "the request names no path");
    }
}
