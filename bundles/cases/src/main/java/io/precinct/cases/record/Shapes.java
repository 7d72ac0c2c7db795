package io.precinct.cases.record;

import io.precinct.api.shape.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The shapes of what is answered; boundaries declare them, and OpenAPI shows them. */
public final class Shapes {
    private static final Shape TIME =
            Shape.of(Map.of("matches", "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"));

    private static final Shape CASE_ID = Shape.of(Map.of("matches", "^task-[0-9a-f-]{36}$"));

    private static final Shape SOME_LIST = Shape.of(Map.of("count", Map.of("gte", 0)));

    /** A note. */
    public static final Shape.Fields NOTE = Shape.fields(
            "note_id",
            Map.of("matches", "^note-[0-9a-f]{8}$"),
            "timestamp",
            TIME,
            "event_type",
            Map.of("any", EventType.NAMES),
            "content",
            true,
            "detective",
            true);

    /** A case as lists answer it. */
    public static final Shape.Fields LISTED = new Shape.Fields(listed());

    /** A case with its notes. */
    public static final Shape.Fields CASE = new Shape.Fields(whole());

    /** A list of anything. */
    public static final Shape LIST = SOME_LIST;

    private Shapes() {}

    private static Map<String, Shape> whole() {
        Map<String, Shape> fields = common();
        fields.put("investigation_notes", SOME_LIST);
        return fields;
    }

    private static Map<String, Shape> listed() {
        Map<String, Shape> fields = common();
        fields.put("note_count", Shape.of(Map.of("gte", 0)));
        return fields;
    }

    private static Map<String, Shape> common() {
        var fields = new LinkedHashMap<String, Shape>();
        fields.put("id", CASE_ID);
        fields.put("label", Shape.of(Map.of("count", Map.of("gte", 1, "lte", Vocabulary.LABEL))));
        fields.put("priority", Shape.of(Map.of("gte", 1, "lte", 5)));
        fields.put("status", Shape.of(Map.of("any", Vocabulary.STATUSES)));
        fields.put("urgency_level", Shape.of(Map.of("any", Vocabulary.URGENCY_LEVELS)));
        for (String name : List.of("created_at", "updated_at")) {
            fields.put(name, TIME);
        }
        fields.put("version", Shape.of(Map.of("gte", 1)));
        for (String name : List.of("evidence_tags", "auto_detected_keywords", "case_links")) {
            fields.put(name, SOME_LIST);
        }
        for (String name : List.of(
                "case_type",
                "detective",
                "repository_context",
                "notes",
                "scheduled_date",
                "due_date",
                "recurring_template_id",
                "recurrence_date",
                "previous_instance_id",
                "last_viewed",
                "current_resume",
                "consciousness_links",
                "pinned",
                "classification")) {
            fields.put(name, Shape.Present.VALUE);
        }
        return fields;
    }
}
