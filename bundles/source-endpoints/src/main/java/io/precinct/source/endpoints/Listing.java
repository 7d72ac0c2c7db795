package io.precinct.source.endpoints;

import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import io.precinct.source.api.Annotation;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.Match;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.Repository;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.View;
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
 * A paged list over one or all repositories. All its pages show the commits at which the first one began. For a single
 * use; not thread-safe.
 *
 * @param <T> type of the items
 */
public final class Listing<T> {
    /**
     * Faults that concern one repository only; in a list over all of them they are not reported if another one answers.
     */
    private static final Set<String> OF_THE_REPOSITORY =
            Set.of("unknown_kind", "unknown_grammar", "unknown_ref", "unknown_path", "lang_mismatch");

    /** Bytes that an item without its text takes in memory, together with its JSON. */
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

    /** Finds the items of a repository. */
    @FunctionalInterface
    public interface Part<T> {
        /** One page of the items. */
        ResultPage<T> of(View view, PageRequest window);
    }

    /** Converts an item to what clients see. */
    @FunctionalInterface
    public interface Row<T> {
        /** Plain data of an item. */
        Map<String, @Nullable Object> of(View view, T item);
    }

    /**
     * A page of a list.
     *
     * @param payload the answer
     * @param pinned whether its address always gives the same answer
     * @param tag weak entity tag of the payload
     * @param weight estimate of the memory that it takes while cached, in bytes
     * @param lasting whether the same request gives the same answer: nothing was left out that may be there next time
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
     * @param what names the list and everything that decides which items it has; a cursor of another list is refused
     * @param positions whether items carry positions, so that their encoding is echoed
     */
    public Listing(
            List<@Nullable String> what, ListParameters parameters, boolean positions, Part<T> part, Row<T> row) {
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
     * @param cache cache of the page, or null for none
     */
    Page of(Repository repository, @Nullable ResponseCache cache) {
        Cursor at = Cursor.read(parameters.cursor(), digest);
        String commit = at == null ? null : at.commits().get(repository.name());
        if (at != null && commit == null) {
            throw SourceFault.of(400, "bad_cursor", "the cursor belongs to another repository");
        }
        RepositoryLookup.Open open = commit == null
                ? RepositoryLookup.Open.at(repository, parameters.ref())
                : RepositoryLookup.Open.again(repository, parameters.ref(), commit);
        String after = at == null ? null : at.after();
        return cache == null ? makePage(open, after) : cache.to(cacheKey(open), () -> makePage(open, after));
    }

    /** The key of the cache: all that the answer depends on. */
    private Object cacheKey(RepositoryLookup.Open open) {
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

    private Page makePage(RepositoryLookup.Open open, @Nullable String after) {
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

    /** How the texts of the page were decoded, for {@link Freshness#weak(Map, int)}. */
    public int decoding() {
        return decoding;
    }

    private Map<String, RepositoryLookup.Open> open(List<Repository> repositories, @Nullable Cursor at) {
        var opened = new LinkedHashMap<String, RepositoryLookup.Open>();
        var refusals = new ArrayList<SourceFault>();
        for (Repository repository : repositories) {
            String commit = at == null ? null : at.commits().get(repository.name());
            if (at != null && commit == null) {
                continue; // it was not there when the list began
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
     * Refuses a request that no repository could answer, with one of their faults: preferably one that concerns the
     * request itself and not a single repository.
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
            Map<String, @Nullable Object> data = row.of(view, item);
            items.add(named ? named(view, data) : data);
            count++;
            weight += WEIGHT + (data.get("text") instanceof String text ? 6 * text.length() : 0) + longLines(data);
        }
        for (ResultPage.Skipped file : found.skipped()) {
            whole &= !Set.of("timeout", "crashed").contains(file.reason());
            Map<String, @Nullable Object> data = JsonViews.skipped(file);
            skipped.add(named ? named(view, data) : data);
        }
        if (found.truncated() != null) {
            truncated = found.truncated();
        }
        if (found.next() != null) {
            next = new Cursor(digest, view.repository(), found.next(), commits);
        }
    }

    /** Extra bytes for unusually long lines around an item; one line may be a whole file. */
    private static int longLines(Map<String, @Nullable Object> data) {
        int length = 0;
        if (data.get("context") instanceof Map<?, ?> context && context.get("lines") instanceof List<?> lines) {
            for (Object line : lines) {
                length += Math.max(0, String.valueOf(line).length() - USUAL_LINE);
            }
        }
        return 6 * length;
    }

    private static Map<String, @Nullable Object> named(View view, Map<String, @Nullable Object> data) {
        return Data.mapBuilder().put("repo", view.repository()).putAll(data).build();
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
