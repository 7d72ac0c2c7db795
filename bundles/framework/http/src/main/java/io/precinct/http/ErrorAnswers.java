package io.precinct.http;

import io.precinct.core.api.dispatch.Caller;
import io.precinct.lib.jetty.RequestLine;
import io.precinct.lib.jetty.StrictHttpConnectionFactory;
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
 * Answers like any other error if Jetty refuses something before there is a request (a malformed or oversized
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
        byte[] content = answer.prepare("", request.getHeaders(), response.getHeaders());
        boolean bodiless = request.getMethod().equals("HEAD");
        if (cause instanceof HttpException || answer.status() < 500) {
            inFlight.counters.malformed.increment();
            if (policy.settings().accessLog()) {
                log(request, answer.status(), bodiless ? 0 : content.length, caller);
            }
        }
        if (request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_2) {
            // Jetty closes the connection; without the announcement, a client may send its next request there.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        response.write(true, bodiless ? null : ByteBuffer.wrap(content), callback);
        return true;
    }

    private static void log(Request request, int status, long bytes, Caller caller) {
        RequestLine line = StrictHttpConnectionFactory.refused(
                request.getConnectionMetaData().getConnection());
        String method = line == null ? request.getMethod() : line.method();
        String path = line == null ? request.getHttpURI().getPath() : line.target();
        AccessLog.write(request, method, path == null || path.isEmpty() ? null : path, null, status, bytes, caller);
    }

    /** What is wrong with the request; empty if the fault is ours, about which a client learns nothing. */
    private static String reason(@Nullable Throwable cause) {
        String reason = cause instanceof HttpException bad && bad.getCode() < 500 ? bad.getReason() : null;
        return reason == null ? "" : reason;
    }
}
