package io.precinct.boundary.operations;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.Request;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.deploy.TestContainer;
import io.precinct.deploy.TestPlugin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A container with core, deployer and these operations, which gets requests in process. */
final class OperationsContainer implements AutoCloseable {
    private final TestContainer container;

    OperationsContainer(Path data, Map<String, String> launch, List<RouteEntry> routes, Path... shipped)
            throws Exception {
        List<Path> bundles = new ArrayList<>(Arrays.asList(shipped));
        bundles.add(TestPlugin.gate().jar(data.resolveSibling("gate.jar")));
        container = TestContainer.withCore(data, routes, launch, bundles.toArray(Path[]::new));
        container.start(Path.of("target/classes"));
        container.awaitTrue(
                "the operations to be deployed",
                () -> container.service(Inspection.class).plugins().boundaries().containsKey("operations.health"));
    }

    /** A route of {@code service.yml}. */
    static RouteEntry route(String name, String path, int line, boolean optional, String... boundaries) {
        return route("get", name, path, line, optional, boundaries);
    }

    /** A route of {@code service.yml} with a method. */
    static RouteEntry route(String method, String name, String path, int line, boolean optional, String... boundaries) {
        return new RouteEntry(
                name,
                RouteDeclaration.of(method, path),
                List.of(boundaries),
                optional,
                null,
                new Location("/etc/precinct/service.yml", line, 1));
    }

    TestContainer container() {
        return container;
    }

    /** An answer; its body is plain data if it can be, else text. */
    record Answered(int status, Object body, Answer answer) {
        @SuppressWarnings("unchecked")
        Map<String, Object> data() {
            return (Map<String, Object>) body;
        }

        String text() {
            return (String) body;
        }
    }

    Answered get(String path) {
        return send(new Sent("GET", path, Map.of(), new byte[0], Caller.IN_PROCESS));
    }

    Answered get(String path, String accept) {
        return send(new Sent("GET", path, Map.of("accept", accept), new byte[0], Caller.IN_PROCESS));
    }

    Answered send(String method, String path, String json) {
        Map<String, Object> headers = Map.of("content-type", "application/json");
        return send(new Sent(method, path, headers, json.getBytes(StandardCharsets.UTF_8), Caller.IN_PROCESS));
    }

    Answered upload(String path, byte[] jar) {
        Map<String, Object> headers = Map.of("content-type", "application/java-archive");
        return send(new Sent("POST", path, headers, jar, Caller.IN_PROCESS));
    }

    /** A request from this machine without the token. */
    Answered getAsStranger(String path) {
        return send(new Sent("GET", path, Map.of(), new byte[0], new Caller("127.0.0.1", true, false, null, Set.of())));
    }

    private Answered send(Sent sent) {
        try (Answer answer = container.service(Dispatcher.class).dispatch(sent)) {
            Object body = switch (answer.body()) {
                case Body.Rendered rendered -> rendered.payload();
                case Body.Bytes bytes -> new String(bytes.content(), StandardCharsets.UTF_8);
                default -> throw new IllegalStateException("unexpected body " + answer.body());
            };
            return new Answered(answer.status(), body, answer);
        }
    }

    private record Sent(String method, String target, Map<String, Object> headers, byte[] content, Caller caller)
            implements Request {
        @Override
        public String rawPath() {
            return target.split("\\?", 2)[0];
        }

        @Override
        public String rawQuery() {
            String[] parts = target.split("\\?", 2);
            return parts.length == 2 ? parts[1] : null;
        }

        @Override
        public String header(String name) {
            return switch (name) {
                case "content-length" -> Integer.toString(content.length);
                default -> (String) headers.get(name);
            };
        }

        @Override
        public Map<String, Object> headers() {
            return new LinkedHashMap<>(headers);
        }

        @Override
        public boolean hasBody() {
            return content.length > 0;
        }

        @Override
        public byte[] body(long limit) throws BodyTooLarge {
            if (content.length > limit) {
                throw new BodyTooLarge(limit);
            }
            return content;
        }

        @Override
        public String adapter() {
            return "test";
        }
    }

    @Override
    public void close() throws Exception {
        container.close();
    }
}
