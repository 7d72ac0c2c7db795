package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.FileFacts.Declaration;
import io.precinct.source.facts.extraction.FileFacts.Gap;
import io.precinct.source.facts.extraction.FileFacts.Note;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Facts as bytes: numbers of variable length, words once each. What does not decode is a {@link DamagedFacts}.
 *
 * <p>Starts are kept as differences from the start before, ends from their starts.
 */
public final class FactsCodec {
    private static final int MOST_SET_ASIDE = 1024;

    /** Changes whenever bytes written before can no longer be read, or mean something else. */
    public static final int VERSION = 9;

    private static final int HAS_ERROR = 1;
    private static final int SKIPPED = 2;

    private FactsCodec() {}

    public static byte[] encode(FileFacts facts) {
        var body = new Bytes.Writer(64 + 24 * facts.symbols().size());
        var words = new Words();
        if (facts.skipped() != null) {
            body.text(facts.skipped());
        }
        body.number(facts.symbols().size());
        int before = 0;
        for (Declaration symbol : facts.symbols()) {
            body.number(words.of(symbol.kind()));
            body.text(symbol.name());
            body.number(words.of(symbol.container()));
            before = range(body, before, symbol.start(), symbol.end());
        }
        body.list(facts.annotations(), note -> write(body, words, note));
        body.list(facts.gaps(), gap -> range(body, 0, gap.from(), gap.to()));
        var all = new Bytes.Writer(body.length() + 64);
        all.number((facts.hasError() ? HAS_ERROR : 0) | (facts.skipped() != null ? SKIPPED : 0));
        all.list(words.list, all::text);
        all.append(body);
        return all.toBytes();
    }

    private static void write(Bytes.Writer out, Words words, Note note) {
        out.number(words.of(note.tag()));
        out.text(note.id());
        out.number(words.of(note.revision()));
        range(out, 0, note.markStart(), note.markEnd());
        range(out, 0, note.commentStart(), note.commentEnd());
        out.number(words.of(note.association()));
        out.number(words.of(note.kind()));
        out.number(words.of(note.name()));
        out.number(words.of(note.container()));
        range(out, 0, note.start(), note.end());
    }

    private static int range(Bytes.Writer out, int before, int start, int end) {
        out.number(start - before);
        out.number(end - start);
        return start;
    }

    /**
     * The facts.
     *
     * @throws DamagedFacts if the bytes are not what {@link #encode} wrote
     */
    public static FileFacts decode(byte[] bytes) {
        return decode(new Bytes.Reader(bytes), null);
    }

    /**
     * The facts, or only the declarations of a name.
     *
     * @param only the name whose declarations are wanted, with nothing else; null for all facts
     */
    public static FileFacts decode(Bytes.Reader in, @Nullable String only) {
        byte[] wanted = only == null ? null : only.getBytes(StandardCharsets.UTF_8);
        int flags = in.number();
        var words = new ArrayList<@Nullable String>();
        words.add(null);
        for (int left = in.count(); left > 0; left--) {
            words.add(in.text());
        }
        String skipped = (flags & SKIPPED) != 0 ? in.text() : null;
        int count = in.count();
        // A fetched grammar's process may have written the count, so little is allocated for it.
        var symbols = new ArrayList<Declaration>(wanted == null ? Math.min(count, MOST_SET_ASIDE) : 4);
        int before = 0;
        for (int left = count; left > 0; left--) {
            String kind = word(words, in);
            String name = wanted == null ? in.text() : in.passes(wanted) ? only : null;
            String container = in.oneOf(words);
            before += in.number();
            int end = before + in.number();
            if (name != null) {
                symbols.add(new Declaration(kind, name, container, before, end));
            }
        }
        if (wanted != null) {
            return new FileFacts((flags & HAS_ERROR) != 0, skipped, symbols, List.of());
        }
        List<Note> notes = in.list(() -> note(words, in));
        List<Gap> gaps = in.list(() -> gap(in));
        in.end();
        return new FileFacts((flags & HAS_ERROR) != 0, skipped, symbols, notes, gaps);
    }

    private static Gap gap(Bytes.Reader in) {
        int from = in.number();
        return new Gap(from, from + in.number());
    }

    private static Note note(List<@Nullable String> words, Bytes.Reader in) {
        String tag = word(words, in);
        String id = in.text();
        String revision = in.oneOf(words);
        int mark = in.number();
        int markEnd = mark + in.number();
        int comment = in.number();
        int commentEnd = comment + in.number();
        String association = word(words, in);
        String kind = in.oneOf(words);
        String name = in.oneOf(words);
        String container = in.oneOf(words);
        int start = in.number();
        int end = start + in.number();
        return new Note(
                tag, id, revision, mark, markEnd, comment, commentEnd, association, kind, name, container, start, end);
    }

    private static String word(List<@Nullable String> words, Bytes.Reader in) {
        String word = in.oneOf(words);
        if (word == null) {
            throw new DamagedFacts("facts lack a word");
        }
        return word;
    }

    /** Words in the order of first use, numbered from 1; 0 stands for none. */
    private static final class Words {
        final List<String> list = new ArrayList<>();
        private final Map<String, Integer> numbers = new HashMap<>();

        int of(@Nullable String word) {
            if (word == null) {
                return 0;
            }
            Integer number = numbers.get(word);
            if (number == null) {
                list.add(word);
                number = list.size();
                numbers.put(word, number);
            }
            return number;
        }
    }
}
