package io.precinct.http;

import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Request;
import io.precinct.lib.jetty.StrictHttpConnectionFactory;
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
    private final String rawPath;
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
        this.rawPath = rawPathOf(request);
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
        return rawPath;
    }

    private static String rawPathOf(org.eclipse.jetty.server.Request request) {
        String unreadable = StrictHttpConnectionFactory.targetOf(request);
        String path = unreadable == null ? request.getHttpURI().getPath() : pathOf(unreadable);
        return path == null ? "" : path;
    }

    /** The path of a request target, which may be a whole URI. */
    private static String pathOf(String target) {
        int authority = target.startsWith("/") ? -1 : target.indexOf("://");
        int from = authority < 0 ? 0 : Math.max(0, target.indexOf('/', authority + 3));
        int query = target.indexOf('?', from);
        return query < 0 ? target.substring(from) : target.substring(from, query);
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

    /** Lets a listener that stops close the connection while its client is silent, since the request is answered. */
    void lingers() {
        if (receiving) {
            receiving = false;
            inFlight.receiving.remove(endPoint());
        }
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

    /** Whether the client broke off in the middle of its body. */
    boolean brokenOff() {
        return body != null && body.brokenOff();
    }

    @Override
    public int room() {
        return policy.settings().limits().inFlight() - inFlight.inFlight();
    }

    @Override
    public boolean clientGone() {
        RequestBody read = body;
        return read != null && (read.brokenOff() || !read.pending() && disconnects.seen());
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
