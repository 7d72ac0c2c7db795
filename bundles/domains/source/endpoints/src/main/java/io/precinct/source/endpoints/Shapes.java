package io.precinct.source.endpoints;

import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.rest.api.Schemas;

/**
 * The shapes of the answers of live source: boundaries declare them, scenarios are checked against them, OpenAPI shows
 * them.
 */
public final class Shapes {
    private static final Schema TEXT = Schema.text();
    private static final Schema COUNT = Schema.integer().atLeast(0);
    private static final Schema LINES = Schema.list(TEXT);

    private static final Schema ID =
            Schema.text().matching("^[0-9a-f]{40,64}$").example("0".repeat(40)).named("ObjectId");

    private static final Schema TIME = Schemas.TIME;

    /** The repository and its commit, which every answer about one begins with. */
    public static final Schema HEAD = Schema.object()
            .with("repo", TEXT.example("sample"))
            .with("ref", TEXT.example("main"))
            .with("commit", ID)
            .with("fetched_at", TIME)
            .with("stale", Schema.truth())
            .named("RepositoryHead");

    private static final Schema POSITION = Schema.object()
            .with("line", Schema.integer().atLeast(1))
            .with("row", COUNT)
            .with("column", COUNT)
            .with("byte", COUNT)
            .named("Position");

    private static final Schema SPAN =
            Schema.object().with("text", TEXT).with("start", POSITION).with("end", POSITION);

    /** A piece of code. */
    static final Schema SYMBOL = Schema.object()
            .with("path", TEXT.example("src/Greeter.java"))
            .with("lang", TEXT.example("java"))
            .with("blob", ID)
            .with("kind", TEXT.orNull())
            .with("name", TEXT.orNull())
            .with("container", TEXT.orNull())
            .with("name_path", TEXT.orNull())
            .with("start", POSITION)
            .with("end", POSITION)
            .with("text", TEXT)
            .with(
                    "context",
                    Schema.object().with("from", COUNT).with("to", COUNT).with("lines", LINES))
            .with("has_error", Schema.truth())
            .with("permalink", TEXT)
            .named("Symbol");

    /** How a comment is attached to code. */
    private static final Schema ASSOCIATION = Schema.oneOf("next", "trailing", "enclosing", "file");

    /** A piece of code with its annotation. */
    static final Schema ANNOTATION = SYMBOL.with("association", ASSOCIATION)
            .with(
                    "annotation",
                    Schema.object().with("tag", TEXT).with("id", TEXT).with(SPAN))
            .with("comment", SPAN)
            .named("Annotation");

    /** A match of a query. */
    static final Schema MATCH = Schema.object()
            .with("match", COUNT)
            .with("pattern", COUNT)
            .with("path", TEXT)
            .with("blob", ID)
            .with(
                    "captures",
                    Schema.list(Schema.object()
                            .with("name", TEXT)
                            .with("node_type", TEXT)
                            .with(SPAN)
                            .with("lines", LINES)
                            .with("lines_from", COUNT)))
            .with("permalink", TEXT)
            .named("Match");

    private static final Schema ODDITIES = Schema.object()
            .optionally("target", TEXT)
            .optionally("submodule_commit", TEXT)
            .optionally("skipped", Schema.object().with("reason", TEXT));

    private static final Schema TYPE = Schema.oneOf("file", "dir", "symlink", "submodule");

    /** An entry of a tree: a file, a folder, a link or a submodule. */
    static final Schema ENTRY = Schema.object()
            .with("path", TEXT.example("src"))
            .with("type", TYPE)
            .with("mode", TEXT.example("100644"))
            .with("size", COUNT.orNull())
            .with("blob", ID.orNull())
            .with("lang", TEXT.orNull())
            .with(ODDITIES)
            .named("TreeEntry");

    /** A file: its content if it is text, else its bytes. */
    static final Schema FILE = HEAD.with("path", TEXT.example("src/Greeter.java"))
            .with("type", TYPE)
            .with("mode", TEXT.example("100644"))
            .with("lang", TEXT.orNull())
            .with("size", COUNT.orNull())
            .with("blob", ID.orNull())
            .with("permalink", TEXT)
            .optionally("content", TEXT)
            .optionally("content_base64", TEXT)
            .optionally("encoding", TEXT.orNull())
            .optionally("newline", TEXT.orNull())
            .optionally(
                    "lines",
                    Schema.object().with("from", COUNT).with("to", COUNT).with("total", COUNT))
            .with(ODDITIES)
            .named("File");

    /** An entry that a list leaves out, with the reason. */
    private static final Schema SKIPPED = Schema.object()
            .optionally("repo", TEXT)
            .with("path", TEXT.orNull())
            .with("reason", TEXT)
            .optionally("detail", TEXT)
            .named("Skipped");

    /** The status of a repository. */
    static final Schema STATUS = Schema.object()
            .with("name", TEXT.example("sample"))
            .with("url", TEXT)
            .with("state", TEXT.example("ready"))
            .with("ref", TEXT.orNull())
            .with("commit", ID.orNull())
            .with("fetched_at", TIME.orNull())
            .with("next_refresh_at", TIME.orNull())
            .with("last_error", TEXT.orNull())
            .with(
                    "grammars",
                    Schema.list(Schema.object()
                            .with("name", TEXT)
                            .with("state", TEXT)
                            .with("abi", Schema.integer().orNull())
                            .optionally("reason", TEXT)))
            .with(
                    "cache",
                    Schema.object().with("entries", COUNT).with("hits", COUNT).with("misses", COUNT))
            .optionally(
                    "progress",
                    Schema.object()
                            .with("work", TEXT)
                            .with("done", Schema.integer())
                            .with("left", Schema.integer()))
            .named("Repository");

    private static final Schema CHANGE = Schema.object()
            .optionally("from_commit", ID.orNull())
            .optionally("to_commit", ID)
            .optionally("changed", LINES);

    /** A fetch, with its result once it is done. */
    static final Schema JOB = Schema.object()
            .with("repo", TEXT)
            .with(
                    "job",
                    Schema.object()
                            .with("id", TEXT)
                            .with("state", TEXT)
                            .with("href", TEXT)
                            .optionally("error", TEXT))
            .with(CHANGE)
            .named("RefreshJob");

    /** The result of a fetch. */
    static final Schema REFRESHED =
            Schema.object().with("repo", TEXT).with(CHANGE).named("Refreshed");

    /** A refusal; that of an invalid body or query lists every fault. */
    static final Schema REFUSAL = Schemas.REFUSAL
            .optionally("code", Schema.text().example("unknown_repo"))
            .optionally("detail", Schema.any())
            .optionally("errors", Schema.list(Schemas.FAULT))
            .named("SourceRefusal");

    private Shapes() {}

    /** The end of every list. */
    private static Schema list(Schema head, Schema item) {
        return head.with("items", Schema.list(item))
                .with("next_cursor", TEXT.orNull())
                .with("truncated", Schema.truth())
                .optionally("truncated_by", TEXT)
                .with("skipped", Schema.list(SKIPPED));
    }

    /** A list of the files of a repository. */
    static Schema listed(Schema item) {
        return list(HEAD, item).named(item.name() + "List");
    }

    /** A list of code of one repository. */
    static Schema found(Schema item) {
        return list(HEAD.with("position_encoding", TEXT.example("utf-8")), item).named(item.name() + "List");
    }

    /** A list of code of all repositories, whose items name theirs. */
    static Schema foundInAll(Schema item) {
        Schema all = Schema.object()
                .with("repositories", Schema.list(HEAD))
                .with("position_encoding", TEXT.example("utf-8"));
        Schema named = item.with("repo", TEXT).named(item.name() + "OfRepository");
        return list(all, named).named("All" + item.name() + "List");
    }

    /** All repositories. */
    static Schema repositories() {
        return list(Schema.object(), STATUS).named("RepositoryList");
    }

    /** Which requirements have code. */
    public static Schema coverage() {
        Schema place = Schema.object()
                .with("repo", TEXT)
                .with("path", TEXT)
                .with("blob", ID)
                .with("lang", TEXT)
                .with("kind", TEXT.orNull())
                .with("name", TEXT.orNull())
                .with("name_path", TEXT.orNull())
                .with("line", COUNT)
                .with("association", ASSOCIATION)
                .with("permalink", TEXT)
                .named("CodePlace");
        Schema places = Schema.list(place);
        Schema requirement = Schema.object().with("id", TEXT).with("title", TEXT.orNull());
        Schema found = Schema.object().with("id", TEXT).with("places", places);
        return Schema.object()
                .with("repositories", Schema.list(HEAD))
                .with("pattern", TEXT)
                .with("truncated", Schema.truth())
                .with("skipped", Schema.list(SKIPPED))
                .with(
                        "requirements",
                        Schema.list(requirement
                                .with("status", Schema.oneOf("covered", "uncovered", "drifted"))
                                .with("places", places)))
                .with("uncovered", Schema.list(requirement))
                .with("orphans", Schema.list(found))
                .with("duplicates", Schema.list(found))
                .with("listed_twice", LINES)
                .with("drift", Schema.list(found.with("blob", TEXT)))
                .with(
                        "summary",
                        Schema.object()
                                .with("requirements", COUNT)
                                .with("covered", COUNT)
                                .with("places", COUNT)
                                .with("percent", COUNT.atMost(100)))
                .named("Coverage");
    }

    /** Resolved traces. */
    public static Schema resolved() {
        Schema trace = Schema.object()
                .with("status", Schema.oneOf("ok", "ambiguous", "not_found", "invalid", "unavailable"))
                .with("repo", Schema.any())
                .with("query", Schema.any())
                .with("items", Schema.list(Schema.map(Schema.any())))
                .open()
                .example(Data.map("status", "not_found", "repo", "sample", "query", Data.map(), "items", Data.list()))
                .named("ResolvedTrace");
        return Schema.object().with("position_encoding", TEXT.example("utf-8")).with("items", Schema.list(trace));
    }
}
