package io.precinct.core.dispatch;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Headers;
import io.precinct.api.boundary.Reply;
import io.precinct.core.api.chain.RouteInfo;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.chain.Chain;
import io.precinct.core.chain.MinimalRendering;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The answer of a chain: its last reply. Closing it unpins the chain, which it then no longer keeps in memory. */
record ChainAnswer(Reply reply, @Nullable String route, AtomicReference<@Nullable Chain> pinned) implements Answer {
    static ChainAnswer of(Reply reply, Chain pinned) {
        RouteInfo route = pinned.route();
        return new ChainAnswer(
                reply, route == null ? null : route.name(), new AtomicReference<@Nullable Chain>(pinned));
    }

    /** An answer without a chain, rendered as minimal JSON. */
    static ChainAnswer unpinned(Reply error) {
        return new ChainAnswer(MinimalRendering.rendered(error), null, new AtomicReference<@Nullable Chain>(null));
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
    public void close() {
        Chain chain = pinned.getAndSet(null);
        if (chain != null) {
            chain.leave();
        }
    }
}
