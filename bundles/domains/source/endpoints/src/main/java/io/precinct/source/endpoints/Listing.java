package io.precinct.source.endpoints;

import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import io.precinct.rest.api.Resource;
import io.precinct.source.api.Annotation;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.History;
import io.precinct.source.api.Item;
import io.precinct.source.api.Match;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.Reference;
import io.precinct.source.api.ReferenceSelector;
import io.precinct.source.api.Repository;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.TextLine;
import io.precinct.source.api.TextSelector;
import io.precinct.source.api.View;
import io.precinct.source.endpoints.SourceResources.Found;
import io.precinct.source.endpoints.SourceResources.Hidden;
import io.precinct.source.endpoints.SourceResources.Skip;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A paged list over one repository, or by a {@link RepositoryWalk} over all of them. All its pages show the commits at
 * which the first one began. For a single use; not thread-safe.
 *
 * @param <T> type of the items
 */
public final class Listing<T> {
    /** Memory for an item without its text, together with its JSON, in bytes. */
    private static final int WEIGHT = 3000;

    private static final int USUAL_LINE = 200;

    private final String digest;
    private final ListParameters parameters;
    private final boolean positions;
    private final Part<T> part;
    private final Row<T> row;

    private final ListBuilder items = Data.listBuilder();
    private final List<Skip> skipped = new ArrayList<>();
    /** Of several repositories, those taken so far in which nothing is at the path of the list. */
    private final List<Skip> lacking = new ArrayList<>();

    private int taken;
    private final List<Hidden> incomplete = new ArrayList<>();
    private @Nullable String truncated;
    private @Nullable ParseProgress progress;
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

    /** Converts an item to its form for clients. */
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
     * @param lasting whether the same request gives the same answer, because nothing was left out that may appear later
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
        return symbols(selector, parameters, SourceResources.SYMBOL);
    }

    /** Declarations, with these members of {@link SourceResources#SYMBOL}. */
    static Listing<Symbol> symbols(SymbolSelector selector, ListParameters parameters, Resource<Found<Item>> members) {
        return new Listing<>(
                Arrays.asList(
                        "symbols",
                        selector.name(),
                        selector.kind(),
                        selector.path(),
                        members.names().toString()),
                parameters,
                true,
                (view, window) -> view.symbols(selector, window),
                (view, symbol) -> members.view(new Found<>(view, symbol.item())));
    }

    /** Annotations with their code. */
    public static Listing<Annotation> annotations(AnnotationSelector selector, ListParameters parameters) {
        return annotations(selector, parameters, SourceResources.ANNOTATION);
    }

    /** Annotations with their code, with these members of {@link SourceResources#ANNOTATION}. */
    static Listing<Annotation> annotations(
            AnnotationSelector selector, ListParameters parameters, Resource<Found<Annotation>> members) {
        return new Listing<>(
                Arrays.asList(
                        "annotations",
                        selector.pattern(),
                        selector.path(),
                        members.names().toString()),
                parameters,
                true,
                (view, window) -> view.annotations(selector, window),
                (view, annotation) -> members.view(new Found<>(view, annotation)));
    }

    /** Matches of a query. */
    public static Listing<Match> matches(QuerySelector selector, ListParameters parameters) {
        return new Listing<>(
                Arrays.asList("query", selector.query(), selector.path(), selector.lang()),
                parameters,
                true,
                (view, window) -> view.query(selector, window),
                (view, match) -> SourceResources.MATCH.view(new Found<>(view, match)));
    }

    /** Identifiers. */
    static Listing<Reference> references(ReferenceSelector selector, ListParameters parameters) {
        return new Listing<>(
                List.of("references", selector.toString()),
                parameters,
                true,
                (view, window) -> view.references(selector, window),
                (view, reference) -> SourceResources.REFERENCE.view(new Found<>(view, reference)));
    }

    /** Lines of text. */
    static Listing<TextLine> lines(TextSelector selector, List<String> repositories, ListParameters parameters) {
        return new Listing<>(
                List.of("search", selector.toString(), repositories.toString()),
                parameters,
                true,
                (view, window) -> view.search(selector, window),
                (view, line) -> SourceResources.TEXT_LINE.view(new Found<>(view, line)));
    }

    /** A page of one repository. */
    public Page of(Repository repository) {
        return of(repository, new Wait());
    }

    /**
     * A page of one repository.
     *
     * @param wait of the request, shared with its other pages
     */
    public Page of(Repository repository, Wait wait) {
        Cursor at = cursor();
        RepositoryLookup.Open open = openAt(repository, at);
        return makePage(open, wait.isOver() ? open.view().atOnce() : open.view(), at);
    }

    /**
     * A page of one repository.
     *
     * @param cache cache of the page
     * @param admitted makes the page, or refuses to
     */
    Page of(Repository repository, ResponseCache cache, UnaryOperator<Supplier<Page>> admitted) {
        Cursor at = cursor();
        RepositoryLookup.Open open = openAt(repository, at);
        return cache.to(cacheKey(false, List.of(open)), admitted.apply(() -> makePage(open, open.view(), at)));
    }

    private RepositoryLookup.Open openAt(Repository repository, @Nullable Cursor at) {
        return open(repository, at == null ? null : at.commitOf(repository.name()));
    }

    /**
     * The key for the cache: all that the answer depends on, for each of its repositories.
     *
     * @param across whether it is a list over all repositories, which has another form even if there is only one
     */
    Object cacheKey(boolean across, Collection<RepositoryLookup.Open> opened) {
        var key = new ArrayList<@Nullable Object>(List.of(digest, across, parameters));
        for (RepositoryLookup.Open open : opened) {
            View view = open.view();
            key.add(Arrays.asList(
                    view.repository(),
                    open.ref(),
                    view.commit(),
                    view.fetchedAt(),
                    view.stale(),
                    view.generation(),
                    view.decoding()));
        }
        skipped.forEach(left -> key.add(Arrays.asList(left.repository(), left.reason(), left.detail())));
        return key;
    }

    private Page makePage(RepositoryLookup.Open open, View view, @Nullable Cursor from) {
        take(view, from, view.commit(), false);
        return page(SourceResources.HEAD.view(open), open.lasting());
    }

    /** The client's cursor, or null for the beginning. */
    @Nullable
    Cursor cursor() {
        return Cursor.read(parameters.cursor(), digest);
    }

    /** A repository at the commit at which this list began or, if that is null, at the requested ref. */
    RepositoryLookup.Open open(Repository repository, @Nullable String commit) {
        return commit == null
                ? RepositoryLookup.Open.at(repository, parameters.ref())
                : RepositoryLookup.Open.again(repository, parameters.ref(), commit);
    }

    /** Whether the page has no room for a further repository; the list then continues there at the latest. */
    boolean endsBefore(String repository, String began) {
        if (next == null && count == parameters.limit()) {
            next = new Cursor(digest, repository, null, began, false);
        }
        return next != null;
    }

    /** Ends the page before a repository, since its time is over; the list continues there. */
    void endForTime(String repository, String began) {
        next = new Cursor(digest, repository, null, began, false);
        truncated = ResultPage.TIME;
        whole = false;
    }

    /** How the texts of the page are decoded, for {@link Freshness#weak(Map, int)}. */
    public int decoding() {
        return decoding;
    }

    /** Names a repository that is left out, with the reason. */
    void skip(String repository, SourceFault fault) {
        whole = false;
        skipped.add(Skip.of(repository, fault));
    }

    /**
     * Adds the items of a repository, as far as there is room.
     *
     * @param view the repository at its commit
     * @param from where to continue in it, or null for the first item
     * @param began the commit at which the list began, or the digest of all commits, for the cursor
     * @param named whether the list covers several repositories, so that items name theirs
     * @return false if the repository may hold more, in files not parsed yet
     * @throws SourceFault 409 {@code stale_cursor} if they were parsed since the page before, which lacks their items
     */
    boolean take(View view, @Nullable Cursor from, String began, boolean named) {
        decoding = Math.max(decoding, view.decoding());
        taken++;
        String after = from == null ? null : from.after();
        ResultPage<T> found = part.of(view, parameters.window(parameters.limit() - count, after));
        ParseProgress parsing = found.parsing();
        if (parsing == null && from != null && from.partial()) {
            throw SourceFault.of(
                    409,
                    "stale_cursor",
                    "this list began while files of " + view.repository()
                            + " were being parsed, which has ended: begin without cursor to see what they hold");
        }
        for (T item : found.items()) {
            Map<String, @Nullable Object> data = row.of(view, item);
            items.add(named ? SourceResources.named(view, data) : data);
            count++;
            weight += WEIGHT + (data.get("text") instanceof String text ? 6 * text.length() : 0) + longLines(data);
        }
        for (ResultPage.Skipped file : found.skipped()) {
            whole &= !Set.of("timeout", "crashed").contains(file.reason());
            boolean lacks = named && file.reason().equals(ResultPage.UNKNOWN_PATH);
            (lacks ? lacking : skipped).add(Skip.of(named ? view.repository() : null, file));
        }
        found.incomplete().forEach(lines -> incomplete.add(new Hidden(named ? view.repository() : null, lines)));
        whole &= parsing == null;
        if (parsing != null && named) {
            skipped.add(Skip.of(view.repository(), parsing));
        } else if (found.truncated() != null) {
            truncated = found.truncated();
            progress = parsing;
        }
        // History missing from a shallow clone may be fetched another time.
        whole &= !ResultPage.TIME.equals(found.truncated()) && !History.SHALLOW.equals(found.truncated());
        if (found.next() != null) {
            next = new Cursor(digest, view.repository(), found.next(), began, parsing != null);
        }
        return parsing == null;
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

    /**
     * What the page leaves out. A path that only some of several repositories lack is no news; that all of them lack it
     * is said once, in the list that took them all; those that could not be read are named beside it.
     */
    private List<Skip> skipped() {
        if (lacking.isEmpty() || lacking.size() < taken || next != null || cursor() != null) {
            return skipped;
        }
        boolean others = skipped.stream().anyMatch(each -> each.repository() != null && each.path() == null);
        var all = new ArrayList<Skip>(skipped);
        all.addFirst(new Skip(
                null,
                lacking.getFirst().path(),
                ResultPage.UNKNOWN_PATH,
                others
                        ? "no repository that could be read has anything there"
                        : "none of the repositories has anything there",
                null));
        return all;
    }

    /** The page with everything taken and skipped. */
    Page page(Map<String, @Nullable Object> head, boolean pinned) {
        MapBuilder payload = Data.mapBuilder().putAll(head);
        if (positions) {
            payload.putAll(SourceResources.ENCODING.view(parameters));
        }
        var tail = new SourceResources.Tail(
                items.build(), next == null ? null : next.text(), truncated, progress, skipped(), incomplete);
        Map<String, @Nullable Object> answer = payload.putAll(
                        (positions ? SourceResources.CODE_TAIL : SourceResources.TAIL).view(tail))
                .build();
        return new Page(answer, pinned && whole, Freshness.weak(answer, decoding), weight, whole);
    }
}
