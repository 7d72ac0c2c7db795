package io.precinct.source.facts;

import io.precinct.source.api.View.Highlight;
import io.precinct.source.facts.Engine.Loaded;
import io.precinct.source.facts.Engine.Stopped;
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
 * What a worker process is asked to do and what it answers, as bytes: its text travels to it and what was found comes back.
 */
public final class Work {
    private static final int FACTS = 0;
    private static final int LITERALS = 1;
    private static final int QUERY = 2;
    private static final int HIGHLIGHTS = 3;
    private static final int DONE = 0;
    private static final int BAD_QUERY = 1;

    private Work() {}

    /**
     * Does what was asked for, in the worker.
     *
     * @param work as this class writes it
     * @return what was found, as this class reads it
     */
    public static byte[] run(
            Loaded language, byte[] work, Parser parser, Cursor cursor, BooleanSupplier cancelled)
            throws Cancelled, Stopped {
        var in = new Bytes.Reader(work, 0, work.length);
        var out = new Bytes.Writer(1024);
        int kind = in.number();
        try {
            switch (kind) {
                case FACTS -> facts(language, in, out, parser, cursor, cancelled);
                case LITERALS -> literals(language, in, out);
                case QUERY -> query(language, in, out, parser, cursor, cancelled);
                case HIGHLIGHTS -> highlights(language, in, out, parser, cursor, cancelled);
                default -> throw new Damaged("work of an unknown kind " + kind);
            }
        } catch (BadQuery e) {
            return refusal(BadQueryFacts.of(e));
        }
        return out.toBytes();
    }

    private static void facts(
            Loaded language, Bytes.Reader in, Bytes.Writer out, Parser parser, Cursor cursor, BooleanSupplier cancelled)
            throws Cancelled, Stopped {
        byte[] facts = FactsCodec.encode(Extraction.of(language, in.rest(), parser, cursor, cancelled));
        out.number(DONE);
        out.append(facts, facts.length);
    }

    private static void literals(Loaded language, Bytes.Reader in, Bytes.Writer out) throws BadQuery {
        try (Query query = Query.compile(language.parser(), in.text())) {
            out.number(DONE);
            texts(out, query.literals());
        }
    }

    private static void query(
            Loaded language, Bytes.Reader in, Bytes.Writer out, Parser parser, Cursor cursor, BooleanSupplier cancelled)
            throws Cancelled, Stopped, BadQuery {
        String text = in.text();
        var part = new QueryRun.Part(in.number(), in.number(), in.number());
        byte[] utf8 = in.rest();
        try (Query query = Query.compile(language.parser(), text);
                Tree tree = parser.parse(language.parser(), utf8, utf8.length, cancelled)) {
            var result = QueryRun.run(query, tree.root(), cursor, part, cancelled);
            out.number(DONE);
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
        }
    }

    private static void highlights(
            Loaded language, Bytes.Reader in, Bytes.Writer out, Parser parser, Cursor cursor, BooleanSupplier cancelled)
            throws Cancelled, Stopped {
        byte[] utf8 = in.rest();
        Query query = language.highlights();
        List<Highlight> found = List.of();
        if (query != null) {
            try (Tree tree = parser.parse(language.parser(), utf8, utf8.length, cancelled)) {
                found = Pieces.of(query, tree.root(), cursor, cancelled);
            }
        }
        out.number(DONE);
        out.number(found.size());
        for (Highlight each : found) {
            out.number(each.from());
            out.number(each.to());
            out.text(each.name());
        }
    }

    private static byte[] refusal(BadQueryFacts bad) {
        var out = new Bytes.Writer(256);
        out.number(BAD_QUERY);
        bad.write(out);
        return out.toBytes();
    }

    private static void texts(Bytes.Writer out, List<String> texts) {
        out.number(texts.size());
        texts.forEach(out::text);
    }

    // --- what the one who asks writes and reads ---

    static byte[] askFacts(byte[] utf8) {
        return ask(FACTS, utf8).toBytes();
    }

    static byte[] askHighlights(byte[] utf8) {
        return ask(HIGHLIGHTS, utf8).toBytes();
    }

    static byte[] askLiterals(String query) {
        var out = new Bytes.Writer(query.length() + 10);
        out.number(LITERALS);
        out.text(query);
        return out.toBytes();
    }

    static byte[] askQuery(String query, QueryRun.Part part, byte[] utf8) {
        var out = new Bytes.Writer(query.length() + utf8.length + 40);
        out.number(QUERY);
        out.text(query);
        out.number(part.from());
        out.number(part.most());
        out.number((int) Math.min(Integer.MAX_VALUE, part.bytes()));
        out.append(utf8, utf8.length);
        return out.toBytes();
    }

    private static Bytes.Writer ask(int kind, byte[] utf8) {
        var out = new Bytes.Writer(utf8.length + 5);
        out.number(kind);
        out.append(utf8, utf8.length);
        return out;
    }

    static FileFacts readFacts(byte[] answer) {
        return FactsCodec.decode(done(answer));
    }

    static List<String> readLiterals(byte[] answer) {
        Bytes.Reader in = done(answer);
        var literals = new ArrayList<String>();
        for (int left = in.count(); left > 0; left--) {
            literals.add(in.text());
        }
        return literals;
    }

    static QueryRun.Result readQuery(byte[] answer) {
        Bytes.Reader in = done(answer);
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

    static List<Highlight> readHighlights(byte[] answer) {
        Bytes.Reader in = done(answer);
        var found = new ArrayList<Highlight>();
        for (int left = in.count(); left > 0; left--) {
            found.add(new Highlight(in.number(), in.number(), in.text()));
        }
        return found;
    }

    private static Bytes.Reader done(byte[] answer) {
        var in = new Bytes.Reader(answer, 0, answer.length);
        if (in.number() == BAD_QUERY) {
            throw BadQueryFacts.read(in).fault();
        }
        return in;
    }
}
