package io.precinct.core.dispatch;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Headers;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Json;
import io.precinct.core.api.chain.RouteInfo;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.chain.Chain;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The answer of a chain: its last reply. Closing it unpins the chain. */
final class ChainAnswer implements Answer {
    private final Reply reply;
    private final @Nullable String route;
    private final AtomicReference<@Nullable Chain> pinned;

    ChainAnswer(Reply reply, Chain pinned) {
        this.reply = reply;
        RouteInfo info = pinned.route();
        this.route = info == null ? null : info.name();
        this.pinned = new AtomicReference<>(pinned);
    }

    private ChainAnswer(Reply reply) {
        this.reply = reply;
        this.route = null;
        this.pinned = new AtomicReference<>(null);
    }

    /** An answer without a chain, rendered as minimal JSON. */
    static Answer unpinned(Reply error) {
        Object payload = error.payload();
        return new ChainAnswer(
                error.body(new Body.Rendered("application/json", Json.compactBytes(payload), "minimal", payload)));
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
    public @Nullable String route() {
        return route;
    }

    @Override
    public void close() {
        Chain chain = pinned.getAndSet(null);
        if (chain != null) {
            chain.leave();
        }
    }
}
