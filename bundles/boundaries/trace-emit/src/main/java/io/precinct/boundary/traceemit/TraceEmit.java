package io.precinct.boundary.traceemit;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryName;
import io.precinct.api.boundary.Capability;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Position;
import io.precinct.api.boundary.Reply;
import io.precinct.core.api.chain.ChainContext;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/**
 * Adds {@code _trace} to the payload if the request asks for a trace: the crossings up to and including this one, with
 * names and times but no values. A payload that is not a map becomes {@code {body, _trace}}; a raw body passes
 * unchanged. For other requests, this boundary only reads the options.
 */
@Component
@BoundaryName("trace_emit")
public final class TraceEmit implements Boundary {
    private static final String KEY = "_trace";
    private static final List<String> ADDED = List.of(KEY);
    private static final List<String> WRAPPED = List.of("body", KEY);

    @Override
    public Declaration declaration() {
        return Declaration.passthrough()
                .at(Position.LAST)
                .capability(Capability.TRACE)
                .describedAs("Adds the trace of the request, where it asks for one.")
                .build();
    }

    // @req:trace-option
    @Override
    public Outcome cross(Input input) {
        ChainContext chain = ChainContext.of(input);
        Reply reply = chain.reply();
        if (!chain.options().trace()) {
            chain.skip("not requested");
            return reply;
        }
        if (reply.body().raw()) {
            chain.skip("raw body");
            return reply;
        }
        boolean map = reply.payload() instanceof Map<?, ?>;
        return reply.with(KEY, Trace.of(chain, map ? ADDED : WRAPPED));
    }
}
