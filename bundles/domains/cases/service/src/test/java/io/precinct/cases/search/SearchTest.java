package io.precinct.cases.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.CasesFixture;
import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchTest {
    @ClassFixture
    private static CasesFixture fixture;

    @BeforeAll
    static void fill() {
        create("the red lantern at the harbour", Map.of("evidence_tags", List.of("photo", "harbour"), "priority", 1));
        create("red paint and an old lantern", Map.of("due_date", "2026-03-01", "repository_context", "org/app"));
        create("redder lanterns everywhere", Map.of("due_date", "2026-04-01", "case_type", "analysis"));
        create("reddish lanternfish", Map.of("consciousness_links", Map.of("memories", List.of("memory/a"))));
        create("nothing to see", Map.of("notes", "investigated the lantren twice"));
        String noted = create("a quiet street", Map.of());
        fixture.post(
                "/api/tasks/" + noted + "/notes", Map.of("note", "the suspect carried a crowbar", "detective", "kim"));
        fixture.post("/api/tasks/" + noted + "/notes", Map.of("note", "nobody saw the crowbars", "detective", "kim"));
        fixture.post("/api/tasks/" + noted + "/notes", Map.of("note", "tea with the neighbours", "detective", "lee"));
        fixture.post(
                "/api/tasks/" + noted + "/link-case",
                Map.of("related_task_id", only("red paint"), "relationship_type", "follows", "reason", "x"));
    }

    /** Creates a case. Lists are in the order of creation, so each case has a time of its own. */
    private static String create(String label, Map<String, Object> more) {
        CasesFixture.tick();
        var body = new LinkedHashMap<String, Object>(more);
        body.put("label", label);
        TestAnswer answer = fixture.post("/api/tasks", body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return (String) answer.json().get("id");
    }

    private static String only(String label) {
        List<Map<String, Object>> found = items("/api/tasks/cases/search?label=" + label.replace(" ", "%20"));
        assertThat(found).hasSize(1);
        return (String) found.getFirst().get("id");
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Map<String, Object>> items(String target) {
        TestAnswer answer = fixture.get(target);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return (List<Map<String, Object>>) answer.payload();
    }

    private static List<String> found(String q) {
        return items("/api/tasks/search?q=" + q.replace(" ", "%20")).stream()
                .map(hit -> hit.get("match") + ":" + ((Map<?, ?>) hit.get("task")).get("label"))
                .toList();
    }

    @Test
    void aPhraseComesBeforePrefixesAndThoseBeforeWhatIsWrittenAlike() {
        assertThat(found("red lantern"))
                .startsWith("phrase:the red lantern at the harbour")
                .contains("prefix:red paint and an old lantern", "prefix:redder lanterns everywhere");
        assertThat(found("red lantern").indexOf("prefix:reddish lanternfish")).isPositive();
        assertThat(found("lantern")).endsWith("trigram:nothing to see");
    }

    @Test
    void aHitHasTaskScoreMatchAndSnippet() {
        Map<String, Object> hit = items("/api/tasks/search?q=crowbar").getFirst();
        assertThat(hit.keySet()).containsExactly("task", "score", "match", "snippet");
        assertThat((String) hit.get("snippet")).contains("crowbar");
        assertThat((double) hit.get("score")).isBetween(0.75, 1.0);
        assertThat((Map<String, Object>) hit.get("task"))
                .containsEntry("label", "a quiet street")
                .containsEntry("note_count", 5)
                .doesNotContainKey("investigation_notes");
    }

    @Test
    void theSnippetIsOfTheTextThatMatches() {
        assertThat((String)
                        items("/api/tasks/search?q=quiet%20street").getFirst().get("snippet"))
                .contains("quiet street");
        assertThat((String)
                        items("/api/tasks/search?q=red%20lantern").getFirst().get("snippet"))
                .contains("red lantern");
    }

    @ParameterizedTest
    @CsvSource({
        "crow, prefix",
        "suspects carrying, fulltext",
        "crowbra, trigram",
        "suspcet crowbra, trigram",
        "suspect carried, phrase"
    })
    void eachKindOfMatchFindsTheNote(String q, String match) {
        assertThat(found(q)).first().isEqualTo(match + ":a quiet street");
    }

    @Test
    void scoresDescendAndACursorWalksEveryHitOnce() {
        List<String> whole = found("lantern");
        var walked = new ArrayList<String>();
        double last = 1;
        String target = "/api/tasks/search?q=lantern&limit=1";
        while (target != null) {
            TestAnswer page = fixture.get(target);
            Map<?, ?> hit = (Map<?, ?>) ((List<?>) page.payload()).getFirst();
            walked.add(hit.get("match") + ":" + ((Map<?, ?>) hit.get("task")).get("label"));
            assertThat((double) hit.get("score")).isLessThanOrEqualTo(last);
            last = (double) hit.get("score");
            String link = page.header("Link");
            target = link == null ? null : link.substring(1, link.indexOf('>'));
        }
        assertThat(walked).containsExactlyElementsOf(whole);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'",
                "\"",
                "\\",
                "!!!",
                "a & b | !c",
                "<->",
                ":*",
                "%",
                "_",
                "'; DROP TABLE cases.task; --",
                "foo\\'bar",
                "x",
                "日本語",
                "🙂",
                "org/app/file.txt",
                "user@example.org",
                "2026-01-01"
            })
    void whateverIsAskedIsText(String q) {
        TestAnswer answer = fixture.get(
                "/api/tasks/search?q=" + java.net.URLEncoder.encode(q, java.nio.charset.StandardCharsets.UTF_8));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/tasks/search",
                "/api/tasks/search?q=",
                "/api/tasks/search?q=%00",
                "/api/tasks/search?q=a&sort=label"
            })
    void aBadQuestionIs422(String target) {
        assertThat(fixture.get(target).status()).isEqualTo(422);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "evidence_tag=photo | the red lantern at the harbour",
                "evidence_tag=photo&priority=2 | ''",
                "due_after=2026-03-01 | redder lanterns everywhere",
                "due_before=2026-04-01 | red paint and an old lantern",
                "due_after=2026-02-01&due_before=2026-05-01 | redder lanterns everywhere, red paint and an old lantern",
                "repository_context=org/app | red paint and an old lantern",
                "memories=memory/a | reddish lanternfish",
                "is_case=true | redder lanterns everywhere",
                "label=LANTERNFISH | reddish lanternfish",
                "label=fish&label=paint | reddish lanternfish, red paint and an old lantern",
                "notes=lantren | nothing to see",
                "label=100%25 | ''",
                "created_before=2020-01-01 | ''",
                "created_after=2020-01-01T00:00:00Z&label=paint | red paint and an old lantern",
                "last_viewed_after=2020-01-01 | ''",
                "classification=idea | ''",
                "pinned=true | ''"
            })
    void structuredFilters(String query, String expected) {
        List<String> labels = items("/api/tasks/cases/search?" + query).stream()
                .map(item -> (String) item.get("label"))
                .toList();
        assertThat(labels).containsExactlyElementsOf(expected.isEmpty() ? List.of() : List.of(expected.split(", ")));
    }

    @Test
    void aRepositoryOfTheGreatestLengthIsStoredAndFoundByAllOfIt() throws Exception {
        // random text, so that no compression makes it small enough
        String beginning = someText(1, 200);
        String one = beginning + someText(2, 1800);
        String other = beginning + someText(3, 1800);
        try (var own = new CasesFixture()) {
            for (String repository : List.of(one, other)) {
                TestAnswer answer = own.post("/api/tasks", Map.of("label", "long", "repository_context", repository));
                assertThat(answer.status()).as(answer.text()).isEqualTo(201);
            }
            String search = "/api/tasks/cases/search?repository_context=";
            String first = URLEncoder.encode(one, StandardCharsets.UTF_8);
            String second = URLEncoder.encode(other, StandardCharsets.UTF_8);
            assertThat((List<?>) own.get(search + first).payload())
                    .singleElement()
                    .extracting(item -> ((Map<?, ?>) item).get("repository_context"))
                    .isEqualTo(one);
            assertThat((List<?>) own.get(search + first + "&repository_context=" + second)
                            .payload())
                    .hasSize(2);
        }
    }

    private static String someText(long seed, int length) {
        return new Random(seed)
                .ints(length, 0x4e00, 0x9f00)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Test
    void casesAreFoundByWhatTheyAreLinkedTo() {
        String paint = only("red paint");
        assertThat(items("/api/tasks/cases/search?case_link=" + paint))
                .extracting(i -> i.get("label"))
                .containsExactly("a quiet street");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "due_after=soon",
                "created_before=2026-02-31",
                "pinned=x",
                "classification=x",
                "nothing=1",
                "label="
            })
    void aBadStructuredFilterIs422(String query) {
        assertThat(fixture.get("/api/tasks/cases/search?" + query).status()).isEqualTo(422);
    }

    @Test
    void theNotesOfACaseAreSearchedFuzzily() {
        String id = only("a quiet street");
        List<Map<String, Object>> hits = items("/api/tasks/" + id + "/notes/search?q=crowbar");
        assertThat(hits).extracting(h -> h.get("index")).containsExactly(1, 2);
        assertThat(hits.getFirst().keySet()).containsExactly("index", "note_id", "preview", "score");
        assertThat(hits.getFirst()).containsEntry("score", 1.0);
        assertThat((String) hits.getFirst().get("preview")).contains("crowbar");
        assertThat(items("/api/tasks/" + id + "/notes/search?q=crwobar"))
                .extracting(h -> h.get("index"))
                .contains(1);
        assertThat(items("/api/tasks/" + id + "/notes/search?q=crowbar&max_results=1"))
                .hasSize(1);
        assertThat(fixture.get("/api/tasks/" + id + "/notes/search").status()).isEqualTo(422);
        assertThat(fixture.get("/api/tasks/" + id + "/notes/search?q=a&max_results=0")
                        .status())
                .isEqualTo(422);
        assertThat(fixture.get("/api/tasks/task-00000000-0000-7000-8000-000000000000/notes/search?q=a")
                        .status())
                .isEqualTo(404);
    }
}
