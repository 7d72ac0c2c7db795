package io.precinct.cases.record;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The enumerations and bounds of the specification. */
// @req:case-vocabulary
public final class CaseLimits {
    /** The lifecycle. */
    public static final List<String> STATUSES = List.of("parked", "active", "completed", "archived");

    /** In ascending order. */
    public static final List<String> URGENCY_LEVELS = List.of("routine", "priority", "urgent", "critical", "emergency");

    /** Case types of the group Work. */
    public static final List<String> WORK_TYPES = List.of("bug", "story", "feature", "task", "investigation");

    /** Case types of the group Detective: what {@code is_case} means. */
    public static final List<String> DETECTIVE_TYPES = List.of(
            "emergency-response",
            "surveillance",
            "analysis",
            "report",
            "follow-up",
            "routine-patrol",
            "evidence-review",
            "witness-interview",
            "case-closure");

    /** Case types of the group Planning. */
    public static final List<String> PLANNING_TYPES = List.of("idea", "guide", "epic");

    /** All case types. */
    public static final List<String> CASE_TYPES = Stream.of(WORK_TYPES, DETECTIVE_TYPES, PLANNING_TYPES)
            .flatMap(List::stream)
            .toList();

    /** What a case is for. */
    public static final List<String> CLASSIFICATIONS = List.of("work", "idea");

    /** The array keys of the Links object. */
    public static final List<String> LINK_ARRAYS = List.of(
            "memories",
            "insights",
            "case_files",
            "related_cases",
            "scratch_pads",
            "web_links",
            "issue_tickets",
            "git_commits",
            "channel_refs",
            "ci_builds",
            "pull_requests",
            "cloud_resources",
            "graph_nodes");

    /** The key of the Links object that is text. */
    public static final String LINK_CONTEXT = "context";

    /** Characters of a label. */
    public static final int LABEL = 500;

    /** Characters of a name: a detective, a tag. */
    public static final int NAME = 200;

    /** Characters of a place: a repository, a memory path. */
    public static final int PLACE = 2000;

    /** Bytes of the general notes and of each note. */
    public static final int MARKDOWN = 64 << 10;

    /** Elements of a list of tags or links. */
    public static final int ELEMENTS = 1000;

    /** Bytes of the Links object as JSON. */
    public static final int LINKS = 1 << 20;

    /** The highest version that a case comes with; as many changes again are told exactly by every reader of JSON. */
    public static final long VERSION = 1L << 52;

    private static final String UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

    /** {@code task-<uuid>}. */
    public static final Pattern CASE_ID = Pattern.compile("task-" + UUID);

    /** {@code recurring-<uuid>}. */
    public static final Pattern TEMPLATE_ID = Pattern.compile("recurring-" + UUID);

    /** {@code note-<uuid8>}. */
    public static final Pattern NOTE_ID = Pattern.compile("note-[0-9a-f]{8}");

    private CaseLimits() {}
}
