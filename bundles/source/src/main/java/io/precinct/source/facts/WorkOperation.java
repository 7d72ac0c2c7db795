package io.precinct.source.facts;

import io.precinct.source.facts.Engine.Stopped;
import io.precinct.source.parse.Bench;
import io.precinct.source.parse.Operation;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cancelled;

/** {@link Work} as a worker process finds it. */
public final class WorkOperation implements Operation {
    /** For the worker, which makes it by its name. */
    public WorkOperation() {}

    @Override
    public byte[] run(Bench bench, byte[] utf8, byte[] options) throws Cancelled, BadQuery {
        try {
            return Work.run(ParseEngine.of(bench), utf8, options, bench.parser(), bench.cursor(), bench.cancelled());
        } catch (Stopped e) {
            throw new Cancelled();
        }
    }
}
