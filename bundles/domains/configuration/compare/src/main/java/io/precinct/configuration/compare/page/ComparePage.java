package io.precinct.configuration.compare.page;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Json;
import io.precinct.common.html.Page;
import io.precinct.common.html.PageWriter;
import io.precinct.common.html.StyleSheet;
import io.precinct.common.uri.PercentCoding;
import io.precinct.configuration.compare.page.templates.JtecomparisonGenerated;
import io.precinct.configuration.compare.page.templates.JteplaceGenerated;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A comparison as a page without scripts: first what differs, side by side with the base, then what is missing, the
 * environments, and the values themselves. Immutable.
 *
 * @param payload the comparison as it is answered in JSON
 */
public record ComparePage(Map<String, @Nullable Object> payload) {
    private static final StyleSheet STYLE =
            StyleSheet.load(ComparePage.class, "compare.css", "form-action 'none'; frame-ancestors 'none'");

    /** Characters after which no further difference or value is begun: browsers are slow with more. */
    private static final int BUDGET = 4 << 20;

    private static final int LONGEST_TEXT = 100_000;
    private static final int SHORT_COMMIT = 12;

    /**
     * What the others are compared with.
     *
     * @param ofLargestGroup whether it was chosen for its group
     * @param absent whether it does not have the value
     */
    public record Base(String environment, boolean ofLargestGroup, boolean absent) {}

    /**
     * How some environments differ from the base.
     *
     * @param isText whether texts are compared, which are shown as they are
     */
    public record Difference(Map<?, ?> members, boolean isText) {
        /** The environments that differ in this way. */
        public String environments() {
            return names(members);
        }

        /** Whether it has {@link #changes}; else it has {@link #rows}. */
        public boolean isData() {
            return members.get("changes") instanceof List<?>;
        }

        /** The values that differ. */
        public List<Change> changes() {
            return list(members, "changes").stream()
                    .map(change -> new Change(map(change), isText))
                    .toList();
        }

        /** The lines that differ, with some around them. */
        public List<UnifiedRows.Row> rows() {
            return UnifiedRows.of(text(members, "unified"));
        }
    }

    /** A value that differs. */
    public record Change(Map<?, ?> members, boolean isText) {
        /** Where it stands. */
        public String pointer() {
            return where(members);
        }

        /** The value of the base; null if it has none. */
        public @Nullable String base() {
            return side("base");
        }

        /** The value here; null if there is none. */
        public @Nullable String value() {
            return side("value");
        }

        private @Nullable String side(String member) {
            return members.containsKey(member) ? shown(members.get(member), isText) : null;
        }
    }

    /** What some environments mask, so that it is not compared. */
    public record Masked(String pointer, String environments) {}

    /** What some environments do not have. */
    public record Missing(String pointer, String environments) {}

    /**
     * Where an environment was read.
     *
     * @param group the number of its group; null if it has none, see {@code status}
     * @param commit shortened; empty if it is not known
     * @param address the file at this commit; null if it is no single one
     * @param error why it could not be read; null if it could
     */
    public record Place(
            String name,
            @Nullable String group,
            String status,
            String repository,
            String ref,
            String commit,
            @Nullable String address,
            @Nullable String error) {}

    /** Environments that have the same value. */
    public record Group(Map<?, ?> members, boolean isText) {
        /** Its number. */
        public String name() {
            return text(members, "group");
        }

        /** Those that are in it. */
        public String environments() {
            return names(members);
        }

        /** The value. */
        public String value() {
            return shown(members.get("value"), isText);
        }
    }

    /** The answer with the page. */
    public static Reply of(Map<String, @Nullable Object> payload) {
        var comparison = new ComparePage(payload);
        var writer = new PageWriter(BUDGET, LONGEST_TEXT);
        new Page(STYLE, "Comparison · Precinct", false, _ -> JteplaceGenerated.render(writer, null), null)
                .write(writer, _ -> JtecomparisonGenerated.render(writer, null, writer, comparison));
        return Reply.of(200, Body.bytes("text/html; charset=utf-8", writer.bytes()))
                .header("Content-Security-Policy", STYLE.policy())
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Vary", "Accept");
    }

    /** Whether all environments have the same; null if that cannot be told. */
    public @Nullable Boolean equal() {
        return payload.get("equal") instanceof Boolean equal ? equal : null;
    }

    /** What the others are compared with, or null. */
    public @Nullable Base base() {
        if (payload.get("base") == null) {
            return null;
        }
        Map<?, ?> base = map(payload.get("base"));
        return new Base(
                text(base, "environment"), "largest_group".equals(base.get("chosen")), base.get("group") == null);
    }

    /** The limit that cut the comparison; null if none did. */
    public @Nullable String truncatedBy() {
        return payload.get("truncated_by") == null ? null : text(payload, "truncated_by");
    }

    /** How environments differ from the base. */
    public List<Difference> differences() {
        return list(payload, "diff").stream()
                .map(difference -> new Difference(map(difference), isText()))
                .toList();
    }

    /** What is missing somewhere. */
    public List<Missing> missing() {
        return list(payload, "missing").stream()
                .map(missing -> new Missing(where(map(missing)), names(map(missing))))
                .toList();
    }

    /** What is masked somewhere. */
    public List<Masked> masked() {
        return list(payload, "masked").stream()
                .map(masked -> new Masked(where(map(masked)), names(map(masked))))
                .toList();
    }

    /** Every environment. */
    public List<Place> environments() {
        return list(payload, "environments").stream()
                .map(environment -> place(map(environment)))
                .toList();
    }

    /** The groups whose value is known. */
    public List<Group> values() {
        return list(payload, "groups").stream()
                .map(ComparePage::map)
                .filter(group -> group.containsKey("value"))
                .map(group -> new Group(group, isText()))
                .toList();
    }

    private boolean isText() {
        return "text".equals(payload.get("kind"));
    }

    private static Place place(Map<?, ?> environment) {
        String commit = text(environment, "commit");
        return new Place(
                text(environment, "name"),
                environment.get("group") instanceof Number group ? String.valueOf(group.longValue()) : null,
                text(environment, "status"),
                text(environment, "repo"),
                text(environment, "ref"),
                commit.substring(0, Math.min(SHORT_COMMIT, commit.length())),
                environment.get("path") instanceof String path && !commit.isEmpty()
                        ? address(text(environment, "repo"), path, commit)
                        : null,
                environment.get("error") == null ? null : text(environment, "error"));
    }

    private static String address(String repository, String path, String commit) {
        String file = Stream.of(path.split("/")).map(PercentCoding::encode).collect(Collectors.joining("/"));
        return "/repos/" + PercentCoding.encode(repository) + "/files/" + file + "?ref=" + commit;
    }

    private static String where(Map<?, ?> members) {
        String pointer = text(members, "pointer");
        return pointer.isEmpty() ? "the whole" : pointer;
    }

    /** Texts as they are, data as JSON. */
    private static String shown(@Nullable Object value, boolean isText) {
        return isText && value instanceof String text ? text : Json.compact(value);
    }

    private static String names(Map<?, ?> members) {
        return list(members, "environments").stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static List<?> list(Map<?, ?> members, String member) {
        return members.get(member) instanceof List<?> list ? list : List.of();
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static String text(Map<?, ?> members, String member) {
        Object value = members.get(member);
        return value == null ? "" : String.valueOf(value);
    }
}
