package io.precinct.boundary.format;

import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Fields;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.data.Data;
import io.precinct.api.envelope.Context;
import io.precinct.api.envelope.Runtime;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.chain.Crossing;
import io.precinct.core.api.chain.Formatters;
import io.precinct.core.api.chain.RequestOptions;
import io.precinct.core.api.chain.RouteInfo;
import io.precinct.core.api.chain.Scenario;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.dispatch.Caller;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that has reached format; the core belongs to another bundle. Methods that format must not need throw. */
final class StandInChain implements ChainContext {
    private final Reply reply;
    private final Formatters formatters;
    boolean committed;
    boolean trace;
    boolean routed = true;
    String method = "get";

    @Nullable
    String verify;

    @Nullable
    String ifNoneMatch;

    @Nullable
    String skipped;

    String typeAddr = "sha256:payload";
    final Map<String, @Nullable Object> notes = new LinkedHashMap<>();

    StandInChain(Reply reply, Formatters formatters) {
        this.reply = reply;
        this.formatters = formatters;
    }

    Input input(@Nullable String accept) {
        return new StandInInput(this, Data.map("accept", accept, "if-none-match", ifNoneMatch));
    }

    @Override
    public Reply reply() {
        return reply;
    }

    @Override
    public Formatters formatters() {
        return formatters;
    }

    @Override
    public @Nullable RouteInfo route() {
        return routed ? new RouteInfo("notes", RouteDeclaration.of("get", "/notes/:id"), List.of("notes")) : null;
    }

    @Override
    public RequestOptions options() {
        return new RequestOptions(verify, trace, false);
    }

    @Override
    public boolean committed() {
        return committed;
    }

    @Override
    public void skip(String reason) {
        skipped = reason;
    }

    @Override
    public void note(Map<String, @Nullable Object> members) {
        notes.putAll(members);
    }

    @Override
    public String typeAddr() {
        return typeAddr;
    }

    @Override
    public void typeAddr(String address) {
        typeAddr = address;
    }

    @Override
    public String errorTypeAddr() {
        return "sha256:error";
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public Caller caller() {
        throw unneeded("caller");
    }

    @Override
    public Configuration configuration() {
        throw unneeded("configuration");
    }

    @Override
    public @Nullable Denial denial() {
        throw unneeded("denial");
    }

    @Override
    public boolean halted() {
        throw unneeded("halted");
    }

    @Override
    public List<Crossing> crossings() {
        throw unneeded("crossings");
    }

    @Override
    public Crossing underWay() {
        throw unneeded("underWay");
    }

    @Override
    public List<Scenario> scenarios() {
        throw unneeded("scenarios");
    }

    @Override
    public long elapsedNanos() {
        throw unneeded("elapsedNanos");
    }

    @Override
    public String traceparent() {
        throw unneeded("traceparent");
    }

    @Override
    public int seq() {
        throw unneeded("seq");
    }

    @Override
    public long enteredNanos() {
        throw unneeded("enteredNanos");
    }

    private static UnsupportedOperationException unneeded(String what) {
        return new UnsupportedOperationException("format has no business with " + what);
    }

    /** The input of format: only framework keys, as for every passthrough. */
    private record StandInInput(StandInChain chain, Map<String, @Nullable Object> headerMap) implements Input {
        @Override
        public Fields headers() {
            return new Fields("headers", headerMap);
        }

        @Override
        public String path() {
            return "/notes/7";
        }

        @Override
        public Context context() {
            return chain;
        }

        @Override
        public @Nullable Object payload() {
            return chain.reply.payload();
        }

        @Override
        public @Nullable Object get(String key) {
            throw unneeded(key);
        }

        @Override
        public boolean has(String key) {
            throw unneeded(key);
        }

        @Override
        public Fields params() {
            throw unneeded("params");
        }

        @Override
        public Fields query() {
            throw unneeded("query");
        }

        @Override
        public Map<String, @Nullable Object> route() {
            throw unneeded("route");
        }

        @Override
        public Runtime runtime() {
            throw unneeded("runtime");
        }
    }
}
