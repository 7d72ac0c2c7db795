package io.precinct.cases.record;

import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A relation between two cases, as seen from one of them.
 *
 * @param caseId the other case
 * @param type the type of relation; {@link #RELATED} if none was given
 * @param reason the reason, or null if none was given
 * @param direction {@link #OUT} if the relation leads to the other case, else {@link #IN}
 * @param createdBy the user who created the relation
 * @param createdAt when the relation was created
 */
public record Relation(
        String caseId, String type, @Nullable String reason, String direction, String createdBy, Instant createdAt) {
    /**
     * The type of a relation about which nothing else is known. It has no direction, so two cases have at most one.
     */
    public static final String RELATED = "related";

    /** The {@code field} of a change of a relation that a note reports. */
    public static final String CHANGED = "relations";

    /** The relation leads from the requested case to the other. */
    public static final String OUT = "out";

    /** The relation leads from the other case to the requested one. */
    public static final String IN = "in";

    static final Property<Relation, String> CASE_ID = Property.of("case_id", CaseTypes.CASE_ID, Relation::caseId);
    static final Property<Relation, String> CREATED_BY =
            Property.of("created_by", Type.text().example("ada"), Relation::createdBy);

    /** The creation time, by which lists are sorted. */
    public static final Property<Relation, Instant> CREATED_AT =
            Property.of("created_at", Type.time(), Relation::createdAt);

    /** A relation as it is served. */
    public static final Resource<Relation> RESOURCE = Resource.<Relation>of(
                    CASE_ID,
                    Property.of("type", Type.text().example("follows"), Relation::type),
                    Property.of("reason", Type.text(), Relation::reason)
                            .orNull()
                            .describedAs("Markdown."),
                    Property.of("direction", Type.oneOf(List.of(OUT, IN)), Relation::direction)
                            .describedAs("Whether it leads from this case to the other."),
                    CREATED_BY,
                    CREATED_AT)
            .named("Relation");

    /** Whether the relation leads to the other case. */
    public boolean isOut() {
        return OUT.equals(direction);
    }

    /** Returns the same relation as seen from the other case; {@code one} is the id of this case. */
    public Relation seenFromOther(String one) {
        return new Relation(one, type, reason, isOut() ? IN : OUT, createdBy, createdAt);
    }

    /** Returns the same relation with another reason. */
    public Relation because(@Nullable String other) {
        return new Relation(caseId, type, other, direction, createdBy, createdAt);
    }

    /** Returns the same relation, created by somebody else at another time. */
    Relation by(String author, Instant at) {
        return new Relation(caseId, type, reason, direction, author, at);
    }

    /** Returns the change that a note reports if {@code now} replaces {@code old}; null stands for no relation. */
    public static Map<String, @Nullable Object> change(@Nullable Relation old, @Nullable Relation now) {
        return Data.map(
                "field", CHANGED, "old", old == null ? null : old.said(), "new", now == null ? null : now.said());
    }

    private Map<String, @Nullable Object> said() {
        return Data.map(CASE_ID.name(), caseId, "type", type, "reason", reason, "direction", direction);
    }
}
