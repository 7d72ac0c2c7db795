package io.precinct.cases.record;

import java.util.List;
import java.util.regex.Pattern;

/** The bounds of the specification, and its names that are no enum. */
public final class CaseLimits {
    /** The key of the Links object that lists places in a memory. */
    public static final String MEMORIES = "memories";

    /** The key of the Links object that lists other cases. */
    public static final String RELATED_CASES = "related_cases";

    /** The key of the Links object that lists commits. */
    public static final String GIT_COMMITS = "git_commits";

    /** The array keys of the Links object. */
    public static final List<String> LINK_ARRAYS = List.of(
            MEMORIES,
            "insights",
            "case_files",
            RELATED_CASES,
            "scratch_pads",
            "web_links",
            "issue_tickets",
            GIT_COMMITS,
            "channel_refs",
            "ci_builds",
            "pull_requests",
            "cloud_resources",
            "graph_nodes");

    /** The key of the Links object that is text. */
    public static final String LINK_CONTEXT = "context";

    /** Characters of an id. */
    public static final int ID = 60;

    /** Characters of a label. */
    public static final int LABEL = 500;

    /** Characters of a name: a detective, a tag. */
    public static final int NAME = 200;

    /** Characters of a place: a repository, a memory path. */
    public static final int PLACE = 2000;

    /** Bytes of the general notes and of each note. */
    public static final int MARKDOWN = 64 << 10;

    /** Characters of a place that its index holds. */
    public static final int INDEXED = 200;

    /** Elements of a list of tags or links. */
    public static final int ELEMENTS = 1000;

    /** Bytes of the Links object as JSON. */
    public static final int LINKS = 1 << 20;

    /**
     * The highest version that a client may give a case. After as many changes again it is still a number that every reader of
     * JSON represents exactly.
     */
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
