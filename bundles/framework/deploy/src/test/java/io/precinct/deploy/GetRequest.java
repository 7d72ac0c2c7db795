package io.precinct.deploy;

import io.precinct.api.boundary.Body;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.Request;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A request without a socket, to a container whose core answers. */
public record GetRequest(String rawPath) implements Request {
    /** Status and body of the answer, as text. */
    public static String of(TestContainer container, String path) {
        try (Answer answer = container.service(Dispatcher.class).dispatch(new GetRequest(path))) {
            String body = answer.body() instanceof Body.Rendered rendered
                    ? new String(rendered.content(), StandardCharsets.UTF_8)
                    : answer.body().toString();
            return answer.status() + " " + body;
        }
    }

    @Override
    public String method() {
        return "GET";
    }

    @Override
    public String rawQuery() {
        return null;
    }

    @Override
    public String header(String name) {
        return null;
    }

    @Override
    public Map<String, Object> headers() {
        return Map.of();
    }

    @Override
    public boolean hasBody() {
        return false;
    }

    @Override
    public byte[] body(long limit) {
        return new byte[0];
    }

    @Override
    public String adapter() {
        return null;
    }

    @Override
    public Caller caller() {
        return Caller.IN_PROCESS;
    }
}
