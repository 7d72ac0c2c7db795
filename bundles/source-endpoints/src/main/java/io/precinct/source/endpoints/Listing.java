package io.precinct.source.endpoints;

import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import io.precinct.source.api.Annotation;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.Match;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.View;
import io.precinct.source.api.PageRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A list, of one repository or over all of them, walked page by page at the commits at which it began. Of use once; not
 * thread-safe.
 *
 * @param <T> what it lists
 */
public final class Listing<T> {
    /** What another repository may well answer, and is not worth a word where one does. */
    private static final Set<String> OF_THE_REPOSITORY =
            Set.of("unknown_kind", "unknown_grammar", "unknown_ref", "unknown_path", "lang_mismatch");

    /** What an item without its text takes in memory, with its JSON. */
    private static final int WEIGHT = 3000;

    private static final int USUAL_LINE = 200;

    private final String digest;
    private final ListParameters parameters;
    private final boolean positions;
    private final Part<T> part;
    private final Row<T> row;

    private final ListBuilder items = Data.listBuilder();
    private final ListBuilder skipped = Data.listBuilder();
    private @Nullable String truncated;
    private @Nullable Cursor next;
    private int count;
    private boolean whole = true;
    private int weight = WEIGHT;
    private int decoding;

    /** A part of what a repository holds. */
    @FunctionalInterface
    public interface Part<T> {
        /** The part in a window. */
        ResultPage<T> of(View view, PageRequest window);
    }

    /** An item as clients see it. */
    @FunctionalInterface
    public interface Row<T> {
        /** Plain data of an item. */
        Map<String, @Nullable Object> of(View view, T item);
    }

    /**
     * A page of a list.
     *
     * @param payload the answer
     * @param pinned whether its address answers the same for ever
     * @param tag weak entity tag of the payload
     * @param weight about what it takes in memory while it is kept, in bytes
     * @param lasting whether the same question is answered the same: nothing was left out that may be there next time
     */
    public record Page(Map<String, @Nullable Object> payload, boolean pinned, String tag, int weight, boolean lasting) {
        private static final int MOST_KEPT = 12 << 20;

        boolean isWorthKeeping() {
            return lasting && weight <= MOST_KEPT;
        }
    }

    /**
     * A list.
     *
     * @param what names the list and everything that decides which items it has; a cursor of another one is refused
     * @param positions whether items carry positions, so that their encoding is echoed
     */
    public Listing(List<@Nullable String> what, ListParameters parameters, boolean positions, Part<T> part, Row<T> row) {
        var all = new ArrayList<@Nullable String>(what);
        all.add(parameters.ref());
        all.add(parameters.encoding().wireName());
        this.digest = Freshness.digest(all.toString());
        this.parameters = parameters;
        this.positions = positions;
        this.part = part;
        this.row = row;
    }

    /** Declarations. */
    public static Listing<Symbol> symbols(SymbolSelector selector, ListParameters parameters) {
        return new Listing<>(
                Arrays.asList("symbols", selector.name(), selector.kind(), selector.path()),
                parameters,
                true,
                (view, window) -> view.symbols(selector, window),
                (view, symbol) -> JsonViews.item(view, symbol.item()));
    }

    /** Annotations with their code. */
    public static Listing<Annotation> annotations(AnnotationSelector selector, ListParameters parameters) {
        return new Listing<>(
                Arrays.asList("annotations", selector.pattern(), selector.path()),
                parameters,
                true,
                (view, window) -> view.annotations(selector, window),
                JsonViews::annotation);
    }

    /** Matches of a query. */
    public static Listing<Match> matches(QuerySelector selector, ListParameters parameters) {
        return new Listing<>(
                Arrays.asList("query", selector.query(), selector.path(), selector.lang()),
                parameters,
                true,
                (view, window) -> view.query(selector, window),
                JsonViews::match);
    }

    /** A page of what one repository holds. */
    public Page of(Repository repository) {
        return of(repository, null);
    }

    /**
     * A page of what one repository holds.
     *
     * @param answers where it is looked for first, and kept; null where it is to be made in any case
     */
    Page of(Repository repository, @Nullable ResponseCache answers) {
        Cursor at = Cursor.read(parameters.cursor(), digest);
        String commit = at == null ? null : at.commits().get(repository.name());
        if (at != null && commit == null) {
            throw SourceFault.of(400, "bad_cursor", "the cursor belongs to another repository");
        }
        RepositoryLookup.Open open = commit == null
                ? RepositoryLookup.Open.at(repository, parameters.ref())
                : RepositoryLookup.Open.again(repository, parameters.ref(), commit);
        String after = at == null ? null : at.after();
        return answers == null ? made(open, after) : answers.to(question(open), () -> made(open, after));
    }

    /** All that the answer depends on. */
    private Object question(RepositoryLookup.Open open) {
        View view = open.view();
        return Arrays.asList(
                view.repository(),
                digest,
                parameters,
                open.ref(),
                view.commit(),
                view.fetchedAt(),
                view.stale(),
                view.generation(),
                view.decoding());
    }

    private Page made(RepositoryLookup.Open open, @Nullable String after) {
        View view = open.view();
        take(open, after, Map.of(view.repository(), view.commit()), false);
        return page(JsonViews.head(view, open.ref()), open.lasting());
    }

    /** A page of what all repositories hold, one after the other. */
    // @req:source-across
    public Page across(List<Repository> repositories) {
        Cursor at = Cursor.read(parameters.cursor(), digest);
        Map<String, RepositoryLookup.Open> opened = open(repositories, at);
        if (at != null && !opened.containsKey(at.repo())) {
            throw SourceFault.of(
                    409,
                    "stale_cursor",
                    "the repository " + at.repo() + " in which this list goes on is gone; begin without cursor");
        }
        var commits = new LinkedHashMap<String, String>();
        opened.forEach((name, open) -> commits.put(name, open.view().commit()));
        var refusals = new LinkedHashMap<String, SourceFault>();
        boolean answered = false;
        boolean reached = at == null;
        for (RepositoryLookup.Open open : opened.values()) {
            String name = open.repository().name();
            boolean first = at != null && name.equals(at.repo());
            reached |= first;
            if (!reached) {
                continue;
            }
            if (next == null && count == parameters.limit()) {
                next = new Cursor(digest, name, null, commits);
            }
            if (next != null) {
                break;
            }
            try {
                take(open, first && at != null ? at.after() : null, commits, true);
                answered = true;
            } catch (SourceFault fault) {
                if (fault.code().equals("bad_cursor")) {
                    throw fault;
                }
                refusals.put(name, fault);
            }
        }
        if (!answered && at == null) {
            refuse(refusals.values());
        }
        refusals.forEach((name, fault) -> {
            if (!OF_THE_REPOSITORY.contains(fault.code())) {
                skip(name, fault);
            }
        });
        boolean pinned = !opened.isEmpty() && opened.values().stream().allMatch(RepositoryLookup.Open::lasting);
        return page(Data.map("repositories", heads(opened)), pinned);
    }

    /** Tells {@link Freshness#weak(Map, int)} how the texts of the page were decoded. */
    public int decoding() {
        return decoding;
    }

    private Map<String, RepositoryLookup.Open> open(List<Repository> repositories, @Nullable Cursor at) {
        var opened = new LinkedHashMap<String, RepositoryLookup.Open>();
        var refusals = new ArrayList<SourceFault>();
        for (Repository repository : repositories) {
            String commit = at == null ? null : at.commits().get(repository.name());
            if (at != null && commit == null) {
                continue; // it was not part of the walk when that began
            }
            try {
                opened.put(
                        repository.name(),
                        commit == null
                                ? RepositoryLookup.Open.at(repository, parameters.ref())
                                : RepositoryLookup.Open.again(repository, parameters.ref(), commit));
            } catch (SourceFault fault) {
                if (commit != null) {
                    throw fault;
                }
                refusals.add(fault);
                skip(repository.name(), fault);
            }
        }
        if (opened.isEmpty() && refusals.stream().allMatch(fault -> fault.status() < 500)) {
            refuse(refusals);
        }
        return opened;
    }

    /**
     * One repository's failure is not another's; but a question that no repository could answer is refused, rather with
     * what is wrong with the question than with what is wrong with a repository.
     */
    private static void refuse(Collection<SourceFault> faults) {
        faults.stream()
                .max(Comparator.comparing((SourceFault fault) -> fault.status() < 500)
                        .thenComparing(fault -> !OF_THE_REPOSITORY.contains(fault.code())))
                .ifPresent(fault -> {
                    throw fault;
                });
    }

    private void skip(String repository, SourceFault fault) {
        whole = false;
        skipped.add(Data.map(
                "repo",
                repository,
                "path",
                null,
                "reason",
                fault.code(),
                "detail",
                String.valueOf(fault.getMessage())));
    }

    private void take(RepositoryLookup.Open open, @Nullable String after, Map<String, String> commits, boolean named) {
        View view = open.view();
        decoding = Math.max(decoding, view.decoding());
        ResultPage<T> found = part.of(view, parameters.window(parameters.limit() - count, after));
        for (T item : found.items()) {
            Map<String, @Nullable Object> shown = row.of(view, item);
            items.add(named ? named(view, shown) : shown);
            count++;
            weight += WEIGHT + (shown.get("text") instanceof String text ? 6 * text.length() : 0) + longLines(shown);
        }
        for (ResultPage.Skipped file : found.skipped()) {
            whole &= !Set.of("timeout", "crashed").contains(file.reason());
            Map<String, @Nullable Object> shown = JsonViews.skipped(file);
            skipped.add(named ? named(view, shown) : shown);
        }
        if (found.truncated() != null) {
            truncated = found.truncated();
        }
        if (found.next() != null) {
            next = new Cursor(digest, view.repository(), found.next(), commits);
        }
    }

    /** Lines around an item that are longer than most; one may be a whole file. */
    private static int longLines(Map<String, @Nullable Object> shown) {
        int length = 0;
        if (shown.get("context") instanceof Map<?, ?> context && context.get("lines") instanceof List<?> lines) {
            for (Object line : lines) {
                length += Math.max(0, String.valueOf(line).length() - USUAL_LINE);
            }
        }
        return 6 * length;
    }

    private static Map<String, @Nullable Object> named(View view, Map<String, @Nullable Object> shown) {
        return Data.mapBuilder().put("repo", view.repository()).putAll(shown).build();
    }

    private static List<Map<String, @Nullable Object>> heads(Map<String, RepositoryLookup.Open> opened) {
        return opened.values().stream()
                .map(open -> JsonViews.head(open.view(), open.ref()))
                .toList();
    }

    private Page page(Map<String, @Nullable Object> head, boolean pinned) {
        MapBuilder payload = Data.mapBuilder().putAll(head);
        if (positions) {
            payload.put("position_encoding", parameters.encoding().wireName());
        }
        payload.put("items", items.build())
                .put("next_cursor", next == null ? null : next.text())
                .put("truncated", truncated != null);
        if (truncated != null) {
            payload.put("truncated_by", truncated);
        }
        payload.put("skipped", skipped.build());
        Map<String, @Nullable Object> answer = payload.build();
        return new Page(answer, pinned && whole, Freshness.weak(answer, decoding), weight, whole);
    }
}
