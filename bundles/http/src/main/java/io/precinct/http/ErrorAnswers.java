package io.precinct.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Answers what Jetty refuses before there is a request (a malformed or oversized head) in JSON, like any other error; it
 * never tells what was thrown.
 */
final class ErrorAnswers implements Request.Handler {
    private final Traffic traffic;
    private final RequestHandler handler;

    ErrorAnswers(Traffic traffic, RequestHandler handler) {
        this.traffic = traffic;
        this.handler = handler;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Throwable cause = (Throwable) request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
        int status = cause instanceof HttpException bad ? bad.getCode() : response.getStatus();
        DirectAnswer answer = DirectAnswer.of(status, reason(cause));
        response.setStatus(status);
        if (status < 500) {
            traffic.counters.malformed.increment();
            log(request, status);
        }
        HttpFields.Mutable fields = response.getHeaders();
        String mediaType = answer.mediaType(request.getHeaders());
        byte[] content = answer.content(mediaType);
        fields.put(HttpHeader.CONTENT_TYPE, mediaType);
        fields.put(HttpHeader.CONTENT_LENGTH, content.length);
        response.write(true, request.getMethod().equals("HEAD") ? null : ByteBuffer.wrap(content), callback);
        return true;
    }

    /** What is wrong with the request. Only of our own faults nothing is told. */
    private static String reason(@Nullable Throwable cause) {
        String reason = cause instanceof HttpException bad && bad.getCode() < 500 ? bad.getReason() : null;
        return reason == null ? "" : reason;
    }

    private void log(Request request, int status) {
        Policy policy = handler.policy();
        if (policy.settings().accessLog()) {
            String client = policy.callers().of(request).address();
            AccessLog.write(request, null, null, status, 0, client);
        }
    }
}
