package io.precinct.itests.blackbox;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Bounded random input for the case service: half of it nearly right, half of it hostile. Not thread-safe. */
final class FuzzInput {
    private static final int DEPTH = 4;

    private final Random random;
    private final List<String> ids;
    private final List<String> templates;

    /**
     * Creates input.
     *
     * @param ids ids of cases
     * @param templates ids of recurring templates
     */
    FuzzInput(long seed, List<String> ids, List<String> templates) {
        this.random = new Random(seed);
        this.ids = ids;
        this.templates = templates;
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    private String word() {
        return switch (random.nextInt(5)) {
            case 0, 1 -> pick(FuzzWords.HOSTILE);
            case 2 -> pick(ids);
            default -> pick(FuzzWords.FITTING);
        };
    }

    /** A path with its variables filled in; {@code id} is mostly an existing id. */
    String path(String template) {
        var path = new StringBuilder();
        for (String segment : template.substring(1).split("/")) {
            boolean variable = segment.startsWith("{");
            String value = variable ? variable(template, segment) : segment;
            // An empty segment or dots would request another path.
            boolean other = value.isBlank() || value.startsWith(".") || value.contains("\uD800");
            path.append('/').append(variable ? encoded(other ? "x" : value) : segment);
        }
        return path.toString();
    }

    private String variable(String template, String segment) {
        if (random.nextInt(4) == 0) {
            return word();
        }
        return switch (segment) {
            case "{id}" -> pick(template.startsWith("/api/recurring-templates") ? templates : ids);
            case "{idx}" -> Integer.toString(random.nextInt(3));
            case "{name}" -> "to-check";
            case "{slug}" -> "handbook";
            default -> word();
        };
    }

    /** Up to three parameters, or none. */
    String query() {
        return IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> pick(FuzzWords.PARAMETERS) + "=" + encoded(word()))
                .collect(Collectors.joining("&", "?", ""));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** A JSON body, mostly with members that the endpoint takes; sometimes a body that cannot be parsed. */
    String body(String template) {
        return random.nextInt(3) > 0 ? fitting(template) : anything();
    }

    private String fitting(String template) {
        String last = template.replaceAll("(/\\{[^}]*})+$", "").replaceAll(".*/", "");
        return switch (last) {
            case "recurring-templates" -> template();
            case "manifest" ->
                "{\"tasks\":" + list(() -> claim(random.nextBoolean())) + ",\"deleted\":" + list(this::deletion) + "}";
            case "push" -> "{\"tasks\":" + list(this::pushed) + ",\"deleted\":" + list(this::deletion) + "}";
            case "execute" -> "{\"action\":" + quoted(pick(FuzzWords.ACTIONS)) + ",\"params\":{" + item() + "}}";
            default -> members(FuzzWords.FIELDS.getOrDefault(last, List.of()));
        };
    }

    private String members(List<String> names) {
        return names.stream()
                .filter(name -> names.size() < 4 || name.equals("label") || random.nextInt(4) == 0)
                .map(name -> quoted(name) + ":" + (random.nextInt(8) == 0 ? value(DEPTH - 1) : typed(name)))
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** A value of the member's type, so that hostile text gets as far as possible. */
    private String typed(String name) {
        return switch (name) {
            case "priority", "count", "lead_days", "version", "due_offset_days" ->
                Integer.toString(1 + random.nextInt(5));
            case "pinned", "enabled" -> Boolean.toString(random.nextBoolean());
            case "status" -> quoted(pick(List.of("parked", "active", "completed", "archived")));
            case "case_type" -> quoted(pick(List.of("bug", "surveillance", "epic")));
            case "urgency_level" -> quoted(pick(List.of("routine", "urgent", "emergency")));
            case "classification" -> quoted(pick(List.of("work", "idea")));
            case "scheduled_date", "due_date" ->
                quoted(pick(List.of("2030-01-31", "0001-01-01", "9999-12-31", "2026-02-30")));
            case "current_resume" -> quoted("{\"cwd\":" + quoted(word()) + "}");
            case "ids", "case_links" -> list(() -> quoted(pick(ids)));
            case "related_task_id" -> quoted(pick(ids));
            case "evidence_tags", "memories", "web_links", "git_commits", "graph_nodes" -> list(() -> quoted(word()));
            case "consciousness_links" -> "{\"web_links\":" + list(() -> quoted(word())) + "}";
            case "checklists" ->
                list(() -> "{\"name\":" + quoted(word()) + ",\"items\":" + list(() -> quoted(word())) + "}");
            case "field" -> quoted(pick(List.of("label", "detective", "due_date", "case_type")));
            default -> quoted(word());
        };
    }

    private String template() {
        String content = members(FuzzWords.TEMPLATE);
        return content.substring(0, content.length() - 1) + ",\"schedule\":{\"kind\":"
                + quoted(pick(List.of("rrule", "cron", "after_completion"))) + ",\"rule\":"
                + quoted(pick(FuzzWords.RULES))
                + ",\"dtstart\":" + quoted(pick(List.of("2030-01-31T09:00:00", "2020-02-29T23:59:59", word())))
                + ",\"timezone\":" + quoted(pick(List.of("Europe/Berlin", "America/St_Johns", word())))
                + ",\"month_end\":" + quoted(pick(List.of("clamp", "skip"))) + "}}";
    }

    private String claim(boolean based) {
        return "{\"id\":" + quoted(pick(ids)) + ",\"version\":1,\"updated_at\":" + quoted(time()) + ",\"hash\":"
                + quoted(word()) + (based ? ",\"base_hash\":" + quoted(word()) : "") + "}";
    }

    private String pushed() {
        String content = members(FuzzWords.CASE.subList(0, FuzzWords.CASE.size() - 1));
        return "{\"id\":"
                + quoted(random.nextBoolean() ? pick(ids) : "task-" + new UUID(random.nextLong(), random.nextLong()))
                + ",\"updated_at\":" + quoted(time()) + ",\"investigation_notes\":"
                + list(() -> "{\"note_id\":" + quoted("note-%08x".formatted(random.nextInt())) + ",\"timestamp\":"
                        + quoted(time()) + ",\"event_type\":\"note_added\",\"content\":" + quoted(word())
                        + ",\"detective\":" + quoted(word()) + "}")
                + "," + content.substring(1);
    }

    private String deletion() {
        return "{\"id\":\"task-" + new UUID(random.nextLong(), random.nextLong()) + "\",\"deleted_at\":"
                + quoted(time()) + "}";
    }

    private String time() {
        return pick(List.of(
                "2020-01-01T00:00:00Z",
                "2040-01-01T00:00:00.123456Z",
                "0000-01-01T00:00:00Z",
                "9999-12-31T23:59:59Z",
                "+999999999-12-31T23:59:59Z",
                "-999999999-01-01T00:00:00Z"));
    }

    private String item() {
        return switch (random.nextInt(3)) {
            case 0 -> "\"text\":" + quoted(word());
            case 1 -> "\"index\":" + (random.nextInt(5) - 1);
            default -> "\"from\":" + random.nextInt(4) + ",\"to\":" + random.nextInt(4);
        };
    }

    private String list(Supplier<String> element) {
        return IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> element.get())
                .collect(Collectors.joining(",", "[", "]"));
    }

    private String anything() {
        return switch (random.nextInt(12)) {
            case 0 -> "";
            case 1 -> "{\"label\":";
            case 2 -> "[".repeat(random.nextInt(2000));
            case 3 -> value(0);
            default -> object(0);
        };
    }

    private String object(int depth) {
        return IntStream.range(0, 1 + random.nextInt(6))
                .mapToObj(i -> quoted(random.nextInt(12) == 0 ? pick(FuzzWords.HOSTILE) : pick(FuzzWords.MEMBERS)) + ":"
                        + value(depth + 1))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private String value(int depth) {
        return switch (random.nextInt(depth < DEPTH ? 12 : 9)) {
            case 0 -> "null";
            case 1 -> Boolean.toString(random.nextBoolean());
            case 2 -> Integer.toString(random.nextInt(8) - 1);
            case 3 ->
                pick(List.of("1e400", "-0.0", "0.1", "9223372036854775808", "1E-7", "123456789012345678901234567890"));
            case 9 -> object(depth);
            case 10, 11 ->
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(i -> value(depth + 1))
                        .collect(Collectors.joining(",", "[", "]"));
            default -> quoted(word());
        };
    }

    private static String quoted(String text) {
        var json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                json.append("\\u%04x".formatted((int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    /** Header lines as pairs of name and value. */
    List<String> headers() {
        return switch (random.nextInt(10)) {
            case 0 -> List.of("If-Match", pick(List.of("\"v1\"", "*", "\"x\"", "v", "\"v99999999999999999999\"")));
            case 1 -> List.of("If-None-Match", pick(List.of("\"v1\"", "*", "W/\"v2\"")));
            case 2 -> List.of("Idempotency-Key", pick(List.of("k1", "k2", "x".repeat(300))));
            case 3 -> List.of("X-Detective", pick(List.of("ada", "x".repeat(300), "'; --")));
            case 4 -> List.of("Prefer", "handling=strict");
            case 5 -> List.of("Last-Event-ID", pick(List.of("0", "-1", "x", "999999999999999999", "9".repeat(40))));
            case 6 -> List.of("X-Service-Verify", "route");
            default -> List.of();
        };
    }
}
