package io.precinct.http;

import io.precinct.core.api.dispatch.Caller;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Answers what Jetty refuses before there is a request (a malformed or oversized head) in JSON, like any other error; it
 * never tells what was thrown, and a guarded listener tells even that much only to who passes it.
 */
final class ErrorAnswers implements Request.Handler {
    private final RequestsInFlight inFlight;
    private final RequestHandler handler;

    ErrorAnswers(RequestsInFlight inFlight, RequestHandler handler) {
        this.inFlight = inFlight;
        this.handler = handler;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Throwable cause = (Throwable) request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
        int status = cause instanceof HttpException bad ? bad.getCode() : response.getStatus();
        Caller caller = handler.policy().callers().of(request);
        DirectAnswer refused =
                status == HttpStatus.BAD_REQUEST_400 ? handler.atEntrance(request, caller, reason(cause)) : null;
        DirectAnswer answer = refused == null ? DirectAnswer.of(status, reason(cause)) : refused;
        status = answer.status();
        response.setStatus(status);
        if (status < 500) {
            inFlight.counters.malformed.increment();
            log(request, status, caller);
        }
        HttpFields.Mutable fields = response.getHeaders();
        answer.describe(fields);
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

    private void log(Request request, int status, Caller caller) {
        ListenerPolicy policy = handler.policy();
        if (policy.settings().accessLog()) {
            AccessLog.write(request, null, null, status, 0, caller);
        }
    }
}
