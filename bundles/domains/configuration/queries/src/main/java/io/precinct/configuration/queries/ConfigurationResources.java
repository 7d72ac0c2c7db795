package io.precinct.configuration.queries;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.configuration.queries.document.BadDocument;
import io.precinct.configuration.queries.document.Format;
import io.precinct.configuration.queries.document.Located;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import io.precinct.rest.api.Schemas;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.View;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answers of configuration queries, each member described once; the OpenAPI document derives from it, too. */
final class ConfigurationResources {
    private static final int MOST_LOCATIONS = 1_000;
    private static final Type<String> TEXT = Type.text();
    private static final Type<String> PATH = TEXT.example("config/service.yml");
    private static final Type<String> OBJECT_ID =
            TEXT.described(id -> id.matching("^[0-9a-f]{40,64}$").example("0".repeat(40)));
    private static final Type<Long> LINE = Type.integer(1, Long.MAX_VALUE);

    /**
     * A repository at a commit.
     *
     * @param ref as the client named it
     */
    record Head(View view, String ref) {}

    static final Property<Head, String> FETCHED_AT = Property.of(
            "fetched_at",
            TEXT.shownAs(Schemas.TIME),
            head -> head.view().fetchedAt().toString());

    /** A repository and its commit, with which every answer begins. */
    static final Resource<Head> HEAD = Resource.of(
            Property.of(
                    "repo", TEXT.example("sample"), (Head head) -> head.view().repository()),
            Property.of("ref", TEXT.example("main"), Head::ref),
            Property.of("commit", OBJECT_ID, (Head head) -> head.view().commitOrNull())
                    .orNull(),
            FETCHED_AT,
            Property.of("stale", Type.truth(), head -> head.view().stale()));

    private static final Resource<Located> LOCATION = Resource.of(
            Property.of("pointer", TEXT.example("/spec/replicas"), Located::pointer),
            Property.of("line", LINE, located -> (long) located.line()),
            Property.of("column", Type.count(), located -> (long) located.column()));

    /**
     * The result of the expression for a document.
     *
     * @param document its number within the file, from 0
     * @param masked whether the expression looked at a text in which {@code ***} stands, so that the value may be
     *     another if nothing is masked
     */
    record Item(FileEntry file, Format format, int document, Located value, boolean masked) {}

    private static final Resource<Item> BEFORE_VALUE = Resource.of(
            Property.of("path", PATH, (Item item) -> item.file().path()),
            Property.of(
                    "blob", OBJECT_ID, (Item item) -> String.valueOf(item.file().blob())),
            Property.of(
                    "format",
                    Type.oneOf(Format.names()),
                    (Item item) -> item.format().wireName()),
            Property.of("document", Type.count(), (Item item) -> (long) item.document()));

    static final Resource<Item> ITEM = BEFORE_VALUE
            .with(
                    Property.of(
                            "value",
                            Type.plain(Schema.any()),
                            (Item item) -> item.value().plain()),
                    Property.list("locations", LOCATION, (Item item) -> locations(item.value())),
                    Property.of("masked", Type.truth(), Item::masked).optional(Item::masked))
            .named("ConfigurationItem");

    /**
     * A file that was not queried, with the place of its fault.
     *
     * @param detail for people, or null
     * @param line from 1, or 0 if there is none
     */
    record Skip(String path, String reason, @Nullable String detail, int line, int column) {
        static Skip of(String path, String reason, @Nullable String detail) {
            return new Skip(path, reason, detail, 0, 0);
        }

        static Skip of(String path, BadDocument fault) {
            return new Skip(path, fault.reason(), fault.getMessage(), fault.line(), fault.column());
        }
    }

    private static final Resource<Skip> SKIPPED = Resource.of(
                    Property.of("path", PATH, Skip::path),
                    Property.of("reason", TEXT, Skip::reason),
                    Property.of("detail", TEXT, Skip::detail).optional(),
                    Property.of("line", LINE, (Skip skip) -> (long) skip.line()).optional(skip -> skip.line() > 0),
                    Property.of("column", Type.count(), (Skip skip) -> (long) skip.column())
                            .optional(skip -> skip.line() > 0))
            .named("ConfigurationSkipped");

    /**
     * The end of a page.
     *
     * @param next the cursor of the page behind it, or null
     * @param truncated the limit that cut the page, or null
     */
    record Tail(
            List<Map<String, @Nullable Object>> items,
            @Nullable String next,
            @Nullable String truncated,
            List<Skip> skipped) {}

    static final Resource<Tail> TAIL = Resource.of(
            Property.of("items", Type.plain(Schema.list(ITEM.schema())), Tail::items),
            Property.of("next_cursor", TEXT, Tail::next).orNull(),
            Property.of("truncated", Type.truth(), (Tail tail) -> tail.truncated() != null),
            Property.of("truncated_by", TEXT, Tail::truncated).optional(),
            Property.list("skipped", SKIPPED, Tail::skipped));

    private ConfigurationResources() {}

    /** The whole answer. */
    static Schema list() {
        return HEAD.schema().with(TAIL.schema()).named("ConfigurationItemList");
    }

    /** The place of a result in its document; if it was put together, the places of its parts. */
    private static List<Located> locations(Located value) {
        List<Located> found = new ArrayList<>();
        Deque<Located> left = new ArrayDeque<>();
        left.add(value);
        while (!left.isEmpty() && found.size() < MOST_LOCATIONS) {
            Located next = left.poll();
            if (next.isInDocument()) {
                found.add(next);
            } else {
                left.addAll(next.elements());
                left.addAll(next.members().values());
            }
        }
        return found;
    }
}
