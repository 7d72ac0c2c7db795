package io.precinct.http;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Headers;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.common.uri.PercentCoding;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.Request;
import io.precinct.core.api.dispatch.Responder;
import io.precinct.core.api.dispatch.RouteAccess;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Answers by path; counts the answers that are still open, as a core counts its pinned chains. */
final class TestDispatcher implements Dispatcher {
    interface Route {
        Reply answer(Request request) throws IOException, InterruptedException;
    }

    final AtomicInteger pinned = new AtomicInteger();
    final AtomicInteger dispatched = new AtomicInteger();
    /** How often a route was looked up for its access. */
    final AtomicInteger lookedUp = new AtomicInteger();

    private final Map<String, Route> routes = new ConcurrentHashMap<>();
    private final List<RouteDeclaration> declared = new CopyOnWriteArrayList<>();

    TestDispatcher() {
        on("/hello", _ -> text(200, "hello"));
        on("/request", TestDispatcher::describe);
        on("/length", request -> text(200, Integer.toString(request.body(1 << 20).length)));
        on("/unread", _ -> text(200, "not read"));
    }

    TestDispatcher on(String path, Route route) {
        routes.put(path, route);
        return this;
    }

    /** Declares the access of a route; {@link #on} adds its answer. */
    TestDispatcher declare(RouteDeclaration route) {
        declared.add(route);
        return this;
    }

    /** Declares the paths that most tests of the gateway request, and all paths below them. */
    TestDispatcher exposeTasks() {
        for (String method : List.of("get", "post")) {
            declare(RouteDeclaration.of(method, "/api/tasks").exposed().principalIn("X-Detective"));
            declare(RouteDeclaration.of(method, "/api/tasks/*rest").exposed());
        }
        return this;
    }

    @Override
    public RouteAccess access(String method, String rawPath) {
        lookedUp.incrementAndGet();
        return declared.stream()
                .filter(route -> route.method().equals(method.toLowerCase(Locale.ROOT)))
                .filter(route -> matches(route.path(), rawPath))
                .findFirst()
                .map(RouteAccess::of)
                .orElse(RouteAccess.NO_ROUTE);
    }

    @Override
    public boolean refusesForeignPages(String method, String rawPath) {
        return declared.stream().anyMatch(route -> route.refusesForeignPages() && matches(route.path(), rawPath));
    }

    @Override
    public Set<String> principalHeaders() {
        return declared.stream()
                .map(RouteDeclaration::principalHeader)
                .filter(Objects::nonNull)
                .map(header -> header.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    private static boolean matches(String pattern, String rawPath) {
        String[] wanted = pattern.split("/", -1);
        String[] path = rawPath.split("/", -1);
        for (int i = 0; i < wanted.length && i < path.length; i++) {
            if (wanted[i].startsWith("*")) {
                return true;
            }
            if (!wanted[i].startsWith(":") && !wanted[i].equals(PercentCoding.decode(path[i]))) {
                return false;
            }
        }
        return wanted.length == path.length;
    }

    static Reply text(int status, String text) {
        return Reply.of(status, Body.text("text/plain; charset=utf-8", text));
    }

    static Reply json(int status, Object payload) {
        return Reply.of(status, new Body.Rendered("application/json", Json.compactBytes(payload), "json", payload));
    }

    static Reply describe(Request request) throws IOException {
        return json(
                200,
                Data.map(
                        "method", request.method(),
                        "path", request.rawPath(),
                        "query", request.rawQuery(),
                        "headers", Map.copyOf(request.headers()),
                        "has_body", request.hasBody(),
                        "length", request.hasBody() ? request.body(1 << 20).length : -1,
                        "adapter", request.adapter(),
                        "address", request.caller().address(),
                        "loopback", request.caller().loopback(),
                        "admin", request.caller().admin(),
                        "identity", request.caller().identity(),
                        "roles", request.caller().roles().stream().sorted().toList(),
                        "virtual", Thread.currentThread().isVirtual()));
    }

    /** Thrown by a route whose request the core would give up, since its client has left. */
    static final class ClientLeft extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public void dispatch(Request request, Responder responder) {
        Answer answer;
        try {
            answer = dispatch(request);
        } catch (ClientLeft e) {
            pinned.decrementAndGet();
            responder.clientLeft(request.rawPath().substring(1));
            return;
        }
        responder.answer(answer);
    }

    @Override
    public Answer dispatch(Request request) {
        dispatched.incrementAndGet();
        pinned.incrementAndGet();
        Reply reply;
        try {
            Route route = routes.get(request.rawPath());
            reply = route == null ? text(404, "no such route") : route.answer(request);
        } catch (Request.BodyTooLarge e) {
            reply = text(413, "at most " + e.limit());
        } catch (IOException e) {
            reply = text(400, "unreadable body");
        } catch (InterruptedException e) {
            reply = text(500, "interrupted");
        }
        return new PinnedAnswer(reply, request.rawPath().substring(1), new AtomicBoolean());
    }

    private final class PinnedAnswer implements Answer {
        private final Reply reply;
        private final String route;
        private final AtomicBoolean closed;

        PinnedAnswer(Reply reply, String route, AtomicBoolean closed) {
            this.reply = reply;
            this.route = route;
            this.closed = closed;
        }

        @Override
        public int status() {
            return reply.status();
        }

        @Override
        public Headers headers() {
            return reply.headers();
        }

        @Override
        public Body body() {
            return reply.body();
        }

        @Override
        public String route() {
            return route;
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                pinned.decrementAndGet();
            }
        }
    }

    @Override
    public Map<String, Object> runScenario(
            String route, String scenario, Map<String, Object> params, Map<String, Object> headers) {
        throw new UnsupportedOperationException("the listener runs no scenarios");
    }
}
