package io.precinct.dependencies.event;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.common.secret.UrlSecrets;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.FieldValues;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import io.precinct.rest.api.StoredJson;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a producer about an edge.
 *
 * @param eventId identifies the event, which counts once
 * @param time when the edge appeared or disappeared
 * @param producer the producer of the statement
 * @param op {@code assert} or {@code retract}
 * @param from the node at which the edge is stated
 * @param to the node at the other end
 * @param type {@code depends-on}, {@code client-of}, {@code same-as}, or {@code used-by}, which is the inverse of the
 *     first
 * @param meta {@code url, port, security_groups, files}, or null
 */
public record DependencyEvent(
        String eventId,
        Instant time,
        String producer,
        String op,
        String from,
        String to,
        String type,
        @Nullable FieldValues meta) {
    static final String ASSERT = "assert";
    static final String RETRACT = "retract";

    private static final String URL = "url";

    private static final int LONGEST_ID = 200;
    private static final int LONGEST_NODE = 300;
    private static final int LONGEST_URL = 2000;
    private static final int MOST_GROUPS = 50;
    private static final int MOST_FILES = 20;
    private static final int LONGEST_FILE = 1000;

    private static final Field<String> EVENT_ID = Field.requiredText("event_id", LONGEST_ID)
            .describedAs("By which it counts once.")
            .example("ci-4711-1");
    private static final Field<@Nullable Instant> TIME = Field.time("time")
            .describedAs("Since when it is so; to the microsecond.")
            .required();
    private static final Field<String> PRODUCER = Field.requiredText("producer", LONGEST_ID)
            .describedAs("Who says so.")
            .example("ci");
    private static final Field<@Nullable String> OP =
            Field.oneOf("op", List.of(ASSERT, RETRACT)).required();
    private static final Field<String> FROM = Field.requiredText("from", LONGEST_NODE)
            .describedAs("The node whose edge it is; what stands before its first colon is its kind.")
            .example("service:cart");
    private static final Field<String> TO = Field.requiredText("to", LONGEST_NODE)
            .describedAs("The node at the other end.")
            .example("service:stock");
    private static final Field<@Nullable String> TYPE = Field.oneOf("type", types())
            .describedAs("`same-as`: both names mean one thing, whichever comes first.")
            .required();

    /** How the other end is reached, and the files that declare the edge. */
    public static final Resource<FieldValues> META = Resource.of(
                    Property.given(Field.text(URL, LONGEST_URL)
                                    .describedAs("Its secrets are not kept: they become `***`."))
                            .optional(),
                    Property.given(Field.integer("port", 1, 65_535)).optional(),
                    Property.given(Field.texts("security_groups", MOST_GROUPS, LONGEST_ID))
                            .optional(),
                    Property.given(Field.texts("files", MOST_FILES, LONGEST_FILE)
                                    .describedAs("The files of the repository that say so."))
                            .optional())
            .named("DependencyMeta")
            .made(values -> values);

    private static final Field<@Nullable FieldValues> OF_META =
            Field.object("meta", META).describedAs("Where the other end is reached.");

    /** An event, as clients send it and as it is served. */
    public static final Resource<DependencyEvent> RESOURCE = Resource.of(
                    Property.given(EVENT_ID, DependencyEvent::eventId),
                    Property.given(TIME, DependencyEvent::time),
                    Property.given(PRODUCER, DependencyEvent::producer),
                    Property.given(OP, DependencyEvent::op),
                    Property.given(FROM, DependencyEvent::from),
                    Property.given(TO, DependencyEvent::to),
                    Property.given(TYPE, DependencyEvent::type),
                    Property.given(OF_META, DependencyEvent::meta).optional())
            .named("DependencyEvent");

    private static List<String> types() {
        List<String> types = new ArrayList<>(EdgeType.NAMES);
        types.add(EdgeType.USED_BY);
        return List.copyOf(types);
    }

    /**
     * Reads an event; if it has faults, adds them to the form and returns null.
     *
     * @param latest the latest time that is accepted; later times are in the future
     */
    static @Nullable DependencyEvent read(Form form, Instant latest) {
        int before = form.faults().size();
        FieldValues values = RESOURCE.read(form);
        Instant time = values.get(TIME);
        if (time != null && time.isAfter(latest)) {
            form.fault("time", "bounds", "time is in the future", null);
        }
        if (time != null && !time.equals(time.truncatedTo(ChronoUnit.MICROS))) {
            form.fault("time", "bounds", "time has at most microseconds", null);
        }
        if (values.has(FROM) && values.need(FROM).equals(values.get(TO))) {
            form.fault("to", "conflict", "an edge leads to another node than it comes from", null);
        }
        form.unknown();
        return form.faults().size() > before || time == null
                ? null
                : new DependencyEvent(
                        values.need(EVENT_ID),
                        time,
                        values.need(PRODUCER),
                        values.<String>need(OP),
                        values.need(FROM),
                        values.need(TO),
                        values.<String>need(TYPE),
                        values.get(OF_META));
    }

    /** Whether the event asserts the edge. */
    boolean isAssertion() {
        return op.equals(ASSERT);
    }

    /**
     * Whether the event is stated from the target of the edge. Of two nodes that are the same, that is the one whose
     * name sorts last, so that both ways of saying it are about one edge.
     */
    boolean isInverse() {
        return isUsedBy() || edgeType() == EdgeType.SAME_AS && from.compareTo(to) > 0;
    }

    private boolean isUsedBy() {
        return type.equals(EdgeType.USED_BY);
    }

    /** Returns the type of the edge. */
    EdgeType edgeType() {
        return isUsedBy() ? EdgeType.DEPENDS_ON : EdgeType.of(type);
    }

    /** Returns the node at which the edge begins: the one that depends on the other. */
    String source() {
        return isInverse() ? to : from;
    }

    /** Returns the node at which the edge ends: the one that is depended on. */
    String target() {
        return isInverse() ? from : to;
    }

    /** Returns the metadata as it is stored, without the secrets of its address, or null. */
    @Nullable
    String metaText() {
        return meta == null || meta.names().isEmpty() ? null : Json.compact(withoutSecrets(META.view(meta)));
    }

    /** Returns metadata that was stored, perhaps by a version that kept the secrets of addresses; or null. */
    public static @Nullable Map<String, @Nullable Object> storedMeta(@Nullable String text) {
        return text == null ? null : withoutSecrets(StoredJson.map(text));
    }

    private static Map<String, @Nullable Object> withoutSecrets(Map<String, @Nullable Object> meta) {
        return meta.get(URL) instanceof String url && !UrlSecrets.mask(url).equals(url)
                ? Data.mapBuilder().putAll(meta).put(URL, UrlSecrets.mask(url)).build()
                : meta;
    }
}
