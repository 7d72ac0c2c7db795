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
 * What one case has to do with another, as the one sees it.
 *
 * @param caseId the other
 * @param type of what kind it is; {@link #RELATED} if nobody said
 * @param reason why, or null if nobody said
 * @param direction {@link #OUT} if it leads from the one to the other, else {@link #IN}
 * @param createdBy who said so first
 * @param createdAt since when
 */
public record Relation(
        String caseId, String type, @Nullable String reason, String direction, String createdBy, Instant createdAt) {
    /** The type of a relation of which nothing else is known; it has no direction, so there is one of it at most. */
    public static final String RELATED = "related";

    /** The member of a change that a note reports. */
    public static final String CHANGED = "relations";

    /** From the case that was asked for. */
    public static final String OUT = "out";

    /** To the case that was asked for. */
    public static final String IN = "in";

    static final Property<Relation, String> CASE_ID = Property.of("case_id", CaseTypes.CASE_ID, Relation::caseId);
    static final Property<Relation, String> CREATED_BY =
            Property.of("created_by", Type.text().example("ada"), Relation::createdBy);

    /** Lists are sorted by it. */
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

    /** Whether it leads from the one to the other. */
    public boolean isOut() {
        return OUT.equals(direction);
    }

    /** Whether both say the same of the other case, for whatever reason. */
    public boolean saysTheSameAs(Relation other) {
        return caseId.equals(other.caseId)
                && type.equals(other.type)
                && (direction.equals(other.direction) || type.equals(RELATED));
    }

    /** The same as the other sees it. */
    public Relation seenFromOther(String one) {
        return new Relation(one, type, reason, isOut() ? IN : OUT, createdBy, createdAt);
    }

    /** The same for another reason. */
    public Relation because(@Nullable String other) {
        return new Relation(caseId, type, other, direction, createdBy, createdAt);
    }

    /** What a note reports if this gives way to another; null stands for none. */
    public static Map<String, @Nullable Object> change(@Nullable Relation old, @Nullable Relation now) {
        return Data.map(
                "field", CHANGED, "old", old == null ? null : old.said(), "new", now == null ? null : now.said());
    }

    private Map<String, @Nullable Object> said() {
        return Data.map(CASE_ID.name(), caseId, "type", type, "reason", reason, "direction", direction);
    }
}
