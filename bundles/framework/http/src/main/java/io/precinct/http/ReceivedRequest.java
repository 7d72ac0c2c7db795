package io.precinct.http;

import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Request;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/** A request as the dispatcher reads it: nothing is copied, and nothing is created before it is needed. */
final class ReceivedRequest implements Request {
    private final org.eclipse.jetty.server.Request request;
    private final ListenerPolicy policy;
    private final RequestsInFlight inFlight;
    private Caller caller;
    private Set<String> hidden = Set.of();
    private BooleanSupplier lasts = AccessCheck.Verdict.ALWAYS;
    private @Nullable HeaderView headers;
    private @Nullable RequestBody body;
    private final DisconnectWatch disconnects;
    private boolean receiving;

    ReceivedRequest(org.eclipse.jetty.server.Request request, ListenerPolicy policy, RequestsInFlight inFlight) {
        this.disconnects = new DisconnectWatch(request);
        this.request = request;
        this.policy = policy;
        this.inFlight = inFlight;
        this.caller = policy.callers().of(request);
    }

    /** Takes over the findings of the entrance, before anybody reads the request. */
    void passed(Caller found, Set<String> headers, BooleanSupplier lasting) {
        caller = found;
        hidden = headers;
        lasts = lasting;
    }

    /** Whether it would still pass the entrance in the name of its caller. */
    boolean lasts() {
        return lasts.getAsBoolean();
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String rawPath() {
        String path = request.getHttpURI().getPath();
        return path == null ? "" : path;
    }

    @Override
    public @Nullable String rawQuery() {
        return request.getHttpURI().getQuery();
    }

    @Override
    public @Nullable String header(String name) {
        return view().header(name);
    }

    @Override
    public Map<String, @Nullable Object> headers() {
        return view();
    }

    private HeaderView view() {
        HeaderView view = headers;
        if (view == null) {
            view = new HeaderView(request.getHeaders(), BrowserGuard.authority(request), hidden);
            headers = view;
        }
        return view;
    }

    @Override
    public boolean hasBody() {
        return content().pending();
    }

    @Override
    public byte[] body(long limit) throws IOException {
        return content().read(limit);
    }

    /** The body, or an object that stands for none. */
    RequestBody content() {
        RequestBody content = body;
        if (content == null) {
            content = new RequestBody(request, policy.settings().limits().idle().toNanos());
            body = content;
            receiving = content.pending() && isHttp1();
            if (receiving) {
                inFlight.receiving.add(endPoint());
            }
        }
        return content;
    }

    EndPoint endPoint() {
        return request.getConnectionMetaData().getConnection().getEndPoint();
    }

    /** Ends reading, as the connection now belongs to the next request; returns the number of body bytes read. */
    long ended() {
        disconnects.over();
        if (receiving) {
            inFlight.receiving.remove(endPoint());
        }
        return body == null ? 0 : body.received();
    }

    /** The answer to an improper body, or null. */
    @Nullable
    DirectAnswer failure() {
        return body == null ? null : body.failure();
    }

    /** Whether the client left while its body was read: nobody waits for an answer. */
    boolean goneWhileSending() {
        return body != null && body.gone();
    }

    @Override
    public int room() {
        return policy.settings().limits().inFlight() - inFlight.inFlight();
    }

    @Override
    public boolean clientGone() {
        RequestBody read = body;
        return read != null && !read.pending() && disconnects.seen();
    }

    /** Whether the request has its connection to itself. */
    boolean isHttp1() {
        return request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_2;
    }

    @Override
    public String adapter() {
        return "http";
    }

    @Override
    public Caller caller() {
        return caller;
    }
}
