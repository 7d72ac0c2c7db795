package io.precinct.source.facts.extraction;

import io.precinct.source.api.View.Highlight;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.parse.Operation;
import io.precinct.source.parse.ParserTools;
import io.precinct.source.parse.UsableLanguage;
import io.precinct.source.pattern.AnnotationFormat;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Parser;
import io.precinct.treesitter.Query;
import io.precinct.treesitter.Tree;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The request to a worker process about a text, and its answer, as bytes that the worker only carries. The same code
 * yields the same results in this process.
 */
public final class WorkerTask implements Operation {
    private static final int FACTS = 0;
    private static final int LITERALS = 1;
    private static final int QUERY = 2;
    private static final int HIGHLIGHTS = 3;
    private static final int IDENTIFIERS = 4;

    /** Also used by the worker, which creates it by its name. */
    public WorkerTask() {}

    @Override
    public byte[] run(ParserTools tools, byte[] utf8, byte[] options) throws Cancelled, BadQuery {
        try {
            return run(tools.loaded(), utf8, options, tools.parser(), tools.cursor(), tools.cancelled());
        } catch (Stopped e) {
            throw new Cancelled();
        }
    }

    /**
     * Runs the request in the worker.
     *
     * @param options as this class writes them
     * @return what was found, as this class reads it
     */
    public static byte[] run(
            UsableLanguage language,
            byte[] utf8,
            byte[] options,
            Parser parser,
            Cursor cursor,
            BooleanSupplier cancelled)
            throws Cancelled, Stopped, BadQuery {
        var in = new Bytes.Reader(options);
        int kind = in.number();
        return switch (kind) {
            case FACTS -> FactsCodec.encode(Extraction.of(language, formats(in), utf8, parser, cursor, cancelled));
            case LITERALS -> literals(language, in);
            case QUERY -> query(language, utf8, in, parser, cursor, cancelled);
            case HIGHLIGHTS -> highlights(language, utf8, parser, cursor, cancelled);
            case IDENTIFIERS -> identifiers(language, utf8, in.text(), parser, cancelled);
            default -> throw new DamagedFacts("work of an unknown kind " + kind);
        };
    }

    private static AnnotationFormats formats(Bytes.Reader in) {
        return AnnotationFormats.of(in.list(() -> {
            String name = in.text();
            String pattern = in.text();
            return new AnnotationFormat(name, pattern.isEmpty() ? null : pattern);
        }));
    }

    private static byte[] literals(UsableLanguage language, Bytes.Reader in) throws BadQuery {
        try (Query query = Query.compile(language.nativeLanguage(), in.text())) {
            var out = new Bytes.Writer(64);
            out.list(query.literals(), out::text);
            return out.toBytes();
        }
    }

    private static byte[] query(
            UsableLanguage language,
            byte[] utf8,
            Bytes.Reader in,
            Parser parser,
            Cursor cursor,
            BooleanSupplier cancelled)
            throws Cancelled, Stopped, BadQuery {
        String text = in.text();
        var part = new QueryRun.Part(in.number(), in.number(), in.number());
        try (Query query = Query.compile(language.nativeLanguage(), text);
                Tree tree = parser.parse(language.nativeLanguage(), utf8, utf8.length, cancelled)) {
            var result = QueryRun.run(query, tree.root(), cursor, part, cancelled)
                    .with(SyntaxErrors.gaps(language, tree.root(), cursor, cancelled));
            var out = new Bytes.Writer(1024);
            out.number((result.more() ? 1 : 0) | (result.exceeded() ? 2 : 0));
            out.list(result.matches(), raw -> {
                out.number(raw.number());
                out.number(raw.pattern());
                out.list(raw.captures(), capture -> {
                    out.text(capture.name());
                    out.text(capture.type());
                    out.number(capture.start());
                    out.number(capture.end());
                });
                out.number(raw.more() ? 1 : 0);
            });
            out.list(result.gaps(), gap -> {
                out.number(gap.from());
                out.number(gap.to());
            });
            return out.toBytes();
        }
    }

    private static byte[] highlights(
            UsableLanguage language, byte[] utf8, Parser parser, Cursor cursor, BooleanSupplier cancelled)
            throws Cancelled, Stopped {
        Query query = language.highlights();
        List<Highlight> found = List.of();
        if (query != null) {
            try (Tree tree = parser.parse(language.nativeLanguage(), utf8, utf8.length, cancelled)) {
                found = HighlightFinder.of(query, tree.root(), cursor, cancelled);
            }
        }
        var out = new Bytes.Writer(16 + 16 * found.size());
        out.list(found, each -> {
            out.number(each.from());
            out.number(each.to());
            out.text(each.name());
        });
        return out.toBytes();
    }

    private static byte[] identifiers(
            UsableLanguage language, byte[] utf8, String name, Parser parser, BooleanSupplier cancelled)
            throws Cancelled, Stopped {
        try (Tree tree = parser.parse(language.nativeLanguage(), utf8, utf8.length, cancelled)) {
            var out = new Bytes.Writer(64);
            out.list(IdentifierFinder.of(tree.root(), utf8, name, cancelled), out::number);
            return out.toBytes();
        }
    }

    // --- what the asking side writes and reads ---

    public static byte[] askFacts(AnnotationFormats formats) {
        var out = new Bytes.Writer(64);
        out.number(FACTS);
        out.list(formats.formats(), format -> {
            out.text(format.name());
            out.text(format.pattern() == null ? "" : format.pattern());
        });
        return out.toBytes();
    }

    public static byte[] askHighlights() {
        return new byte[] {HIGHLIGHTS};
    }

    public static byte[] askIdentifiers(String name) {
        var out = new Bytes.Writer(name.length() + 10);
        out.number(IDENTIFIERS);
        out.text(name);
        return out.toBytes();
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
        var in = new Bytes.Reader(answer);
        return in.list(in::text);
    }

    public static QueryRun.Result readQuery(byte[] answer) {
        var in = new Bytes.Reader(answer);
        int flags = in.number();
        List<QueryRun.Raw> matches = in.list(() ->
                new QueryRun.Raw(in.number(), in.number(), List.copyOf(in.list(() -> capture(in))), in.number() != 0));
        List<FileFacts.Gap> gaps = in.list(() -> new FileFacts.Gap(in.number(), in.number()));
        return new QueryRun.Result(matches, (flags & 1) != 0, (flags & 2) != 0, gaps);
    }

    private static QueryRun.Capture capture(Bytes.Reader in) {
        return new QueryRun.Capture(in.text(), in.text(), in.number(), in.number());
    }

    public static List<Highlight> readHighlights(byte[] answer) {
        var in = new Bytes.Reader(answer);
        return in.list(() -> new Highlight(in.number(), in.number(), in.text()));
    }

    public static List<Integer> readIdentifiers(byte[] answer) {
        var in = new Bytes.Reader(answer);
        return in.list(in::number);
    }
}
