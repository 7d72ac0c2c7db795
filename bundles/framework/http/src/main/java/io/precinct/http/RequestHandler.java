package io.precinct.http;

import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.Responder;
import java.io.EOFException;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Receives requests from Jetty: admits each, dispatches it, sends the answer. Thread-safe. */
final class RequestHandler extends Handler.Abstract {
    /** Requests in flight beyond the limit, reserved for those that operators need to find and fix problems. */
    static final int RESERVE = 32;

    private static final DirectAnswer SERVER_OPTIONS = DirectAnswer.of(204, "");
    private static final DirectAnswer NO_TUNNEL = DirectAnswer.of(501, "this service is not a proxy");

    private final Dispatcher dispatcher;
    private final RequestsInFlight traffic;
    private final AccessCheck access;
    private final AnswerWriter writer;
    private volatile ListenerPolicy policy;

    RequestHandler(Dispatcher dispatcher, RequestsInFlight traffic, AccessCheck access, ListenerPolicy policy) {
        this.dispatcher = dispatcher;
        this.access = access;
        this.traffic = traffic;
        this.writer = new AnswerWriter(traffic);
        this.policy = policy;
    }

    ListenerPolicy policy() {
        return policy;
    }

    /** Applies a policy to requests from now on. */
    void policy(ListenerPolicy next) {
        policy = next;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        long entered = System.nanoTime();
        ListenerPolicy current = policy;
        traffic.counters.requests.increment();
        int inFlight = traffic.enter();
        var exchange = new HttpExchange(traffic, current, request, response, callback);
        try {
            // First: otherwise it would be uncertain where the next request on that connection begins.
            DirectAnswer badlyFramed = badlyFramed(exchange);
            OwnAnswer direct = admit(current, exchange, inFlight);
            direct = direct == null ? badlyFramed : direct;
            if (direct == null) {
                dispatcher.dispatch(exchange.received(), new Sender(writer, exchange));
            } else {
                writer.send(exchange, direct);
            }
        } catch (Throwable problem) {
            // Whatever happens to a request, its exchange must end, or the service would wait for it when it stops.
            writer.broken(exchange, problem);
        }
        RequestThreads.answered(System.nanoTime() - entered);
        return true;
    }

    /** Sends the answer of one request: on its own thread, or on another one if the request was given up. */
    private record Sender(AnswerWriter writer, HttpExchange exchange) implements Responder {
        @Override
        public void answer(Answer answer) {
            try {
                writer.send(exchange, answer);
            } catch (Throwable problem) {
                writer.broken(exchange, problem);
            }
        }

        @Override
        public void abandon() {
            exchange.abort(new EOFException("there is no answer"));
        }

        @Override
        public void clientLeft(@Nullable String route) {
            exchange.route(route);
            exchange.clientLeft();
        }
    }

    /** The answer to a request that is not dispatched, or null. */
    private @Nullable OwnAnswer admit(ListenerPolicy current, HttpExchange exchange, int inFlight) {
        int most = current.settings().limits().inFlight();
        if (inFlight > most && !(inFlight <= most + RESERVE && essential(exchange.received()))) {
            traffic.counters.overloaded.increment();
            return DirectAnswer.OVERLOADED;
        }
        boolean open = access == AccessCheck.OPEN;
        // A guarded entrance works for its verdict, so excess requests do not even reach it.
        DirectAnswer refused = open ? null : tooFast(current, exchange);
        if (!open && refused == null && access.owns(exchange.received().rawPath())) {
            DirectAnswer foreign = foreign(current, exchange);
            return foreign == null ? access.answer(exchange.received()) : foreign;
        }
        refused = refused == null ? atEntrance(exchange) : refused;
        refused = refused == null ? foreign(current, exchange) : refused;
        refused = refused == null && open ? tooFast(current, exchange) : refused;
        return refused == null ? withoutPath(exchange) : refused;
    }

    private boolean essential(ReceivedRequest received) {
        return dispatcher.essential(received.method(), received.rawPath());
    }

    private static @Nullable DirectAnswer badlyFramed(HttpExchange exchange) {
        DirectAnswer refused = Framing.refused(exchange.request());
        if (refused != null) {
            exchange.closeConnection();
        }
        return refused;
    }

    private @Nullable DirectAnswer atEntrance(HttpExchange exchange) {
        ReceivedRequest received = exchange.received();
        if (access == AccessCheck.OPEN) {
            return null;
        }
        return switch (judge(exchange.request(), received.rawPath(), received.caller())) {
            case AccessCheck.Verdict.Passes passes -> {
                received.passed(passes.caller(), passes.hidden(), passes.lasts());
                if (passes.cookie() != null) {
                    exchange.response().getHeaders().add(HttpHeader.SET_COOKIE, passes.cookie());
                }
                yield null;
            }
            case AccessCheck.Verdict.Refused refused -> {
                received.passed(refused.caller(), Set.of(), AccessCheck.Verdict.ALWAYS);
                yield DirectAnswer.of(refused);
            }
        };
    }

    /**
     * The answer to a request that could not be read, or null. If reading failed before its credentials, it counts as
     * having none.
     */
    @Nullable
    DirectAnswer atEntrance(Request malformed, Caller caller, String reason) {
        return access != AccessCheck.OPEN
                        && judge(malformed, "", caller) instanceof AccessCheck.Verdict.Refused refused
                        && refused.caller().identity() == null
                ? DirectAnswer.of(refused.because(reason))
                : null;
    }

    private AccessCheck.Verdict judge(Request request, String rawPath, Caller caller) {
        AccessCheck.Verdict verdict = access.judge(new AccessCheck.Visitor(
                request.getMethod(),
                rawPath,
                request.getHttpURI().getQuery(),
                request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION),
                caller,
                new HeaderView(request.getHeaders(), BrowserGuard.authority(request), Set.of())::header));
        if (verdict instanceof AccessCheck.Verdict.Refused refused) {
            traffic.counters.refused(refused.code());
        }
        return verdict;
    }

    private @Nullable DirectAnswer foreign(ListenerPolicy current, HttpExchange exchange) {
        ReceivedRequest received = exchange.received();
        DirectAnswer foreign = current.guard()
                .check(
                        exchange.request(),
                        exchange.response().getHeaders(),
                        () -> dispatcher.refusesForeignPages(received.method(), received.rawPath()));
        if (foreign != null && foreign != DirectAnswer.PREFLIGHT) {
            traffic.counters.foreign.increment();
        }
        return foreign;
    }

    private @Nullable DirectAnswer tooFast(ListenerPolicy current, HttpExchange exchange) {
        RateLimit rate = current.rate();
        if (rate == null || rate.admits(exchange.received().caller().address())) {
            return null;
        }
        traffic.counters.rateLimited.increment();
        return DirectAnswer.RATE_LIMITED;
    }

    /** {@code OPTIONS *} and {@code CONNECT} name no resource, so no route can answer them (RFC 9110 §9.3.6, §9.3.7). */
    private static @Nullable DirectAnswer withoutPath(HttpExchange exchange) {
        String method = exchange.request().getMethod();
        if (method.equals("CONNECT")) {
            return NO_TUNNEL;
        }
        if (exchange.received().rawPath().startsWith("/")) {
            return null;
        }
        return method.equals("OPTIONS") ? SERVER_OPTIONS : DirectAnswer.of(400, "the request names no path");
    }
}
