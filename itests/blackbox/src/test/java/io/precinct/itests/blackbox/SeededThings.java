package io.precinct.itests.blackbox;

import io.precinct.api.data.Data;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Things that lists and searches find at least two of, so that a parameter can leave something out or order it.
 * Immutable once it is made.
 */
final class SeededThings {
    private final SampleArguments samples;

    /** What an operation is asked, instead of the sample. */
    private final Map<String, Map<String, @Nullable Object>> asked = new TreeMap<>();

    SeededThings(SampleArguments samples) {
        this.samples = samples;
        ToolClient client = samples.client();
        ToolClient.Answer parentCase = client.ok(
                "cases",
                "create",
                "label",
                "Sample of two",
                "priority",
                1,
                "urgency_level",
                "emergency",
                "case_type",
                "bug",
                "detective",
                "ada",
                "due_date",
                "2026-02-02",
                "scheduled_date",
                "2026-02-02",
                "pinned",
                true,
                "status",
                "active");
        Object parent = parentCase.member("id");
        for (int i = 0; i < 2; i++) {
            String child = samples.newCase();
            client.ok("cases", "link_case", "id", parent, "related_task_id", child, "relationship_type", "parent_of");
            client.ok("cases", "start", "id", child);
            client.ok("cases", "pin", "id", child);
            client.ok("cases", "update", "id", child, "urgency_level", "emergency");
            client.ok("cases", "delete", "id", samples.newCase());
            client.ok("lists", "create", "id", parent, "name", "List " + i);
            client.ok("notes", "add", "id", parent, "note", "Sample note " + i);
            client.ok("stack", "interrupt", "label", "Sample " + i);
        }
        String template = samples.newTemplate();
        client.ok("templates", "trigger", "id", template);
        client.ok("templates", "trigger", "id", template);
        client.ok("templates", "disable", "id", samples.newTemplate());
        client.ok("templates", "create", "label", "A sample", "schedule", Map.of("kind", "cron", "rule", "0 9 2 * *"));
        for (String operation :
                List.of("cases.children", "cases.relations", "lists.all", "notes.list", "notes.index")) {
            asked.put(operation, Data.map("id", parent));
        }
        asked.put("notes.search", Data.map("id", parent, "q", "sample"));
        asked.put("templates.instances", Data.map("id", template));
        client.ok("lists", "write_node", "slug", "seeded", "body", "# Seeded\n");
        for (String search : List.of("source.search", "source.all_search")) {
            Map<String, String> where = search.equals("source.search") ? Map.of("repo", "shop") : Map.of();
            asked.put(search + ".regex", with(where, "q", "T.ll"));
            asked.put(search + ".case", with(where, "q", "TILL"));
            asked.put(search + ".word", with(where, "q", "mone"));
            asked.put(search + ".multiline", with(where, "q", "Till {\n    int money"));
        }
        for (String argument : List.of("glob", "limit", "cursor")) {
            String glob = argument.equals("glob") ? "*.yml" : "**/app.yml";
            asked.put("source.config." + argument, Data.map("repo", "shop", "glob", glob, "query", "port"));
        }
    }

    private static Map<String, @Nullable Object> with(Map<String, String> where, String name, String value) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(where);
        all.put(name, value);
        return all;
    }

    /** Returns arguments beside which another one, a parameter of the query, can change the answer. */
    Map<String, @Nullable Object> beside(String tool, String operation, String argument) {
        return Stream.of(tool + "." + operation + "." + argument, tool + "." + operation)
                .filter(asked::containsKey)
                .findFirst()
                .map(key -> new LinkedHashMap<>(asked.get(key)))
                .orElseGet(() -> new LinkedHashMap<>(samples.of(tool, operation)));
    }
}
