package io.precinct.cases.record;

import java.util.List;
import java.util.regex.Pattern;

/** The limits of the specification, and names that no enum defines. */
public final class CaseLimits {
    /** The key of the Links object for an array of memory places. */
    public static final String MEMORIES = "memories";

    /** The key of the Links object for an array of other cases. */
    public static final String RELATED_CASES = "related_cases";

    /** The key of the Links object for an array of commits. */
    public static final String GIT_COMMITS = "git_commits";

    /** All keys of the Links object whose values are arrays. */
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

    /** The key of the Links object whose value is text. */
    public static final String LINK_CONTEXT = "context";

    /** Most characters of an id. */
    public static final int ID = 60;

    /** Most characters of a label. */
    public static final int LABEL = 500;

    /** Most characters of a name, such as a detective or a tag. */
    public static final int NAME = 200;

    /** Most characters of a place, such as a repository or a memory path. */
    public static final int PLACE = 2000;

    /** Most bytes of the general notes and of each note. */
    public static final int MARKDOWN = 64 << 10;

    /** Number of leading characters of a place that its index contains. */
    public static final int INDEXED = 200;

    /** Most elements of a list of tags or links. */
    public static final int ELEMENTS = 1000;

    /** Most bytes of the Links object as JSON. */
    public static final int LINKS = 1 << 20;

    /**
     * The highest version that a client may give a case. Even after as many further changes, every JSON reader can
     * still represent the number exactly.
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
