package io.precinct.configuration.compare;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.configuration.compare.Comparison.Base;
import io.precinct.configuration.compare.Comparison.Compared;
import io.precinct.configuration.compare.Comparison.Difference;
import io.precinct.configuration.compare.Comparison.Group;
import io.precinct.configuration.compare.Comparison.Masked;
import io.precinct.configuration.compare.Comparison.Missing;
import io.precinct.configuration.compare.diff.Change;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import io.precinct.rest.api.Schemas;
import io.precinct.source.api.SourceFault;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a comparison is answered with, each member said once; the OpenAPI document is made of it, too. */
final class CompareResources {
    private static final Type<String> TEXT = Type.text();
    private static final Type<String> NAME = TEXT.example("production");
    private static final Type<Long> NUMBER = Type.integer(1, Long.MAX_VALUE);
    private static final Type<Object> VALUE = Type.plain(Schema.any());
    private static final Type<Object> NAMES = Type.plain(Schema.list(Schema.text()));

    private static final Resource<Base> BASE = Resource.of(
            Property.of("environment", NAME, Base::environment),
            Property.of("group", NUMBER, (Base base) -> number(base.group())).orNull(),
            Property.of("chosen", Type.oneOf(List.of("request", "largest_group")), Base::chosen));

    private static final Resource<Compared> ENVIRONMENT = Resource.of(
                    Property.of(
                            "name", NAME, (Compared each) -> each.environment().name()),
                    Property.of(
                            "repo",
                            TEXT.example("sample"),
                            (Compared each) -> each.environment().place().repo()),
                    Property.of("ref", TEXT.example("main"), CompareResources::ref)
                            .orNull(),
                    Property.of(
                                    "commit",
                                    TEXT.example("0".repeat(40)),
                                    (Compared each) -> each.finding().commit())
                            .orNull(),
                    Property.of(
                                    "fetched_at",
                                    TEXT.shownAs(Schemas.TIME),
                                    (Compared each) ->
                                            Objects.toString(each.finding().fetchedAt(), null))
                            .orNull()
                            .describedAs("When the commit was fetched."),
                    Property.of(
                                    "stale",
                                    Type.truth(),
                                    (Compared each) -> each.finding().stale())
                            .describedAs("Whether the last fetch failed."),
                    Property.of(
                            "status",
                            Type.oneOf(List.of("ok", "missing", "failed")),
                            (Compared each) -> each.finding().status()),
                    Property.of("group", NUMBER, (Compared each) -> number(each.group()))
                            .orNull(),
                    Property.of("path", TEXT.example("config/service.yml"), CompareResources::path)
                            .optional(),
                    Property.of(
                                    "error",
                                    TEXT,
                                    (Compared each) -> message(each.finding().fault()))
                            .optional(),
                    Property.of(
                                    "code",
                                    TEXT.example("unknown_repo"),
                                    (Compared each) -> code(each.finding().fault()))
                            .optional())
            .named("ComparedEnvironment");

    private static final Resource<Group> GROUP = Resource.of(
                    Property.of("group", NUMBER, (Group group) -> (long) group.number()),
                    Property.of("digest", TEXT.example("sha256:" + "0".repeat(64)), Group::digest)
                            .orNull(),
                    Property.of("environments", NAMES, (Group group) -> group.environments()),
                    Property.of("value", VALUE, Group::value).optional(Group::shown))
            .named("ComparedGroup");

    private static final Resource<Change> CHANGE = Resource.of(
                    Property.of("pointer", TEXT.example("/db/host"), Change::pointer),
                    Property.of(
                            "op",
                            Type.oneOf(Arrays.stream(Change.Op.values())
                                    .map(Change.Op::wireName)
                                    .toList()),
                            (Change change) -> change.op().wireName()),
                    Property.of("base", VALUE, Change::base).optional(change -> change.op() != Change.Op.ADD),
                    Property.of("value", VALUE, Change::value).optional(change -> change.op() != Change.Op.REMOVE))
            .named("ComparedChange");

    private static final Resource<Difference> DIFFERENCE = Resource.of(
                    Property.of("group", NUMBER, (Difference each) -> (long) each.group()),
                    Property.of("environments", NAMES, (Difference each) -> each.environments()),
                    Property.of(
                                    "changes",
                                    Type.plain(Schema.list(CHANGE.schema())),
                                    (Difference each) -> each.changes() == null ? null : CHANGE.views(each.changes()))
                            .optional(),
                    Property.of("unified", TEXT, Difference::unified).optional(),
                    Property.of("masked", Type.truth(), Difference::masked).optional(Difference::masked))
            .named("ComparedDifference");

    private static final Resource<Missing> MISSING = Resource.of(
                    Property.of("pointer", TEXT.example("/db/host"), Missing::pointer),
                    Property.of("environments", NAMES, (Missing each) -> each.environments()))
            .named("ComparedMissing");

    private static final Resource<Masked> MASKED = Resource.of(
                    Property.of("pointer", TEXT.example("/db/password"), Masked::pointer),
                    Property.of("environments", NAMES, (Masked each) -> each.environments()))
            .named("ComparedMasked");

    private static final Resource<Comparison> COMPARISON = Resource.of(
                    Property.of("equal", Type.truth(), Comparison::equal).orNull(),
                    Property.of("kind", Type.oneOf(List.of("data", "text")), Comparison::kind),
                    Property.of(
                                    "base",
                                    Type.plain(BASE.schema()),
                                    (Comparison all) -> all.base() == null ? null : BASE.view(all.base()))
                            .orNull(),
                    Property.list("environments", ENVIRONMENT, Comparison::environments),
                    Property.list("groups", GROUP, Comparison::groups),
                    Property.list("diff", DIFFERENCE, Comparison::differences),
                    Property.list("missing", MISSING, Comparison::missing),
                    Property.list("masked", MASKED, Comparison::masked),
                    Property.of("truncated", Type.truth(), (Comparison all) -> all.truncatedBy() != null),
                    Property.of("truncated_by", TEXT.example("time"), Comparison::truncatedBy)
                            .optional())
            .named("Comparison");

    private CompareResources() {}

    /** The whole answer. */
    static Schema schema() {
        return COMPARISON.schema();
    }

    /** A comparison as it is answered. */
    static Map<String, @Nullable Object> view(Comparison comparison) {
        return COMPARISON.view(comparison);
    }

    private static @Nullable Long number(@Nullable Integer group) {
        return group == null ? null : Long.valueOf(group);
    }

    private static @Nullable String ref(Compared each) {
        return each.finding().ref() == null
                ? each.environment().place().ref()
                : each.finding().ref();
    }

    /** The file of the value, if it is of one. */
    private static @Nullable String path(Compared each) {
        List<String> paths =
                each.finding().pieces().stream().map(Piece::path).distinct().toList();
        return paths.size() == 1 ? paths.getFirst() : null;
    }

    private static @Nullable String message(@Nullable SourceFault fault) {
        return fault == null ? null : String.valueOf(fault.getMessage());
    }

    private static @Nullable String code(@Nullable SourceFault fault) {
        return fault == null ? null : fault.code();
    }
}
