package io.precinct.http;

import io.precinct.core.api.dispatch.Caller;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Answers in JSON, like any other error, if Jetty refuses something before there is a request (a malformed or oversized
 * head). It never reveals what was thrown, and a guarded listener reveals even that much only to callers who pass it.
 */
record ErrorAnswers(RequestsInFlight inFlight, RequestHandler handler) implements Request.Handler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Throwable cause = (Throwable) request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
        int status = cause instanceof HttpException bad ? bad.getCode() : response.getStatus();
        ListenerPolicy policy = handler.policy();
        Caller caller = policy.callers().of(request);
        DirectAnswer refused =
                status == HttpStatus.BAD_REQUEST_400 ? handler.atEntrance(request, caller, reason(cause)) : null;
        DirectAnswer answer = refused == null ? DirectAnswer.of(status, reason(cause)) : refused;
        response.setStatus(answer.status());
        if (answer.status() < 500) {
            inFlight.counters.malformed.increment();
            if (policy.settings().accessLog()) {
                AccessLog.write(request, null, null, answer.status(), 0, caller);
            }
        }
        byte[] content = answer.prepare(request.getHeaders(), response.getHeaders());
        if (request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_2) {
            // Jetty closes the connection; without the announcement, a client may send its next request there.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        response.write(true, request.getMethod().equals("HEAD") ? null : ByteBuffer.wrap(content), callback);
        return true;
    }

    /** What is wrong with the request; empty if the fault is ours, about which a client learns nothing. */
    private static String reason(@Nullable Throwable cause) {
        String reason = cause instanceof HttpException bad && bad.getCode() < 500 ? bad.getReason() : null;
        return reason == null ? "" : reason;
    }
}
