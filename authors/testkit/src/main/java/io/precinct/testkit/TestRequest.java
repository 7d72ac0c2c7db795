package io.precinct.testkit;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.core.Core;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Request;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds a request and {@linkplain #send sends} it. Not thread-safe. */
public final class TestRequest {
    private static final Caller CLIENT = new Caller("127.0.0.1", true, false, null, Set.of());

    private final Core core;
    private final String method;
    private final String target;
    private final Map<String, @Nullable Object> headers = new LinkedHashMap<>();
    private byte[] body = new byte[0];
    private Caller caller = CLIENT;

    TestRequest(Core core, String method, String target) {
        this.core = core;
        this.method = method;
        this.target = target;
    }

    /** Sets a header. */
    public TestRequest header(String name, String value) {
        headers.put(name.toLowerCase(Locale.ROOT), value);
        return this;
    }

    /** Asks for a media type. */
    public TestRequest accept(String mediaType) {
        return header("Accept", mediaType);
    }

    /** Asks for a scenario, or {@code route} for all of them. */
    public TestRequest verify(String scenario) {
        return header("X-Service-Verify", scenario);
    }

    /** Asks for a trace. */
    public TestRequest trace() {
        return header("X-Service-Trace", "1");
    }

    /** Makes an authenticated user the caller, as behind the gateway: the envelope's {@code identity}. */
    public TestRequest as(String user, String... roles) {
        var identity = Data.map("name", user, "roles", List.of(roles));
        caller = new Caller("127.0.0.1", false, false, identity, Set.of(roles));
        return this;
    }

    /** Sets a JSON body, of plain data. */
    public TestRequest json(@Nullable Object data) {
        return body("application/json", Json.compact(data));
    }

    /** Sets a body of text in UTF-8. */
    public TestRequest body(String mediaType, String text) {
        body = text.getBytes(StandardCharsets.UTF_8);
        return header("Content-Type", mediaType);
    }

    /** Sends the request through the chain and waits for the answer. */
    public TestAnswer send() {
        try (Answer answer = core.dispatch(new Sent())) {
            return TestAnswer.of(answer);
        }
    }

    private final class Sent implements Request {
        private final int question = target.indexOf('?');

        @Override
        public String method() {
            return method;
        }

        @Override
        public String rawPath() {
            return question < 0 ? target : target.substring(0, question);
        }

        @Override
        public @Nullable String rawQuery() {
            return question < 0 ? null : target.substring(question + 1);
        }

        @Override
        public @Nullable String header(String name) {
            return (String) headers.get(name);
        }

        @Override
        public Map<String, @Nullable Object> headers() {
            return headers;
        }

        @Override
        public boolean hasBody() {
            return body.length > 0;
        }

        @Override
        public byte[] body(long limit) throws BodyTooLarge {
            if (body.length > limit) {
                throw new BodyTooLarge(limit);
            }
            return body;
        }

        @Override
        public String adapter() {
            return "test";
        }

        @Override
        public Caller caller() {
            return caller;
        }
    }
}
