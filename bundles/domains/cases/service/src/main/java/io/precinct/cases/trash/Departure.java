package io.precinct.cases.trash;

import io.precinct.api.contract.Type;
import io.precinct.cases.record.DepartedContent.Via;
import io.precinct.rest.api.Column;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import io.precinct.rest.api.Row;
import io.precinct.rest.api.Table;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A deleted case in the trash.
 *
 * @param id the id of the case
 * @param label its label
 * @param detective the detective to whom it was assigned, or null
 * @param version its last version
 * @param deletedAt when it was deleted
 * @param deletedBy who deleted it
 * @param via in what way it was deleted
 * @param keptUntil when it is removed from the trash
 */
record Departure(
        String id,
        String label,
        @Nullable String detective,
        long version,
        Instant deletedAt,
        String deletedBy,
        String via,
        Instant keptUntil) {
    static final Property<Departure, String> ID = Property.of(
                    "id", Type.text().example("task-00000000-0000-4000-8000-000000000001"), Departure::id)
            .stored();
    private static final Property<Departure, String> LABEL =
            Property.of("label", Type.text(), Departure::label).stored();
    private static final Property<Departure, String> DETECTIVE =
            Property.of("detective", Type.text(), Departure::detective).orNull().stored();
    private static final Property<Departure, Long> VERSION = Property.of(
                    "version", Type.integer(1, Long.MAX_VALUE), Departure::version)
            .stored();

    /** When a case was deleted, by which lists are sorted. */
    static final Property<Departure, Instant> DELETED_AT =
            Property.of("deleted_at", Type.time(), Departure::deletedAt).stored();

    private static final Property<Departure, String> DELETED_BY = Property.of(
                    "deleted_by", Type.text().example("ada"), Departure::deletedBy)
            .stored();
    private static final Property<Departure, String> VIA = Property.of(
                    "via",
                    Type.oneOf(Arrays.stream(Via.values()).map(Via::wireName).toList()),
                    Departure::via)
            .describedAs("In what way: by a request for this case, for several cases, or by synchronisation.")
            .stored();

    /** A deleted case as the trash lists it. */
    static final Resource<Departure> RESOURCE = Resource.<Departure>of(
                    ID,
                    LABEL,
                    DETECTIVE,
                    VERSION,
                    DELETED_AT,
                    DELETED_BY,
                    VIA,
                    Property.of("kept_until", Type.time(), Departure::keptUntil))
            .named("DeletedCase");

    private static final Column<String> CONTENT = Column.of("content", Type.text());

    /** Returns the table for a trash that keeps cases for this time. */
    static Table<Departure> table(Duration kept) {
        return Table.of("cases.departure", RESOURCE, ID, row -> of(row, kept)).with(CONTENT);
    }

    private static Departure of(Row row, Duration kept) throws SQLException {
        Instant deletedAt = row.need(DELETED_AT);
        return new Departure(
                row.need(ID),
                row.need(LABEL),
                row.get(DETECTIVE),
                row.need(VERSION),
                deletedAt,
                row.need(DELETED_BY),
                row.need(VIA),
                deletedAt.plus(kept));
    }
}
