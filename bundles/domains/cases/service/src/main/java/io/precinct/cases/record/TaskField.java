package io.precinct.cases.record;

import static io.precinct.cases.record.MemberDescription.assigned;
import static io.precinct.cases.record.MemberDescription.given;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.api.CaseType;
import io.precinct.cases.api.Urgency;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The members of a case, each described once, in the order in which they are served. Request bodies and their parsing,
 * responses, schemas, columns, filters, sort keys, hashes and merges derive from this list. The lower-case name of a
 * constant is the name of its member and of its column.
 *
 * <p>To add a member that clients give, add a constant here and the migration of its column to {@link #TABLES}. Unless
 * the constant states otherwise, a body may omit the member, the member is null then, and search by fields can filter
 * by it.
 */
public enum TaskField {
    ID(assigned(CaseTypes.CASE_ID, Task::id).filteredBy(MemberFilter.TEXT)),
    LABEL(given(Type.filledText(CaseLimits.LABEL).example("Find the key"))
            .readBy((form, name) -> form.requiredText(name, CaseLimits.LABEL))
            .required()
            .filteredBy(MemberFilter.PART)),
    PRIORITY(given(Type.integer(1, 5)).orElse(3)),
    STATUS(given(Type.oneOf(CaseStatus.NAMES))
            .orElse(CaseStatus.PARKED.wireName())
            .kept()
            .counted("status", null)),
    CASE_TYPE(given(Type.oneOf(CaseType.NAMES)).counted("type", "none")),
    DETECTIVE(given(Type.text(CaseLimits.NAME))
            .readBy((form, name) -> People.trimmed(form.text(name, CaseLimits.NAME)))
            .counted("detective", People.UNASSIGNED)),
    URGENCY_LEVEL(given(Type.oneOf(Urgency.NAMES))
            .orElse(Urgency.ROUTINE.wireName())
            .ranked("urgency_rank", level -> Urgency.of(level).rank())
            .counted("urgency", null)),
    REPOSITORY_CONTEXT(given(Type.text(CaseLimits.PLACE)).filteredBy(MemberFilter.LONG_TEXT)),
    CREATED_AT(assigned(Type.time(), task -> Timestamps.text(task.createdAt())).filteredBy(MemberFilter.TIME)),
    UPDATED_AT(assigned(Type.time(), task -> Timestamps.text(task.updatedAt()))
            .filteredBy(MemberFilter.TIME)
            .local()),
    VERSION(assigned(Type.integer(1, CaseLimits.VERSION), Task::version).local()),
    NOTES(given(CaseTypes.MARKDOWN).filteredBy(MemberFilter.PART)),
    EVIDENCE_TAGS(given(CaseTypes.distinct(CaseTypes.TAG)).orElse(Data.list())),
    AUTO_DETECTED_KEYWORDS(assigned(Type.plain(Schema.list(Schema.text())), _ -> Data.list())),
    CASE_LINKS(given(CaseTypes.distinct(CaseTypes.ONE_OF_IDS)).orElse(Data.list())),
    SCHEDULED_DATE(given(Type.date())),
    DUE_DATE(given(Type.date())),
    RECURRING_TEMPLATE_ID(given(CaseTypes.TEMPLATE_ID).withTheWhole()),
    RECURRENCE_DATE(given(Type.date()).withTheWhole()),
    PREVIOUS_INSTANCE_ID(given(CaseTypes.CASE_ID).withTheWhole()),
    LAST_VIEWED(given(Type.time()).withTheWhole().local()),
    CURRENT_RESUME(given(CaseTypes.OBJECT_TEXT).filteredBy(MemberFilter.NONE)),
    /** Only in responses with notes; see {@link CaseWithNotes}. */
    INVESTIGATION_NOTES(assigned(Type.plain(Schema.list(Note.RESOURCE.schema())), _ -> Data.list())),
    /** Only in lists. */
    NOTE_COUNT(assigned(Type.count(), Task::noteCount)),
    CONSCIOUSNESS_LINKS(given(Type.plain(CaseTypes.LINKS))
            .readBy((form, name) -> LinkRules.read(form, name, form.value(name)))
            .orElse(Data.map())),
    PINNED(given(Type.truth()).orElse(false).local()),
    CLASSIFICATION(given(Type.oneOf(List.of("work", "idea"))).orElse("work"));

    /** The tables of the cases, as a list of all migrations, oldest first. */
    public static final io.precinct.postgres.api.Schema TABLES = io.precinct.postgres.api.Schema.of(
            "cases",
            TaskField.class,
            "001-cases.sql",
            "002-search.sql",
            "003-statistics.sql",
            "004-sync.sql",
            "005-export.sql",
            "006-words.sql",
            "007-deleted-at.sql",
            "008-repository-prefix.sql",
            "009-arrivals.sql",
            "010-relations.sql",
            "011-parents.sql",
            "012-expanded-hashes.sql",
            "013-relations-to-come.sql",
            "014-departures.sql",
            "015-redactions.sql");

    /** The members that clients give and the database stores. */
    public static final List<TaskField> STORED = those(TaskField::isStored);

    /** The members that the service assigns. */
    public static final List<TaskField> ASSIGNED = those(field -> !field.isStored());

    /** The members that the current-case channel publishes. */
    public static final List<TaskField> CHANNEL = List.of(ID, LABEL, STATUS, PRIORITY, URGENCY_LEVEL, VERSION);

    /** The members that {@code PATCH /:id/field} can set. */
    public static final List<TaskField> SET_ALONE =
            List.of(LABEL, CASE_TYPE, REPOSITORY_CONTEXT, URGENCY_LEVEL, DETECTIVE, SCHEDULED_DATE, DUE_DATE);

    /** The members by which lists can be sorted; the migrations create an index for each. */
    public static final List<TaskField> SORTS =
            List.of(CREATED_AT, UPDATED_AT, PRIORITY, URGENCY_LEVEL, DUE_DATE, SCHEDULED_DATE);

    /** The members by which every list can be filtered; the migrations create an index for each. */
    public static final List<TaskField> FILTERS =
            List.of(STATUS, URGENCY_LEVEL, DETECTIVE, CASE_TYPE, PRIORITY, SCHEDULED_DATE, DUE_DATE);

    private static final Map<String, TaskField> BY_NAME =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(TaskField::wireName, Function.identity()));

    private final String wireName;
    private final MemberDescription<?> described;

    TaskField(MemberDescription<?> described) {
        this.wireName = name().toLowerCase(Locale.ROOT);
        this.described = described;
    }

    /** Returns the members that match, in order. */
    public static List<TaskField> those(Predicate<TaskField> which) {
        return Stream.of(values()).filter(which).toList();
    }

    /** Returns the names of these members. */
    public static List<String> names(List<TaskField> fields) {
        return fields.stream().map(TaskField::wireName).toList();
    }

    /** Returns the member of this name, or null. */
    public static @Nullable TaskField of(String name) {
        return BY_NAME.get(name);
    }

    /** Returns the name of the member and of its column. */
    public String wireName() {
        return wireName;
    }

    /** Returns the type of its values. */
    public Type<?> type() {
        return described.type;
    }

    /** Whether the member is one of the {@link Values} of a case; the service assigns the other members. */
    public boolean isStored() {
        return described.assigned == null;
    }

    /** Whether clients may set the member in a new case and in a patch. */
    boolean isPatchable() {
        return isStored() && !described.withTheWhole;
    }

    /** Whether a case without the member is refused. */
    public boolean isRequired() {
        return described.required;
    }

    /** Whether a patch cannot remove the member. */
    boolean isKept() {
        return described.kept;
    }

    /** Whether the member may be null. */
    public boolean isNullable() {
        return isStored() && !described.required && described.absent == null;
    }

    /** Whether each instance has its own value, which sync ignores. */
    public boolean isLocal() {
        return described.local;
    }

    /** Whether the values are lists. */
    public boolean isList() {
        return described.type.carrier() == List.class;
    }

    /** Returns the default. */
    public @Nullable Object absent() {
        return described.absent;
    }

    /** Returns the member as a field of a request body. */
    Field<?> field() {
        Field<?> field = Field.of(wireName, described.type);
        if (described.required) {
            return field.required();
        }
        return described.absent == null || isList() || described.absent instanceof Map<?, ?>
                ? field
                : field.orElse(described.absent);
    }

    /** Reads the member from a body; an invalid, null or absent value reads as the default. */
    public @Nullable Object read(Form form) {
        boolean there = form.value(wireName) != null || described.required;
        Object read = there ? described.reader.apply(form, wireName) : null;
        return read == null ? described.absent : read;
    }

    /** Returns the value in a case, as served. */
    public @Nullable Object in(Task task) {
        return described.assigned == null ? task.get(this) : described.assigned.apply(task);
    }

    /** Returns the schema of the member in responses. */
    public Schema served() {
        Schema schema = isStored() ? described.type.taken() : described.type.shown();
        return isNullable() ? schema.orNull() : schema;
    }

    /** Returns how search by fields filters by the member. */
    public MemberFilter filter() {
        return described.filter;
    }

    /** Returns the words by which a filter can ask for the member. */
    public List<String> words() {
        Schema taken = described.type.taken();
        Stream<?> words = taken.keyword("enum") instanceof List<?> names
                ? names.stream()
                : LongStream.rangeClosed(bound(taken, "minimum"), bound(taken, "maximum"))
                        .boxed();
        return Stream.concat(words.map(String::valueOf), Stream.ofNullable(described.absentWord))
                .toList();
    }

    private static long bound(Schema schema, String keyword) {
        return schema.keyword(keyword) instanceof Number number ? number.longValue() : 0;
    }

    /** Returns the maximum length of a text filter value, in characters. */
    public int longest() {
        return described.type.taken().keyword("maxLength") instanceof Number most ? most.intValue() : CaseLimits.ID;
    }

    /** Returns the name of its dimension in the statistics; null if they do not count it. */
    public @Nullable String dimension() {
        return described.dimension;
    }

    /** Returns the word for cases without a value; null if every case has a value or the member is not counted. */
    public @Nullable String absentWord() {
        return described.absentWord;
    }

    /** Returns the column that is compared and sorted by. */
    public String comparedColumn() {
        return described.rankColumn == null ? wireName : described.rankColumn;
    }

    /** Converts a value or word to the form of {@link #comparedColumn}. */
    public Object compared(Object value) {
        if (described.rankColumn != null) {
            return described.rank.applyAsInt((String) value);
        }
        return described.type.carrier() == Long.class ? (Object) Integer.valueOf(value.toString()) : value;
    }
}
