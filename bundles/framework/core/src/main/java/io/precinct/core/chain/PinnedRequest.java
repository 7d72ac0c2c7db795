package io.precinct.core.chain;

import io.precinct.api.envelope.Envelope;
import io.precinct.api.envelope.Stage;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.chain.Formatters;
import io.precinct.core.api.chain.RequestOptions;
import io.precinct.core.api.chain.RouteInfo;
import io.precinct.core.api.chain.Scenario;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.dispatch.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request and its pinned chain: the part of a run that no crossing changes. It is the superclass of the run and not
 * one of its fields, to save an object per request.
 */
abstract sealed class PinnedRequest implements ChainContext permits ChainRun {
    final Chain chain;
    final RunStart start;
    private @Nullable String traceparent;

    PinnedRequest(Chain chain, RunStart start) {
        this.chain = chain;
        this.start = start;
    }

    /** The envelope of the first crossing. */
    final Envelope requestStage() {
        return chain.environment().catalogue().build(Stage.REQUEST, b -> {
            b.set("runtime", chain.environment().runtime())
                    .set("service", start.service())
                    .set("params", start.params())
                    .set("query", start.query())
                    .set("headers", start.headers())
                    .set("path", start.path())
                    .set("route", chain.routeData)
                    .set("context", this)
                    .set("args", start.params());
            if (start.adapter() != null) {
                b.set("adapter", start.adapter());
            }
            if (start.caller().identity() != null) {
                b.set("identity", start.caller().identity());
            }
        });
    }

    @Override
    public final RequestOptions options() {
        return start.options();
    }

    @Override
    public final String method() {
        return start.method();
    }

    @Override
    public final @Nullable RouteInfo route() {
        return chain.route();
    }

    @Override
    public final Caller caller() {
        return start.caller();
    }

    @Override
    public final Configuration configuration() {
        return chain.environment().configuration();
    }

    @Override
    public final String errorTypeAddr() {
        return ChainEnvironment.ERROR_TYPE_ADDR;
    }

    @Override
    public final List<Scenario> scenarios() {
        RouteInfo route = chain.route();
        return route == null ? List.of() : ScenarioResolution.of(chain.environment(), route.name());
    }

    @Override
    public final Formatters formatters() {
        return chain.environment().formatters();
    }

    @Override
    public final long elapsedNanos() {
        return System.nanoTime() - start.enteredNanos();
    }

    @Override
    public final String traceparent() {
        if (traceparent == null) {
            traceparent = TraceParent.of(start.headers().get("traceparent"));
        }
        return traceparent;
    }

    @Override
    public final long enteredNanos() {
        return start.enteredNanos();
    }
}
