package io.precinct.source.facts.extraction;

import io.precinct.source.api.View.Highlight;
import io.precinct.source.facts.extraction.Engine.Loaded;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Parser;
import io.precinct.treesitter.Query;
import io.precinct.treesitter.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * What a worker process is asked to do with a text and what it answers: bytes that it only carries. The same code finds the
 * same in this process.
 */
public final class WorkerTask {
    private static final int FACTS = 0;
    private static final int LITERALS = 1;
    private static final int QUERY = 2;
    private static final int HIGHLIGHTS = 3;

    private WorkerTask() {}

    /**
     * Does what was asked for, in the worker.
     *
     * @param options as this class writes them
     * @return what was found, as this class reads it
     */
    public static byte[] run(
            Loaded language, byte[] utf8, byte[] options, Parser parser, Cursor cursor, BooleanSupplier cancelled)
            throws Cancelled, Stopped, BadQuery {
        var in = new Bytes.Reader(options, 0, options.length);
        int kind = in.number();
        return switch (kind) {
            case FACTS -> FactsCodec.encode(Extraction.of(language, utf8, parser, cursor, cancelled));
            case LITERALS -> literals(language, in);
            case QUERY -> query(language, utf8, in, parser, cursor, cancelled);
            case HIGHLIGHTS -> highlights(language, utf8, parser, cursor, cancelled);
            default -> throw new DamagedFacts("work of an unknown kind " + kind);
        };
    }

    private static byte[] literals(Loaded language, Bytes.Reader in) throws BadQuery {
        try (Query query = Query.compile(language.parser(), in.text())) {
            var out = new Bytes.Writer(64);
            out.number(query.literals().size());
            query.literals().forEach(out::text);
            return out.toBytes();
        }
    }

    private static byte[] query(
            Loaded language, byte[] utf8, Bytes.Reader in, Parser parser, Cursor cursor, BooleanSupplier cancelled)
            throws Cancelled, Stopped, BadQuery {
        String text = in.text();
        var part = new QueryRun.Part(in.number(), in.number(), in.number());
        try (Query query = Query.compile(language.parser(), text);
                Tree tree = parser.parse(language.parser(), utf8, utf8.length, cancelled)) {
            var result = QueryRun.run(query, tree.root(), cursor, part, cancelled);
            var out = new Bytes.Writer(1024);
            out.number((result.more() ? 1 : 0) | (result.exceeded() ? 2 : 0));
            out.number(result.matches().size());
            for (QueryRun.Raw raw : result.matches()) {
                out.number(raw.number());
                out.number(raw.pattern());
                out.number(raw.captures().size());
                for (QueryRun.Capture capture : raw.captures()) {
                    out.text(capture.name());
                    out.text(capture.type());
                    out.number(capture.start());
                    out.number(capture.end());
                }
            }
            return out.toBytes();
        }
    }

    private static byte[] highlights(
            Loaded language, byte[] utf8, Parser parser, Cursor cursor, BooleanSupplier cancelled)
            throws Cancelled, Stopped {
        Query query = language.highlights();
        List<Highlight> found = List.of();
        if (query != null) {
            try (Tree tree = parser.parse(language.parser(), utf8, utf8.length, cancelled)) {
                found = HighlightFinder.of(query, tree.root(), cursor, cancelled);
            }
        }
        var out = new Bytes.Writer(16 + 16 * found.size());
        out.number(found.size());
        for (Highlight each : found) {
            out.number(each.from());
            out.number(each.to());
            out.text(each.name());
        }
        return out.toBytes();
    }

    // --- what the one who asks writes and reads ---

    public static byte[] askFacts() {
        return new byte[] {FACTS};
    }

    public static byte[] askHighlights() {
        return new byte[] {HIGHLIGHTS};
    }

    public static byte[] askLiterals(String query) {
        var out = new Bytes.Writer(query.length() + 10);
        out.number(LITERALS);
        out.text(query);
        return out.toBytes();
    }

    public static byte[] askQuery(String query, QueryRun.Part part) {
        var out = new Bytes.Writer(query.length() + 40);
        out.number(QUERY);
        out.text(query);
        out.number(part.from());
        out.number(part.most());
        out.number((int) Math.min(Integer.MAX_VALUE, part.bytes()));
        return out.toBytes();
    }

    public static FileFacts readFacts(byte[] answer) {
        return FactsCodec.decode(answer);
    }

    public static List<String> readLiterals(byte[] answer) {
        var in = new Bytes.Reader(answer, 0, answer.length);
        var literals = new ArrayList<String>();
        for (int left = in.count(); left > 0; left--) {
            literals.add(in.text());
        }
        return literals;
    }

    public static QueryRun.Result readQuery(byte[] answer) {
        var in = new Bytes.Reader(answer, 0, answer.length);
        int flags = in.number();
        var matches = new ArrayList<QueryRun.Raw>();
        for (int left = in.count(); left > 0; left--) {
            int number = in.number();
            int pattern = in.number();
            var captures = new ArrayList<QueryRun.Capture>();
            for (int more = in.count(); more > 0; more--) {
                captures.add(new QueryRun.Capture(in.text(), in.text(), in.number(), in.number()));
            }
            matches.add(new QueryRun.Raw(number, pattern, List.copyOf(captures)));
        }
        return new QueryRun.Result(matches, (flags & 1) != 0, (flags & 2) != 0);
    }

    public static List<Highlight> readHighlights(byte[] answer) {
        var in = new Bytes.Reader(answer, 0, answer.length);
        var found = new ArrayList<Highlight>();
        for (int left = in.count(); left > 0; left--) {
            found.add(new Highlight(in.number(), in.number(), in.text()));
        }
        return found;
    }
}
