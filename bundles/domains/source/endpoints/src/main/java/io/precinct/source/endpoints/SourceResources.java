package io.precinct.source.endpoints;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import io.precinct.rest.api.Schemas;
import io.precinct.source.api.Annotation;
import io.precinct.source.api.Cut;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.Item;
import io.precinct.source.api.Match;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.Position;
import io.precinct.source.api.Reference;
import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.TextLine;
import io.precinct.source.api.View;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The answers of live source, each member described once: answers, the shapes that scenarios are checked against, and
 * the OpenAPI document derive from it, and pages read it.
 */
public final class SourceResources {
    private static final Type<String> TEXT = Type.text();
    private static final Type<List<String>> TEXTS = Type.list(TEXT, Integer.MAX_VALUE);

    /** The object id of a commit or a blob. */
    public static final Type<String> OBJECT_ID = TEXT.described(
            id -> id.matching("^[0-9a-f]{40,64}$").example("0".repeat(40)).named("ObjectId"));

    /** A time, with as many decimals as it has. */
    private static final Type<String> TIME = TEXT.shownAs(Schemas.TIME);

    /** The first line is 1. */
    private static final Type<Long> LINE_NUMBER = Type.integer(1, Long.MAX_VALUE);

    private static final Type<Long> WHOLE = Type.integer(Long.MIN_VALUE, Long.MAX_VALUE);

    /** How a comment is attached to code. */
    public static final Type<String> ASSOCIATION = Type.oneOf(List.of("next", "trailing", "enclosing", "file", "line"));

    /** Where a file comes from that nobody wrote in its repository. */
    private static final Type<String> FILE_ORIGIN = Type.oneOf(List.of("generated", "vendored"));

    // --- code -------------------------------------------------------------------------------------------------------

    static final Property<Position, Long> LINE = Property.of("line", LINE_NUMBER, position -> (long) position.line());

    private static final Resource<Position> POSITION = Resource.of(
                    LINE,
                    count("row", Position::row),
                    count("column", Position::column),
                    count("byte", Position::offset))
            .named("Position");

    private static final Resource<Cut> CUT = Resource.of(
                    Property.of("start", POSITION, Cut::start),
                    Property.of("end", POSITION, Cut::end),
                    count("before", Cut::before),
                    count("after", Cut::after))
            .named("Cut");

    private static final Resource<Annotation.Span> SPAN = Resource.of(
            text("text", Annotation.Span::text),
            Property.of("start", POSITION, Annotation.Span::start),
            Property.of("end", POSITION, Annotation.Span::end),
            cut(Annotation.Span::cut));

    private static final Resource<Item.Lines> LINES = Resource.of(
            count("from", Item.Lines::from),
            count("to", Item.Lines::to),
            Property.of("lines", TEXTS, Item.Lines::lines),
            cuts("cuts", lines -> lines));

    /**
     * Something found in a repository.
     *
     * @param <T> its type
     */
    public record Found<T>(View view, T item) {
        String repository() {
            return view.repository();
        }
    }

    /** The repository of an item in a list over several. */
    private static final Property<Found<?>, String> REPOSITORY = text("repo", Found::repository);

    /** {@code Outer/inner}. */
    public static final Property<Item, String> NAME_PATH =
            text("name_path", Item::namePath).orNull();

    /** The name of a declaration, and its place in its file. */
    static final Resource<Item> DECLARATION = Resource.of(
            text("kind", Item::kind).orNull(),
            text("name", Item::name).orNull(),
            text("container", Item::container).orNull(),
            NAME_PATH,
            Property.of("start", POSITION, Item::start),
            Property.of("end", POSITION, Item::end));

    private static final Resource<Item> ITEM = Resource.of(
                    Property.of("path", TEXT.example("src/Greeter.java"), Item::path),
                    Property.of("lang", TEXT.example("java"), Item::lang),
                    Property.of("blob", OBJECT_ID, Item::blob))
            .with(DECLARATION)
            .with(
                    text("text", Item::text),
                    cut(Item::cut),
                    Property.of("context", LINES, Item::context),
                    truth("has_error", Item::hasError));

    /** A declaration. */
    public static final Resource<Found<Item>> SYMBOL = ITEM.<Found<Item>>from(Found::item)
            .with(text("permalink", found -> permalink(found.view, found.item)))
            .named("Symbol");

    private static final Resource<Annotation> MARK = Resource.of(
                    text("tag", Annotation::tag), text("id", Annotation::id))
            .with(text("revision", Annotation::revision).orNull())
            .with(SPAN.from(Annotation::mark));

    /** A piece of code with its annotation. */
    public static final Resource<Found<Annotation>> ANNOTATION = ITEM.<Found<Annotation>>from(
                    found -> found.item.item())
            .with(
                    text("permalink", found -> permalink(found.view, found.item.item())),
                    Property.of("association", ASSOCIATION, found -> found.item.association()),
                    Property.of("annotation", MARK, Found::item),
                    Property.of("comment", SPAN, found -> found.item.comment()))
            .named("Annotation");

    /** The type of a node, as in its grammar. */
    public static final Property<Match.Capture, String> NODE_TYPE = text("node_type", Match.Capture::nodeType);

    private static final Resource<Match.Capture> CAPTURE = Resource.of(
            text("name", Match.Capture::name),
            NODE_TYPE,
            text("text", Match.Capture::text),
            cut(Match.Capture::cut),
            Property.of("start", POSITION, Match.Capture::start),
            Property.of("end", POSITION, Match.Capture::end),
            Property.of("lines", TEXTS, capture -> capture.lines().lines()),
            count("lines_from", capture -> capture.lines().from()),
            cuts("lines_cuts", Match.Capture::lines));

    /** A match of a query. */
    static final Resource<Found<Match>> MATCH = Resource.<Found<Match>>of(
                    count("match", found -> found.item.match()),
                    count("pattern", found -> found.item.pattern()),
                    text("path", found -> found.item.path()),
                    Property.of("blob", OBJECT_ID, found -> found.item.blob()),
                    Property.list("captures", CAPTURE, found -> found.item.captures()),
                    more("more_captures", found -> found.item.moreCaptures()),
                    text("permalink", found -> permalink(found.view, found.item)))
            .named("Match");

    private static final Resource<TextLine.Span> TEXT_MATCH = Resource.of(
                    Property.of("start", POSITION, TextLine.Span::start),
                    Property.of("end", POSITION, TextLine.Span::end),
                    text("text", TextLine.Span::text),
                    cut(TextLine.Span::cut))
            .named("TextMatch");

    /** A line of text with a match, without its repository. */
    static final Resource<Found<TextLine>> TEXT_LINE_IN_REPOSITORY = Resource.<Found<TextLine>>of(
                    Property.of("path", TEXT.example("src/Greeter.java"), found -> found.item.path()),
                    Property.<Found<TextLine>, String>of("lang", TEXT.example("java"), found -> found.item.lang())
                            .orNull(),
                    Property.of("blob", OBJECT_ID, found -> found.item.blob()),
                    count("line", found -> found.item.line()),
                    text("text", found -> found.item.text()),
                    cut(found -> found.item.cut()),
                    Property.list("matches", TEXT_MATCH, found -> found.item.matches()),
                    more("more_matches", found -> found.item.moreMatches()),
                    Property.<Found<TextLine>, String>of(
                                    "origin", FILE_ORIGIN, found -> String.valueOf(found.item.origin()))
                            .optional(found -> found.item.origin() != null)
                            .describedAs("Only of generated or vendored files."),
                    Property.of("context", LINES, found -> found.item.context()),
                    text("permalink", found -> permalink(found.view, found.item)))
            .named("TextLine");

    /** A line of text with a match. */
    static final Resource<Found<TextLine>> TEXT_LINE = Resource.<Found<TextLine>>of(text("repo", Found::repository))
            .with(TEXT_LINE_IN_REPOSITORY)
            .named("TextLine");

    /** An identifier in code. */
    static final Resource<Found<Reference>> REFERENCE = Resource.<Found<Reference>>of(
                    Property.of(
                            "path",
                            TEXT.example("src/Greeter.java"),
                            found -> found.item.item().path()),
                    Property.of(
                            "lang",
                            TEXT.example("java"),
                            found -> found.item.item().lang()),
                    Property.of("blob", OBJECT_ID, found -> found.item.item().blob()),
                    text("name", found -> found.item.item().name()),
                    truth("declaration", found -> found.item.declaration()),
                    Property.of("start", POSITION, found -> found.item.item().start()),
                    Property.of("end", POSITION, found -> found.item.item().end()),
                    text("text", found -> found.item.item().text()),
                    cut(found -> found.item.item().cut()),
                    Property.<Found<Reference>, String>of(
                                    "container",
                                    TEXT,
                                    found -> found.item.item().container())
                            .orNull(),
                    Property.of("context", LINES, found -> found.item.item().context()),
                    text("permalink", found -> permalink(found.view, found.item.item())))
            .named("Reference");

    // --- files ------------------------------------------------------------------------------------------------------

    private static final Type<String> ENTRY_TYPE = Type.oneOf(List.of("file", "dir", "symlink", "submodule"));
    private static final Type<String> MODE = TEXT.example("100644");

    /** Where a submodule comes from. It depends on the configured repositories, not on the commit alone. */
    public static final String SUBMODULE = "submodule";

    private static final Resource<FileEntry> ODDITIES = Resource.of(
            text("target", FileEntry::target).optional(),
            text("submodule_commit", FileEntry::submoduleCommit).optional(),
            Property.of("skipped", Resource.<String>of(text("reason", reason -> reason)), FileEntry::skipped)
                    .optional());

    private static final Resource<Submodules.Origin> ORIGIN = Resource.of(
                    text("url", Submodules.Origin::url).orNull(),
                    text("repo", Submodules.Origin::repo).orNull())
            .named("SubmoduleOrigin");

    /** An entry of a tree: a file, a folder, a link or a submodule. */
    static final Resource<Submodules.Listed> ENTRY = Resource.of(
                    Property.of("path", TEXT.example("src"), FileEntry::path),
                    Property.of("type", ENTRY_TYPE, FileEntry::type),
                    Property.of("mode", MODE, FileEntry::mode),
                    Property.of("size", Type.count(), SourceResources::size).orNull(),
                    Property.of("blob", OBJECT_ID, FileEntry::blob).orNull(),
                    text("lang", FileEntry::lang).orNull())
            .with(ODDITIES)
            .<Submodules.Listed>from(Submodules.Listed::entry)
            .with(Property.of(SUBMODULE, ORIGIN, Submodules.Listed::origin).optional())
            .named("TreeEntry");

    private static final Resource<FileContent> SHOWN_LINES = Resource.of(
            count("from", FileContent::first), count("to", FileContent::last), count("total", FileContent::lines));

    /** A repository and its commit, with which every answer about one begins. */
    static final Resource<RepositoryLookup.Open> HEAD = Resource.<RepositoryLookup.Open>of(
                    Property.of(
                            "repo",
                            TEXT.example("sample"),
                            (RepositoryLookup.Open open) -> open.view().repository()),
                    Property.of("ref", TEXT.example("main"), RepositoryLookup.Open::ref),
                    Property.of(
                                    "commit",
                                    OBJECT_ID,
                                    (RepositoryLookup.Open open) -> open.view().commitOrNull())
                            .orNull(),
                    Property.of(
                            "fetched_at", TIME, open -> open.view().fetchedAt().toString()),
                    truth("stale", open -> open.view().stale()))
            .named("RepositoryHead");

    /** A file: its content if it is text, else its bytes. */
    static final Resource<FileContent> FILE = HEAD.<FileContent>from(FileContent::open)
            .with(
                    Property.of(
                            "path",
                            TEXT.example("src/Greeter.java"),
                            file -> file.entry().path()),
                    Property.of("type", ENTRY_TYPE, file -> file.entry().type()),
                    Property.of("mode", MODE, file -> file.entry().mode()),
                    text("lang", (FileContent file) -> file.entry().lang()).orNull(),
                    Property.of("size", Type.count(), (FileContent file) -> size(file.entry()))
                            .orNull(),
                    Property.of(
                                    "blob",
                                    OBJECT_ID,
                                    (FileContent file) -> file.entry().blob())
                            .orNull(),
                    text("content", FileContent::shown).optional(),
                    text("content_base64", FileContent::base64).optional(),
                    text("encoding", FileContent::encoding).orNull().optional(FileContent::hasContent),
                    text("newline", FileContent::newline).orNull().optional(FileContent::isText),
                    Property.of("lines", SHOWN_LINES, (FileContent file) -> file.isText() ? file : null)
                            .optional(),
                    text("permalink", FileContent::permalink))
            .with(ODDITIES.<FileContent>from(FileContent::entry))
            .named("File");

    // --- repositories -----------------------------------------------------------------------------------------------

    /** Why the last fetch failed. */
    public static final Property<RepositoryStatus, String> LAST_ERROR =
            text("last_error", RepositoryStatus::lastError).orNull();

    /** When the served commit was fetched. */
    public static final Property<RepositoryStatus, String> FETCHED_AT = Property.of(
                    "fetched_at", TIME, (RepositoryStatus status) -> time(status.fetchedAt()))
            .orNull();

    private static final Resource<RepositoryStatus.Grammar> GRAMMAR = Resource.of(
            text("name", RepositoryStatus.Grammar::name),
            text("state", RepositoryStatus.Grammar::state),
            Property.of(
                            "abi",
                            WHOLE,
                            (RepositoryStatus.Grammar grammar) -> grammar.abi() == 0 ? null : (long) grammar.abi())
                    .orNull(),
            text("reason", RepositoryStatus.Grammar::reason).optional());

    private static final Resource<RepositoryStatus.Cache> CACHE = Resource.of(
            count("entries", RepositoryStatus.Cache::entries),
            count("hits", RepositoryStatus.Cache::hits),
            count("misses", RepositoryStatus.Cache::misses));

    private static final Resource<RepositoryStatus.Progress> PROGRESS = Resource.of(
            text("work", RepositoryStatus.Progress::work),
            Property.of("done", WHOLE, RepositoryStatus.Progress::done),
            Property.of("left", WHOLE, RepositoryStatus.Progress::left));

    /** How far files are parsed. */
    private static final Resource<ParseProgress> PARSED = Resource.of(
                    count("done", ParseProgress::done),
                    Property.of(
                                    "total",
                                    Type.count(),
                                    (ParseProgress progress) -> progress.total() < 0 ? null : progress.total())
                            .orNull())
            .named("ParseProgress");

    /** How far the files of a repository are parsed while not all of them are. */
    public static final Property<RepositoryStatus, ParseProgress> PARSING =
            Property.of("parsing", PARSED, RepositoryStatus::parsing).optional();

    private static final Resource<RepositoryStatus.Skipped> SKIPPED_KEY = Resource.of(
                    text("key", RepositoryStatus.Skipped::key),
                    Property.of("reason", TEXT.example("bad_path"), RepositoryStatus.Skipped::reason))
            .named("SkippedKey");

    /** The status of a repository. */
    static final Resource<RepositoryStatus> STATUS = Resource.of(
                    Property.of("name", TEXT.example("sample"), RepositoryStatus::name),
                    text("url", RepositoryStatus::url),
                    Property.of("state", TEXT.example("ready"), RepositoryStatus::state),
                    text("ref", RepositoryStatus::ref).orNull(),
                    Property.of("commit", OBJECT_ID, RepositoryStatus::commit).orNull(),
                    FETCHED_AT,
                    Property.of("next_refresh_at", TIME, (RepositoryStatus status) -> time(status.nextRefreshAt()))
                            .orNull(),
                    LAST_ERROR,
                    Property.list("grammars", GRAMMAR, RepositoryStatus::grammars),
                    Property.of("cache", CACHE, RepositoryStatus::cache),
                    Property.of("progress", PROGRESS, RepositoryStatus::progress)
                            .optional(),
                    PARSING,
                    Property.list(
                                    "skipped",
                                    SKIPPED_KEY,
                                    (RepositoryStatus status) ->
                                            status.omissions().skipped())
                            .optional(SourceResources::skips)
                            .describedAs("The first keys of a parameter store whose values are not served."),
                    Property.of("skipped_count", WHOLE, (RepositoryStatus status) ->
                                    (long) status.omissions().skippedCount())
                            .optional(SourceResources::skips),
                    Property.of("warnings", Type.plain(Schema.list(Schema.text())), (RepositoryStatus status) ->
                                    (Object) status.omissions().warnings())
                            .optional(status -> !status.omissions().warnings().isEmpty())
                            .describedAs("Rules of a parameter store that have no effect."))
            .named("Repository");

    private static boolean skips(RepositoryStatus status) {
        return status.omissions().skippedCount() > 0;
    }

    /** A fetch of a repository. */
    record Fetch(String repository, RefreshJob job) {
        boolean isDone() {
            return job.change() != null;
        }

        /** What it brought, or null. */
        <V> @Nullable V brought(Function<RefreshJob.Change, @Nullable V> part) {
            RefreshJob.Change change = job.change();
            return change == null ? null : part.apply(change);
        }

        /** A commit that it brought; null if the repository is empty. */
        @Nullable
        String commit(Function<RefreshJob.Change, @Nullable String> part) {
            String commit = brought(part);
            return View.NO_COMMIT.equals(commit) ? null : commit;
        }
    }

    private static final Property<Fetch, String> FETCHED = text("repo", Fetch::repository);

    private static final Resource<Fetch> CHANGE = Resource.of(
            Property.of("from_commit", OBJECT_ID, (Fetch fetch) -> fetch.commit(RefreshJob.Change::from))
                    .orNull()
                    .optional(Fetch::isDone),
            Property.of("to_commit", OBJECT_ID, (Fetch fetch) -> fetch.commit(RefreshJob.Change::to))
                    .orNull()
                    .optional(Fetch::isDone),
            Property.of("changed", TEXTS, (Fetch fetch) -> fetch.brought(RefreshJob.Change::changed))
                    .optional());

    private static final Resource<Fetch> REFRESH = Resource.of(
            text("id", fetch -> fetch.job.id()),
            text("state", fetch -> fetch.job.state()),
            text("href", fetch -> Links.job(fetch.repository, fetch.job)),
            text("error", (Fetch fetch) -> fetch.job.error()).optional());

    /** A fetch, with its result once it is done. */
    static final Resource<Fetch> JOB = Resource.of(FETCHED, Property.of("job", REFRESH, (Fetch fetch) -> fetch))
            .with(CHANGE)
            .named("RefreshJob");

    /** The result of a fetch. */
    static final Resource<Fetch> REFRESHED = Resource.of(FETCHED).with(CHANGE).named("Refreshed");

    // --- lists ------------------------------------------------------------------------------------------------------

    /**
     * Something that a list leaves out.
     *
     * @param repository itself, or its repository; null if the list covers one
     * @param path of the file, or null
     * @param detail for people, or null
     * @param progress how far the files of a partly omitted repository are parsed, or null
     */
    public record Skip(
            @Nullable String repository,
            @Nullable String path,
            String reason,
            @Nullable String detail,
            @Nullable ParseProgress progress) {
        /** A file. */
        public static Skip of(@Nullable String repository, ResultPage.Skipped file) {
            return new Skip(repository, file.path(), file.reason(), file.detail(), null);
        }

        /** A repository. */
        public static Skip of(String repository, SourceFault fault) {
            return new Skip(repository, null, fault.code(), String.valueOf(fault.getMessage()), null);
        }

        /** A repository, except for its files that are already parsed. */
        public static Skip of(String repository, ParseProgress progress) {
            return new Skip(
                    repository,
                    null,
                    ParseProgress.REASON,
                    "its files are being parsed; what is in those that are not parsed yet is missing here",
                    progress);
        }
    }

    /** What a list leaves out. */
    public static final Resource<Skip> SKIPPED = Resource.of(
                    text("repo", Skip::repository).optional(),
                    text("path", Skip::path).orNull(),
                    text("reason", Skip::reason),
                    text("detail", Skip::detail).optional(),
                    Property.of("progress", PARSED, Skip::progress).optional())
            .named("Skipped");

    /**
     * Lines of a file in which something may be hidden.
     *
     * @param repository its repository; null if the list covers one
     */
    public record Hidden(@Nullable String repository, ResultPage.Incomplete lines) {
        private @Nullable Long line(int number) {
            return number == 0 ? null : (long) number;
        }
    }

    /** Lines in which something may be hidden. */
    public static final Resource<Hidden> INCOMPLETE = Resource.of(
                    text("repo", Hidden::repository).optional(),
                    text("path", (Hidden hidden) -> hidden.lines.path()).orNull(),
                    text("reason", (Hidden hidden) -> hidden.lines.reason()),
                    Property.of("from", Type.count(), (Hidden hidden) -> hidden.line(hidden.lines.from()))
                            .optional(),
                    Property.of("to", Type.count(), (Hidden hidden) -> hidden.line(hidden.lines.to()))
                            .optional(),
                    text("detail", (Hidden hidden) -> hidden.lines.detail()).optional())
            .named("Incomplete");

    /**
     * The end of a page of a list.
     *
     * @param items as shown
     * @param next the cursor of the page behind it, or null
     * @param truncated why the whole list was cut, or null
     * @param progress how far the files are parsed if that is what cut the list, or null
     */
    record Tail(
            List<? extends Object> items,
            @Nullable String next,
            @Nullable String truncated,
            @Nullable ParseProgress progress,
            List<Skip> skipped,
            List<Hidden> incomplete) {}

    /** The cursor at which the list continues. */
    public static final Property<Tail, String> NEXT_CURSOR =
            text("next_cursor", Tail::next).orNull();

    /** Why the list was cut. */
    public static final Property<Tail, String> TRUNCATED_BY =
            text("truncated_by", Tail::truncated).optional();

    /** How far the files are parsed, if that cut the list. */
    public static final Property<Tail, ParseProgress> LIST_PROGRESS =
            Property.of("progress", PARSED, Tail::progress).optional();

    /** The repositories of a list. */
    public static final Property<List<RepositoryLookup.Open>, List<RepositoryLookup.Open>> REPOSITORIES =
            Property.list("repositories", HEAD, heads -> heads);

    /** What columns count. */
    public static final Property<ListParameters, String> POSITION_ENCODING = Property.of(
            "position_encoding",
            TEXT.example("utf-8"),
            parameters -> parameters.encoding().wireName());

    static final Resource<List<RepositoryLookup.Open>> HEADS = Resource.of(REPOSITORIES);

    /** What columns count, as a member of an answer. */
    public static final Resource<ListParameters> ENCODING = Resource.of(POSITION_ENCODING);

    static final Resource<Tail> TAIL = tail(Schema.any());

    /** The end of a list of code. */
    static final Resource<Tail> CODE_TAIL = codeTail(Schema.any());

    private static Resource<Tail> tail(Schema item) {
        return Resource.of(
                Property.of("items", Type.plain(Schema.list(item)), Tail::items),
                NEXT_CURSOR,
                truth("truncated", tail -> tail.truncated() != null),
                TRUNCATED_BY,
                LIST_PROGRESS,
                Property.list("skipped", SKIPPED, Tail::skipped));
    }

    private static Resource<Tail> codeTail(Schema item) {
        return tail(item).with(Property.list("incomplete", INCOMPLETE, Tail::incomplete));
    }

    private SourceResources() {}

    /** A list of the files of a repository. */
    static Schema listed(Resource<?> item) {
        Schema each = item.schema();
        return HEAD.schema().with(tail(each).schema()).named(each.name() + "List");
    }

    /** An item of a list whose members a client may select. */
    static Schema inPart(Resource<?> item) {
        Schema whole = item.schema();
        return whole.sparse().named(Objects.requireNonNull(whole.name()));
    }

    /** A list of code of one repository. */
    static Schema found(Schema each) {
        return HEAD.schema()
                .with(ENCODING.schema())
                .with(codeTail(each).schema())
                .named(each.name() + "List");
    }

    /** A list of code of all repositories, whose items name theirs. */
    static Schema foundInAll(Schema each) {
        Schema named = Resource.of(REPOSITORY).schema().with(each).named(each.name() + "OfRepository");
        return HEADS.schema()
                .with(ENCODING.schema())
                .with(codeTail(named).schema())
                .named("All" + each.name() + "List");
    }

    /** All repositories. */
    static Schema repositories() {
        return tail(STATUS.schema()).schema().named("RepositoryList");
    }

    /** Data that names its repository. */
    static Map<String, @Nullable Object> named(View view, Map<String, @Nullable Object> data) {
        return Data.mapBuilder()
                .put(REPOSITORY.name(), view.repository())
                .putAll(data)
                .build();
    }

    // --- members ----------------------------------------------------------------------------------------------------

    private static <T> Property<T, String> text(String name, Function<? super T, ? extends @Nullable String> getter) {
        return Property.of(name, TEXT, getter);
    }

    private static <T> Property<T, Long> count(String name, ToLongFunction<? super T> getter) {
        return Property.of(name, Type.count(), getter::applyAsLong);
    }

    private static <T> Property<T, Boolean> truth(String name, Function<? super T, Boolean> getter) {
        return Property.of(name, Type.truth(), getter);
    }

    /** The place of what is shown of a text that is too long. */
    private static <T> Property<T, Cut> cut(Function<? super T, ? extends @Nullable Cut> getter) {
        return Property.<T, Cut>of("cut", CUT, getter)
                .optional()
                .describedAs("The piece that text shows, if the whole is too long, and the bytes left out around it.");
    }

    /** The places of what is shown of lines that are too long. */
    private static <T> Property<T, List<Cut>> cuts(String name, Function<? super T, Item.Lines> getter) {
        return Property.<T, Cut>list(name, CUT, thing -> getter.apply(thing).cuts())
                .optional(thing -> !getter.apply(thing).cuts().isEmpty())
                .describedAs("The pieces that are shown of lines that are too long.");
    }

    /** Present and true if only the first elements of a list are shown. */
    private static <T> Property<T, Boolean> more(String name, Predicate<T> whether) {
        return Property.<T, Boolean>of(name, Type.truth(), _ -> true)
                .optional(whether)
                .describedAs("True if there are more of them than are shown.");
    }

    private static @Nullable Long size(FileEntry entry) {
        return entry.size() < 0 ? null : entry.size();
    }

    private static @Nullable String time(@Nullable Instant time) {
        return Objects.toString(time, null);
    }

    private static String permalink(View view, Item item) {
        return Links.pinned(view, item.path(), item.start(), item.end());
    }

    private static String permalink(View view, TextLine line) {
        return Links.pinned(view, line.path(), line.line(), line.line());
    }

    private static String permalink(View view, Match match) {
        if (match.captures().isEmpty()) {
            return Links.pinned(view, match.path());
        }
        int from =
                match.captures().stream().mapToInt(c -> c.start().line()).min().getAsInt();
        int to = match.captures().stream()
                .mapToInt(c -> Links.lastLine(c.start(), c.end()))
                .max()
                .getAsInt();
        return Links.pinned(view, match.path(), from, to);
    }
}
