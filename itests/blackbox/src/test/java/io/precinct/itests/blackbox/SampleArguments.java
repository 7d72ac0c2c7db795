package io.precinct.itests.blackbox;

import io.precinct.api.data.Data;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Valid arguments for each operation of the product, about things that are made for the call: an operation that changes
 * or removes something finds it in the state that it needs, and nobody else has it. Thread-safe.
 *
 * @param client who makes the things
 */
record SampleArguments(ToolClient client) {
    private static final Map<String, ?> SCHEDULE = Map.of("kind", "cron", "rule", "0 9 1 * *");

    /** Creates a case and returns its id. */
    String newCase() {
        return id(client.ok("cases", "create", "label", "Sample " + UUID.randomUUID()));
    }

    /** Creates a template and returns its id. */
    String newTemplate() {
        return id(client.ok("templates", "create", "label", "Sample", "schedule", SCHEDULE));
    }

    private static String id(ToolClient.Answer made) {
        return String.valueOf(Objects.requireNonNull(made.member("id")));
    }

    /** Returns the arguments of an operation that it needs, and those without which it would disturb others. */
    Map<String, @Nullable Object> of(String tool, String operation) {
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>(
                switch (tool) {
                    case "cases" -> ofCases(operation);
                    case "notes" -> ofNotes(operation);
                    case "lists" -> ofLists(operation);
                    case "templates" -> ofTemplates(operation);
                    case "stack" -> ofStack(operation);
                    case "source" -> ofSource(operation);
                    case "graph" -> ofGraph(operation);
                    case "runtime" -> ofRuntime(operation);
                    default -> Map.of();
                });
        return arguments;
    }

    private Map<String, @Nullable Object> ofCases(String operation) {
        return switch (operation) {
            case "list", "find", "active", "today", "pinned", "urgent", "emergency", "statistics", "trash" -> Map.of();
            case "archive_completed", "export_all", "export_stats", "sync_manifest", "system_status" -> Map.of();
            case "search" -> Map.of("q", "sample");
            case "create" -> Map.of("label", "Sample");
            case "bulk_delete" -> Map.of("ids", List.of(newCase()));
            case "sync_pull" -> Map.of("ids", List.of(newCase()));
            case "sync_push" -> Map.of("tasks", List.of());
            default -> ofOneCase(operation, newCase());
        };
    }

    private Map<String, @Nullable Object> ofOneCase(String operation, String id) {
        switch (operation) {
            case "park", "close" -> client.ok("cases", "start", "id", id);
            case "restart" -> {
                client.ok("cases", "start", "id", id);
                client.ok("cases", "close", "id", id, "resolution", "Done.");
            }
            case "restore" -> client.ok("cases", "delete", "id", id);
            case "undo", "untag" -> client.ok("cases", "tag", "id", id, "tag", "till");
            case "unlink" -> client.ok("cases", "link", "id", id, "memories", List.of("m"));
            default -> {
                // a new case will do
            }
        }
        return switch (operation) {
            case "update", "replace" -> Data.map("id", id, "label", "Changed");
            case "set_field" -> Data.map("id", id, "field", "label", "value", "Changed");
            case "close" -> Data.map("id", id, "resolution", "Done.");
            case "assign" -> Data.map("id", id, "detective", "bob");
            case "tag", "untag" -> Data.map("id", id, "tag", "till");
            case "link", "unlink" -> Data.map("id", id, "memories", List.of("m"));
            case "link_memory" -> Data.map("id", id, "memory_path", "/memory");
            case "git_commit" -> Data.map("id", id, "commit_hash", "0123456");
            case "repository_context" -> Data.map("id", id, "repository_context", "house");
            case "link_case", "unlink_case" -> {
                String other = newCase();
                if (operation.equals("unlink_case")) {
                    client.ok("cases", "link_case", "id", id, "related_task_id", other);
                }
                yield Data.map("id", id, "related_task_id", other);
            }
            default -> Data.map("id", id);
        };
    }

    private Map<String, @Nullable Object> ofNotes(String operation) {
        String id = newCase();
        Object note = client.ok("notes", "add", "id", id, "note", "A sample.").member("note_id");
        return switch (operation) {
            case "search" -> Data.map("id", id, "q", "sample");
            case "add" -> Data.map("id", id, "note", "Another sample.");
            case "get", "delete" -> Data.map("id", id, "idx", note);
            case "edit" -> Data.map("id", id, "idx", note, "note", "Changed.");
            case "redact" -> Data.map("id", id, "idx", note, "reason", "It names somebody.");
            default -> Data.map("id", id);
        };
    }

    private Map<String, @Nullable Object> ofLists(String operation) {
        String slug = "sample-" + UUID.randomUUID();
        switch (operation) {
            case "write_node" -> {
                return Data.map("slug", slug, "body", "# Sample\n");
            }
            case "node" -> {
                client.ok("lists", "write_node", "slug", slug, "body", "# Sample\n");
                return Data.map("slug", slug);
            }
            case "resolve" -> {
                client.ok("lists", "write_node", "slug", slug, "body", "# Sample\n");
                return Data.map("address", slug);
            }
            default -> {
                String id = newCase();
                if (operation.equals("create")) {
                    return Data.map("id", id, "name", "Door");
                }
                client.ok("lists", "create", "id", id, "name", "Door");
                return switch (operation) {
                    case "execute" ->
                        Data.map("id", id, "name", "Door", "action", "add", "params", Map.of("text", "Sill"));
                    case "delete" -> Data.map("id", id, "name", "Door");
                    default -> Data.map("id", id);
                };
            }
        }
    }

    private Map<String, @Nullable Object> ofTemplates(String operation) {
        return switch (operation) {
            case "list", "upcoming" -> Map.of();
            case "search" -> Map.of("q", "sample");
            case "create" -> Data.map("label", "Sample", "schedule", SCHEDULE);
            case "replace" -> Data.map("id", newTemplate(), "label", "Changed", "schedule", SCHEDULE);
            default -> Data.map("id", newTemplate());
        };
    }

    private Map<String, @Nullable Object> ofStack(String operation) {
        return switch (operation) {
            case "interrupt" -> Map.of("label", "Sample");
            case "back", "complete" -> {
                client.ok("stack", "interrupt", "label", "Below");
                client.ok("stack", "interrupt", "label", "Sample");
                yield operation.equals("back") ? Map.of() : Data.map("resolution", "Done.");
            }
            default -> Map.of();
        };
    }

    private Map<String, @Nullable Object> ofSource(String operation) {
        return switch (operation) {
            case "refresh_job" ->
                Data.map(
                        "repo",
                        "shop",
                        "id",
                        ((Map<?, ?>) Objects.requireNonNull(client.ok("source", "refresh", "repo", "shop")
                                        .member("job")))
                                .get("id"));
            case "file", "blame" -> Map.of("repo", "shop", "path", "Till.java");
            case "search" -> Map.of("repo", "shop", "q", "money");
            case "references" -> Map.of("repo", "shop", "name", "Till");
            case "annotations" -> Map.of("repo", "shop", "pattern", "@req:*");
            case "query" -> Map.of("repo", "shop", "query", "(identifier) @name", "lang", "java");
            case "diff" -> Map.of("repo", "shop", "from", "first");
            case "commit" -> Map.of("repo", "shop", "ref", "first");
            case "export" -> Map.of("repo", "shop", "format", "tags");
            case "config" -> Map.of("repo", "shop", "path", "app.yml", "query", "port");
            case "all_search" -> Map.of("q", "money");
            case "all_references" -> Map.of("name", "Till");
            case "all_annotations" -> Map.of("pattern", "@req:*");
            case "all_query" -> Map.of("query", "(identifier) @name", "lang", "java");
            case "resolve_traces" ->
                Map.of("traces", List.of(Map.of("repo", "shop", "query", Map.of("annotation", "@req:pay"))));
            case "check_requirements" -> Map.of("requirements", List.of("pay"));
            case "compare" ->
                Map.of(
                        "selector",
                        Map.of("path", "app.yml", "query", "port"),
                        "envs",
                        List.of(Map.of("name", "here", "repo", "shop"), Map.of("name", "there", "repo", "stall")));
            case "repos", "all_symbols", "coverage" -> Map.of();
            default -> Map.of("repo", "shop");
        };
    }

    private Map<String, @Nullable Object> ofGraph(String operation) {
        return switch (operation) {
            case "neighbours" -> Map.of("node", "service:till");
            case "impact" -> Map.of("node", "library:coin");
            case "path" -> Map.of("from", "service:till", "to", "library:coin");
            case "diff" -> Map.of("since", "2020-01-01T00:00:00Z");
            case "import" -> Map.of("dry_run", true);
            case "add_event" -> event("service:till", "library:money", "depends-on");
            default -> Map.of();
        };
    }

    /** Returns an event that asserts an edge. */
    static Map<String, @Nullable Object> event(String from, String to, String type) {
        return Data.map(
                "event_id",
                UUID.randomUUID().toString(),
                "time",
                "2020-01-02T00:00:00Z",
                "producer",
                "hand",
                "op",
                "assert",
                "from",
                from,
                "to",
                to,
                "type",
                type);
    }

    private Map<String, @Nullable Object> ofRuntime(String operation) {
        return switch (operation) {
            case "ready_feature" -> Map.of("feature", "cases");
            case "explain" -> Map.of("what", "GET /echo/hello");
            case "boundary" -> Map.of("name", "echo");
            case "schema_stage" -> Map.of("stage", "request");
            case "seal" -> Data.map("root", sealed());
            case "seal_proof" -> Data.map("root", sealed(), "seq", "0");
            default -> Map.of();
        };
    }

    private @Nullable String sealed() {
        return client.http().get("/echo/sample").header("X-Service-Seal");
    }
}
