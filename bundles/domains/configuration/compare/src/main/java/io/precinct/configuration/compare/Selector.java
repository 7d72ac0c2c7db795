package io.precinct.configuration.compare;

import io.precinct.api.data.Json;
import io.precinct.common.secret.UrlSecrets;
import io.precinct.configuration.api.ConfigurationQueries;
import io.precinct.configuration.api.ConfigurationQueries.Found;
import io.precinct.configuration.api.ConfigurationQueries.Skipped;
import io.precinct.configuration.api.ConfigurationQueries.Value;
import io.precinct.configuration.api.ConfigurationQuery;
import io.precinct.source.api.Annotation;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.Item;
import io.precinct.source.api.Match;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says which value is compared. Immutable. */
sealed interface Selector {
    /**
     * What it finds at a commit.
     *
     * @throws SourceFault if that cannot be told; 404 {@code unknown_path} if there is no such file
     */
    List<Piece> find(View view, Search search);

    /** Whether it finds texts; otherwise it finds data. */
    default boolean findsText() {
        return true;
    }

    /** Whether it finds the content of files, in which a caller may be granted secrets; otherwise what was parsed of it. */
    default boolean looksAtContent() {
        return false;
    }

    /**
     * Checks what does not depend on a repository.
     *
     * @throws SourceFault if it is at fault
     */
    default void check(Search search) {}

    /**
     * A file, or lines of it.
     *
     * @param from the first line, from 1, or null
     * @param to the last line, or null
     */
    record Lines(String path, @Nullable Long from, @Nullable Long to) implements Selector {
        @Override
        public boolean looksAtContent() {
            return true;
        }

        @Override
        public List<Piece> find(View view, Search search) {
            FileEntry entry = view.entry(path);
            if (!entry.type().equals("file")) {
                throw SourceFault.of(422, "not_a_file", path + " is a " + entry.type() + ", not a file");
            }
            if (from == null && to == null) {
                search.check(entry.size());
            }
            FileText text = view.text(entry);
            if (text == null) {
                String reason = entry.skipped() == null ? "binary" : entry.skipped();
                throw SourceFault.of(415, reason, path + " is not compared as text: " + reason);
            }
            if (view.masked() && text.lines() == 1 && text.lines(1, 1).equals(UrlSecrets.MASK)) {
                // How many lines it has is not told.
                return List.of(new Piece(path, path, UrlSecrets.MASK, true));
            }
            long first = from == null ? 1 : from;
            if (first > text.lines() && from != null) {
                return List.of();
            }
            int last = to == null ? text.lines() : (int) Math.min(to, text.lines());
            String lines = text.lines(Math.toIntExact(first), last);
            search.check(lines.length());
            return List.of(new Piece(path, path, lines));
        }
    }

    /** What an expression gives for configuration files. */
    record Configured(ConfigurationQuery query) implements Selector {
        @Override
        public boolean findsText() {
            return false;
        }

        @Override
        public boolean looksAtContent() {
            return true;
        }

        @Override
        public void check(Search search) {
            search.asking().check(query.expression());
        }

        @Override
        public List<Piece> find(View view, Search search) {
            ConfigurationQueries queries = search.asking();
            Found found = queries.find(view, query, Search.MOST_RESULTS, search.time());
            if ("time".equals(found.truncatedBy())) {
                throw SourceFault.of(504, "query_timeout", "the time of the query is over");
            }
            if (found.truncatedBy() != null) {
                throw Search.tooMany();
            }
            if (!found.skipped().isEmpty()) {
                Skipped first = found.skipped().getFirst();
                throw SourceFault.of(
                        422,
                        first.reason(),
                        first.path() + ": " + (first.detail() == null ? first.reason() : first.detail()),
                        "skipped",
                        found.skipped().size());
            }
            search.check(found.values().stream()
                    .mapToLong(value -> Json.size(value.value()))
                    .sum());
            return found.values().stream().map(Configured::piece).toList();
        }

        private static Piece piece(Value value) {
            String path = value.path();
            String label = value.document() == 0 ? path : path + "#" + value.document();
            return new Piece(label, path, value.value(), value.ofPlaceholder());
        }
    }

    /** Declarations. */
    record Declared(SymbolSelector selector) implements Selector {
        @Override
        public List<Piece> find(View view, Search search) {
            return ofItems(view.symbols(selector, all()), Symbol::item, search);
        }
    }

    /** Code with an annotation in a comment. */
    record Annotated(AnnotationSelector selector) implements Selector {
        @Override
        public List<Piece> find(View view, Search search) {
            return ofItems(view.annotations(selector, all()), Annotation::item, search);
        }
    }

    /** What a syntax-tree query captures. */
    record Matched(QuerySelector selector) implements Selector {
        @Override
        public List<Piece> find(View view, Search search) {
            ResultPage<Match> page = whole(view.query(selector, all()));
            List<Piece> pieces = new ArrayList<>();
            for (Match match : page.items()) {
                for (Match.Capture capture : match.captures()) {
                    String label = match.path() + "#" + capture.name();
                    pieces.add(new Piece(label, match.path(), capture.text()));
                }
            }
            return checked(pieces, search);
        }
    }

    /** Files that were to be looked at and were not, so that something may not have been found. */
    Set<String> INCOMPLETE = Set.of("timeout", "crashed", "parsing");

    private static PageRequest all() {
        return new PageRequest(Search.MOST_RESULTS, null, 0, PositionEncoding.UTF_8);
    }

    private static <T> List<Piece> ofItems(ResultPage<T> page, Function<T, Item> of, Search search) {
        return checked(
                whole(page).items().stream()
                        .map(of)
                        .map(item -> new Piece(
                                item.path() + "#" + (item.namePath() == null ? item.kind() : item.namePath()),
                                item.path(),
                                item.text()))
                        .toList(),
                search);
    }

    private static List<Piece> checked(List<Piece> pieces, Search search) {
        search.check(pieces.stream()
                .mapToLong(piece -> String.valueOf(piece.content()).length())
                .sum());
        return pieces;
    }

    /** A page that holds all there is. */
    private static <T> ResultPage<T> whole(ResultPage<T> page) {
        String unread = page.skipped().stream()
                .filter(skipped -> INCOMPLETE.contains(skipped.reason()))
                .map(ResultPage.Skipped::path)
                .collect(Collectors.joining(", "));
        if (page.truncated() != null || !unread.isEmpty()) {
            throw SourceFault.of(
                    503,
                    "incomplete",
                    "not all files were looked at: " + (unread.isEmpty() ? page.truncated() : unread));
        }
        if (page.next() != null) {
            throw Search.tooMany();
        }
        return page;
    }
}
