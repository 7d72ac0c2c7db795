package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.parse.Operation;
import io.precinct.source.parse.ParserTools;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cancelled;

/** {@link WorkerTask} as a worker process finds it. */
public final class WorkOperation implements Operation {
    /** For the worker, which makes it by its name. */
    public WorkOperation() {}

    @Override
    public byte[] run(ParserTools tools, byte[] utf8, byte[] options) throws Cancelled, BadQuery {
        try {
            var language = new WorkerLanguage(tools.loaded());
            return WorkerTask.run(language, utf8, options, tools.parser(), tools.cursor(), tools.cancelled());
        } catch (Stopped e) {
            throw new Cancelled();
        }
    }
}
