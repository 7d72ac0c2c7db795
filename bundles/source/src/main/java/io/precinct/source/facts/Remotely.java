package io.precinct.source.facts;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.parse.Bench;
import io.precinct.source.parse.Operation;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.NativeLanguage;
import io.precinct.treesitter.Query;
import org.jspecify.annotations.Nullable;

/** {@link Work} as the process of a fetched grammar finds it, by its name. Stateless. */
public final class Remotely implements Operation {
    /** Made there by reflection. */
    public Remotely() {}

    @Override
    public byte[] run(Bench bench, byte[] utf8, byte[] options) throws Cancelled, BadQuery {
        try {
            return Work.run(new OnBench(bench), utf8, options, bench.parser(), bench.cursor(), bench.cancelled());
        } catch (Engine.Stopped e) {
            throw new IllegalStateException("here only the time ends work, and the bench tells that", e);
        }
    }

    /** The language of a process; it is loaded as long as the process lives. */
    private record OnBench(Bench bench) implements Engine.Loaded {
        @Override
        public Language language() {
            return bench.loaded().language();
        }

        @Override
        public NativeLanguage parser() {
            return bench.loaded().nativeLanguage();
        }

        @Override
        public @Nullable Query symbols() {
            return bench.loaded().symbols();
        }

        @Override
        public @Nullable Query docstrings() {
            return bench.loaded().docstrings();
        }

        @Override
        public @Nullable Query highlights() {
            return bench.loaded().highlights();
        }

        @Override
        public String identity() {
            return bench.loaded().identity();
        }

        @Override
        public boolean isolated() {
            return false;
        }

        @Override
        public void close() {
            // Belongs to the process.
        }
    }
}
