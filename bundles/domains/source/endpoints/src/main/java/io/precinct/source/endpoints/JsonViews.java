package io.precinct.source.endpoints;

import io.precinct.api.data.Data;
import io.precinct.api.data.Keys;
import io.precinct.api.data.MapBuilder;
import io.precinct.source.api.Annotation;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.Item;
import io.precinct.source.api.Match;
import io.precinct.source.api.Position;
import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.View;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts results of live source to plain data with the names that clients see. */
public final class JsonViews {
    private static final Keys HEAD = Keys.of("repo", "ref", "commit", "fetched_at", "stale");
    private static final Keys POSITION = Keys.of("line", "row", "column", "byte");
    private static final Keys LINES = Keys.of("from", "to", "lines");
    private static final Keys ITEM = Keys.of(
            "path",
            "lang",
            "blob",
            "kind",
            "name",
            "container",
            "name_path",
            "start",
            "end",
            "text",
            "context",
            "has_error",
            "permalink");
    private static final Keys MATCH = Keys.of("match", "pattern", "path", "blob", "captures", "permalink");
    private static final Keys CAPTURE = Keys.of("name", "node_type", "text", "start", "end", "lines", "lines_from");

    private JsonViews() {}

    /** The head of every answer: the repository and its commit. */
    public static Map<String, @Nullable Object> head(RepositoryLookup.Open open) {
        View view = open.view();
        return HEAD.map(
                view.repository(), open.ref(), view.commit(), view.fetchedAt().toString(), view.stale());
    }

    /** Data that names the repository it is from. */
    public static Map<String, @Nullable Object> named(View view, Map<String, @Nullable Object> data) {
        return Data.mapBuilder().put("repo", view.repository()).putAll(data).build();
    }

    static Map<String, @Nullable Object> position(Position position) {
        return POSITION.map(position.line(), position.row(), position.column(), position.offset());
    }

    /** A piece of code, without its repository. */
    public static Map<String, @Nullable Object> item(View view, Item item) {
        return ITEM.map(
                item.path(),
                item.lang(),
                item.blob(),
                item.kind(),
                item.name(),
                item.container(),
                item.namePath(),
                position(item.start()),
                position(item.end()),
                item.text(),
                lines(item.context()),
                item.hasError(),
                Links.pinned(view, item.path(), item.start(), item.end()));
    }

    /** An annotation with the code it is attached to. */
    public static Map<String, @Nullable Object> annotation(View view, Annotation annotation) {
        return Data.mapBuilder()
                .putAll(item(view, annotation.item()))
                .put("association", annotation.association())
                .put(
                        "annotation",
                        Data.mapBuilder()
                                .put("tag", annotation.tag())
                                .put("id", annotation.id())
                                .putAll(span(annotation.mark()))
                                .build())
                .put("comment", span(annotation.comment()))
                .build();
    }

    private static Map<String, @Nullable Object> span(Annotation.Span span) {
        return Data.map("text", span.text(), "start", position(span.start()), "end", position(span.end()));
    }

    /** A match of a query. */
    public static Map<String, @Nullable Object> match(View view, Match match) {
        List<Map<String, @Nullable Object>> captures =
                match.captures().stream().map(JsonViews::capture).toList();
        return MATCH.map(match.match(), match.pattern(), match.path(), match.blob(), captures, permalink(view, match));
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

    private static Map<String, @Nullable Object> capture(Match.Capture capture) {
        return CAPTURE.map(
                capture.name(),
                capture.nodeType(),
                capture.text(),
                position(capture.start()),
                position(capture.end()),
                capture.lines().lines(),
                capture.lines().from());
    }

    private static Map<String, @Nullable Object> lines(Item.Lines lines) {
        return LINES.map(lines.from(), lines.to(), lines.lines());
    }

    /** An entry of a tree. */
    static Map<String, @Nullable Object> entry(FileEntry entry) {
        MapBuilder data = Data.mapBuilder()
                .put("path", entry.path())
                .put("type", entry.type())
                .put("mode", entry.mode())
                .put("size", entry.size() < 0 ? null : entry.size())
                .put("blob", entry.blob())
                .put("lang", entry.lang());
        return addSpecials(data, entry).build();
    }

    /** Adds the target of a link, the commit of a submodule, and why a file was skipped. */
    static MapBuilder addSpecials(MapBuilder data, FileEntry entry) {
        if (entry.target() != null) {
            data.put("target", entry.target());
        }
        if (entry.submoduleCommit() != null) {
            data.put("submodule_commit", entry.submoduleCommit());
        }
        if (entry.skipped() != null) {
            data.put("skipped", Data.map("reason", entry.skipped()));
        }
        return data;
    }

    /** A file that is left out, with the reason. */
    public static Map<String, @Nullable Object> skipped(ResultPage.Skipped file) {
        return Data.map("path", file.path(), "reason", file.reason());
    }

    /** A repository that is left out, with the reason. */
    public static Map<String, @Nullable Object> skipped(String repository, SourceFault fault) {
        String detail = String.valueOf(fault.getMessage());
        return Data.map("repo", repository, "path", null, "reason", fault.code(), "detail", detail);
    }

    static Map<String, @Nullable Object> status(RepositoryStatus status) {
        MapBuilder data = Data.mapBuilder()
                .put("name", status.name())
                .put("url", status.url())
                .put("state", status.state())
                .put("ref", status.ref())
                .put("commit", status.commit())
                .put("fetched_at", text(status.fetchedAt()))
                .put("next_refresh_at", text(status.nextRefreshAt()))
                .put("last_error", status.lastError())
                .put(
                        "grammars",
                        status.grammars().stream().map(JsonViews::grammar).toList())
                .put(
                        "cache",
                        Data.map(
                                "entries", status.cache().entries(),
                                "hits", status.cache().hits(),
                                "misses", status.cache().misses()));
        RepositoryStatus.Progress progress = status.progress();
        if (progress != null) {
            data.put("progress", Data.map("work", progress.work(), "done", progress.done(), "left", progress.left()));
        }
        return data.build();
    }

    private static Map<String, @Nullable Object> grammar(RepositoryStatus.Grammar grammar) {
        MapBuilder data = Data.mapBuilder()
                .put("name", grammar.name())
                .put("state", grammar.state())
                .put("abi", grammar.abi() == 0 ? null : grammar.abi());
        if (grammar.reason() != null) {
            data.put("reason", grammar.reason());
        }
        return data.build();
    }

    /** A fetch, with its result once it is done. */
    static Map<String, @Nullable Object> job(String repository, RefreshJob job) {
        MapBuilder about =
                Data.mapBuilder().put("id", job.id()).put("state", job.state()).put("href", Links.job(repository, job));
        if (job.error() != null) {
            about.put("error", job.error());
        }
        MapBuilder data = Data.mapBuilder().put("repo", repository).put("job", about.build());
        RefreshJob.Change change = job.change();
        return change == null ? data.build() : data.putAll(change(change)).build();
    }

    static Map<String, @Nullable Object> change(RefreshJob.Change change) {
        return Data.map("from_commit", change.from(), "to_commit", change.to(), "changed", change.changed());
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }
}
