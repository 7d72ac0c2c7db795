package io.precinct.treesitter;

import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_capture_count;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_delete;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_new;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_pattern_count;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.precinct.lib.re2j.LinearPattern;
import io.precinct.treesitter.BadQuery.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A compiled query. Usable from several threads at once. Its language cannot be closed before it is.
 *
 * <p>Conditions: {@code #eq?}, {@code #match?} (RE2 syntax), {@code #any-of?}, their {@code not-} and {@code any-}
 * forms. {@code #is?}, {@code #is-not?}, {@code #set!}, {@code #strip!} and {@code #select-adjacent!} are accepted and
 * do not affect matching; see {@link #properties} and {@link #stripped}. Any other predicate is refused.
 */
public final class Query implements AutoCloseable {
    private final NativeLanguage language;
    private final MemorySegment pointer;
    private final UseCount uses;
    private final List<String> captureNames;
    private final List<QueryPredicates.PatternPredicates> patterns;

    private Query(NativeLanguage language, MemorySegment pointer, byte[] text) throws BadQuery {
        this.language = language;
        this.pointer = pointer;
        int captures = ts_query_capture_count(pointer);
        int count = ts_query_pattern_count(pointer);
        try (Arena arena = Arena.ofConfined()) {
            var reader = new QueryPredicates(pointer, text, arena.allocate(JAVA_INT));
            var names = new ArrayList<String>();
            for (int i = 0; i < captures; i++) {
                names.add(reader.captureName(i));
            }
            captureNames = List.copyOf(names);
            var read = new ArrayList<QueryPredicates.PatternPredicates>();
            for (int i = 0; i < count; i++) {
                read.add(reader.ofPattern(i));
            }
            patterns = List.copyOf(read);
        }
        this.uses = new UseCount("the query", TreeSitter.Kind.QUERY);
    }

    /**
     * Compiles a query.
     *
     * @throws BadQuery if it is invalid
     */
    public static Query compile(NativeLanguage language, String query) throws BadQuery {
        byte[] text = query.getBytes(StandardCharsets.UTF_8);
        QueryText.checkDepth(text);
        language.enter();
        MemorySegment pointer = MemorySegment.NULL;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocate(text.length + 1L);
            MemorySegment.copy(text, 0, source, JAVA_BYTE, 0, text.length);
            MemorySegment offset = arena.allocate(JAVA_INT);
            MemorySegment error = arena.allocate(JAVA_INT);
            pointer = ts_query_new(language.pointer(), source, text.length, offset, error);
            if (pointer.address() == 0) {
                throw refused(language, text, offset.get(JAVA_INT, 0), error.get(JAVA_INT, 0));
            }
            return new Query(language, pointer, text);
        } catch (Throwable t) {
            if (pointer.address() != 0) {
                ts_query_delete(pointer);
            }
            language.leave();
            throw t;
        }
    }

    private static BadQuery refused(NativeLanguage language, byte[] text, int offset, int error) {
        String word = QueryText.wordAt(text, offset);
        return switch (error) {
            case 2 ->
                BadQuery.at(
                        Kind.NODE_TYPE, text, offset, word, "no type of node is named " + word, language.namedTypes());
            case 3 -> BadQuery.at(Kind.FIELD, text, offset, word, "no field is named " + word, language.fields());
            case 4 -> {
                Set<String> others = QueryText.captures(text);
                others.remove(word);
                yield BadQuery.at(
                        Kind.CAPTURE, text, offset, word, "no capture of the pattern is named @" + word, others);
            }
            case 5 -> BadQuery.at(Kind.STRUCTURE, text, offset, word, "the pattern can never match", List.of());
            default -> {
                String message = word.isEmpty() ? "the query ends too early" : "the query is wrong at " + word;
                yield BadQuery.at(Kind.SYNTAX, text, offset, word, message, List.of());
            }
        };
    }

    /** The language it was compiled for. */
    public NativeLanguage language() {
        return language;
    }

    public int captureCount() {
        return captureNames.size();
    }

    /** Name of a capture, without {@code @}. */
    public String captureName(int id) {
        return captureNames.get(id);
    }

    /** Id of the capture of this name, or -1. */
    public int captureId(String name) {
        return captureNames.indexOf(name);
    }

    /** The keys and values of {@code #set!} in a pattern; a key without a value has the empty text. */
    public Map<String, String> properties(int pattern) {
        return patterns.get(pattern).properties();
    }

    /** A part of a text, in bytes; the end is exclusive. */
    public record Part(int start, int end) {}

    /**
     * The text of a capture without what {@code #strip!} removes from its start and its end.
     *
     * @param pattern of the match
     * @param capture id of the capture
     * @param source the text in UTF-8
     */
    public Part stripped(int pattern, int capture, byte[] source, int startByte, int endByte) {
        LinearPattern strip = patterns.get(pattern).strips().get(capture);
        int start = startByte;
        int end = endByte;
        if (strip != null) {
            for (LinearPattern.Found each : strip.all(source, startByte, endByte)) {
                start = each.start() == startByte ? each.end() : start;
                end = each.end() == endByte && each.start() >= start ? each.start() : end;
            }
        }
        return new Part(start, end);
    }

    /**
     * Texts of which a file must contain at least one for anything to match, so that a file without any of them need
     * not be parsed. Empty if no such texts are known.
     */
    public List<String> literals() {
        Set<String> all = new LinkedHashSet<>();
        for (QueryPredicates.PatternPredicates pattern : patterns) {
            if (pattern.literals().isEmpty()) {
                return List.of();
            }
            all.addAll(pattern.literals());
        }
        return List.copyOf(all);
    }

    /**
     * Frees it.
     *
     * @throws IllegalStateException while a cursor runs it
     */
    @Override
    public void close() {
        if (uses.close()) {
            ts_query_delete(pointer);
            language.leave();
        }
    }

    boolean holds(CurrentMatch match, byte[] source) {
        for (Predicate predicate : patterns.get(match.pattern()).predicates()) {
            if (!predicate.holds(match, source)) {
                return false;
            }
        }
        return true;
    }

    void enter() {
        uses.enter();
    }

    void leave() {
        uses.leave();
    }

    MemorySegment pointer() {
        return pointer;
    }
}
