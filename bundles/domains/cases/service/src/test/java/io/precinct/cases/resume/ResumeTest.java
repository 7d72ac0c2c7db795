package io.precinct.cases.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.precinct.api.data.Json;
import io.precinct.cases.CasesFixture;
import io.precinct.common.uri.PercentCoding;
import io.precinct.testing.ClassFixture;
import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import io.precinct.tools.api.TokenEstimate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("unchecked") // plain data
class ResumeTest {
    private static final int LARGEST = 20_000;

    @ClassFixture
    private static CasesFixture cases;

    private static Map<String, @Nullable Object> resume(String detective, String query) {
        return cases.request("GET", "/api/tasks/resume" + query)
                .header("X-Detective", detective)
                .send()
                .json();
    }

    private static Map<String, @Nullable Object> post(String detective, String target, Object body) {
        return cases.request("POST", target)
                .header("X-Detective", detective)
                .json(body)
                .send()
                .json();
    }

    private static String interrupt(String detective, String label) {
        var task = (Map<String, Object>) Objects.requireNonNull(
                post(detective, "/api/tasks/interrupt", Map.of("label", label)).get("task"));
        return (String) Objects.requireNonNull(task.get("id"));
    }

    private static void item(String id, String list, String text) {
        post(
                "ada",
                "/api/tasks/" + id + "/lists/" + list + "/execute",
                Map.of("action", "add", "params", Map.of("text", text)));
    }

    private static List<Object> texts(Map<String, @Nullable Object> answer, String part, String member) {
        return ((List<Map<String, Object>>) Objects.requireNonNull(answer.get(part), answer::toString))
                .stream().map(element -> element.get(member)).toList();
    }

    @Test
    void whoHasNothingOnTheDeskIsToldSo() {
        assertThat(resume("nobody", ""))
                .containsEntry("current", null)
                .containsEntry("stack", List.of())
                .containsEntry("left_out", Map.of())
                .containsKey("event");
    }

    @Test
    void theDeskIsThereAgainInOneCall() {
        String below = interrupt("ada", "Below");
        String top = interrupt("ada", "The keys are gone");
        post("ada", "/api/tasks/" + top + "/notes", Map.of("note", "Not below the mat."));
        post("ada", "/api/tasks/" + top + "/notes", Map.of("note", "Not\nbehind it."));
        item(top, "Rooms", "Kitchen");
        item(top, "Rooms", "Cellar");
        post(
                "ada",
                "/api/tasks/" + top + "/lists/Rooms/execute",
                Map.of("action", "check", "params", Map.of("index", 0)));

        Map<String, @Nullable Object> answer = resume("ada", "");

        assertThat((Map<String, Object>) answer.get("current"))
                .containsEntry("id", top)
                .containsEntry("label", "The keys are gone")
                .containsEntry("status", "active");
        assertThat(texts(answer, "stack", "id")).containsExactly(below);
        assertThat(texts(answer, "notes", "text")).containsExactly("Not behind it.", "Not below the mat.");
        assertThat(texts(answer, "open_items", "text")).containsExactly("Cellar");
        assertThat(texts(answer, "open_items", "index")).containsExactly(1);
        assertThat((Map<String, Object>) answer.get("left_out"))
                .as("neither the ticked item nor what the service noted itself")
                .isEmpty();
        assertThat(answer).doesNotContainKey("incomplete");
    }

    @Test
    void theAnswerHasWhatTheNextRequestNeeds() {
        String top = interrupt("eve", "Addressed");
        for (String text : List.of("First.", "Second.", "Third.")) {
            post("eve", "/api/tasks/" + top + "/notes", Map.of("note", text));
        }
        cases.delete("/api/tasks/" + top + "/notes/1");
        String list = "A list with a name that is much longer than the share of a text in the answer";
        post("eve", "/api/tasks/" + top + "/lists", Map.of("name", list));
        String slug = "a-list-with-a-name-that-is-much-longer-than-the-share-of-a-text-in-the-answer";
        item(top, slug, "One");
        // the heading of the second list is the slug of the first
        post("eve", "/api/tasks/" + top + "/lists", Map.of("name", "Check!"));
        item(top, "check", "Two");
        post("eve", "/api/tasks/" + top + "/lists", Map.of("name", "check"));
        item(top, "check-2", "Three");

        Map<String, @Nullable Object> answer = resume("eve", "?budget=2000");

        var current = (Map<String, Object>) Objects.requireNonNull(answer.get("current"));
        assertThat(current.get("version")).isEqualTo(cases.read(top).get("version"));
        var notes = (List<Map<String, Object>>) Objects.requireNonNull(answer.get("notes"));
        assertThat(texts(answer, "notes", "text")).containsExactly("Third.", "Second.");
        for (Map<String, Object> note : notes) {
            assertThat(cases.get("/api/tasks/" + top + "/notes/" + note.get("idx"))
                            .json())
                    .containsEntry("note_id", note.get("note_id"));
        }
        var items = (List<Map<String, Object>>) Objects.requireNonNull(answer.get("open_items"));
        assertThat(items)
                .extracting(item -> item.get("list"), item -> item.get("text"))
                .containsExactly(tuple(slug, "One"), tuple("check", "Two"), tuple("check-2", "Three"));
        for (Map<String, Object> item : items) {
            TestAnswer checked = cases.post(
                    "/api/tasks/" + top + "/lists/" + PercentCoding.encodeSegment(String.valueOf(item.get("list")))
                            + "/execute",
                    Map.of("action", "check", "params", Map.of("item_id", item.get("item_id"))));
            assertThat(checked.status()).as(checked.text()).isEqualTo(200);
        }
        assertThat(texts(resume("eve", ""), "open_items", "text")).isEmpty();
    }

    @Test
    void longTextsAreReadOfTheCurrentCaseOnlyAndNotInFull() {
        for (String label : List.of("Below", "The top")) {
            String id = interrupt("ivy", label);
            String text = label + " long ".repeat(8_000);
            cases.patch(
                    "/api/tasks/" + id, Map.of("notes", text, "current_resume", Json.compact(Map.of("next", text))));
        }
        Desk desk = cases.database().read(transaction -> Desk.of(transaction, "ivy", 10));
        Desk.Case current = Objects.requireNonNull(desk.current());
        assertThat(current.notes()).startsWith("The top long").hasSize(10_000);
        assertThat(current.resume()).startsWith("{\"next\":\"The top long").hasSize(10_000);
        assertThat(desk.belowCount()).isEqualTo(1);
        Desk.Case below = desk.below().getFirst();
        assertThat(below.label()).isEqualTo("Below");
        assertThat(below.notes()).isNull();
        assertThat(below.resume()).isNull();
    }

    @Test
    void whatIsCountedAsLeftOutComesWithALargerBudget() {
        String who = "gil";
        for (int i = 0; i < 30; i++) {
            interrupt(who, "Case " + i + " of many, ".repeat(1 + i % 7));
        }
        String top = interrupt(who, "The top");
        for (int i = 0; i < 40; i++) {
            post(who, "/api/tasks/" + top + "/notes", Map.of("note", "Seen: " + "a long way off, ".repeat(i * 7 % 60)));
            item(top, "Many", "Thing " + i);
        }
        Map<String, @Nullable Object> largest = resume(who, "?since=0&budget=" + LARGEST);
        assertThat(largest).containsEntry("left_out", Map.of());
        for (int budget = 200; budget <= LARGEST; budget = budget * 3 / 2) {
            Map<String, @Nullable Object> answer = resume(who, "?since=0&budget=" + budget);
            var leftOut = (Map<String, Object>) Objects.requireNonNull(answer.get("left_out"));
            for (String part : List.of("open_items", "notes", "stack", "changes")) {
                int there = ((List<?>) Objects.requireNonNull(answer.get(part))).size();
                int counted = leftOut.get(part) instanceof Number number ? number.intValue() : 0;
                assertThat(there + counted)
                        .as(part + " at the budget " + budget)
                        .isEqualTo(((List<?>) Objects.requireNonNull(largest.get(part))).size());
            }
        }
        assertThat(texts(largest, "notes", "text")).hasSize(40);
        assertThat(texts(largest, "open_items", "text")).hasSize(40);
        assertThat(texts(largest, "stack", "id")).hasSize(30);
    }

    @Test
    void whatNoBudgetBringsIsSaidAndNotCounted() {
        String flood = "🔥".repeat(190) + "龘".repeat(200);
        interrupt("pat", flood);
        String top = interrupt("pat", flood);
        cases.patch(
                "/api/tasks/" + top,
                Map.of(
                        "notes",
                        flood,
                        "due_date",
                        "2031-05-01",
                        "current_resume",
                        Json.compact(Map.of("next", flood))));
        for (int i = 0; i <= 200; i++) {
            post("pat", "/api/tasks/" + top + "/notes", Map.of("note", "Note " + i));
        }
        item(top, "Many", flood);
        Map<String, @Nullable Object> smallest = resume("pat", "?since=999999999&budget=200");
        assertThat((Map<String, Object>) smallest.get("current")).containsKeys("id", "version", "notes");
        assertThat(String.valueOf(smallest.get("incomplete"))).contains("no longer kept", "any budget");
        assertThat(TokenEstimate.of(Json.compact(smallest)))
                .as(() -> Json.compact(smallest))
                .isLessThanOrEqualTo(200);
        Map<String, @Nullable Object> largest = resume("pat", "?budget=" + LARGEST);
        assertThat(texts(largest, "notes", "text")).hasSize(200).contains("Note 200", "Note 1");
        assertThat(largest).containsEntry("left_out", Map.of());
        assertThat(String.valueOf(largest.get("incomplete"))).contains("more than any budget brings");
        Map<String, @Nullable Object> usual = resume("pat", "");
        assertThat(usual).containsEntry("incomplete", largest.get("incomplete"));
        // Whether the rest of the budget has room for the stack depends on the length of ids and times.
        assertThat((Map<String, Object>) usual.get("left_out"))
                .containsEntry("notes", 200 - texts(usual, "notes", "text").size());
    }

    @Test
    void changesSinceAnEventAreToldOnceForEachCase() {
        Object since = resume("kim", "").get("event");
        String one = cases.create("One");
        cases.patch("/api/tasks/" + one, Map.of("label", "One and a half"));
        String gone = cases.create("Gone");
        cases.delete("/api/tasks/" + gone);

        Eventually.until(
                "the last change is told",
                () -> texts(resume("kim", "?since=" + since), "changes", "deleted")
                        .contains(true));
        Map<String, @Nullable Object> answer = resume("kim", "?since=" + since);
        var changes = (List<Map<String, Object>>) Objects.requireNonNull(answer.get("changes"));
        assertThat(changes)
                .contains(Map.of("id", gone, "deleted", true))
                .contains(Map.of("id", one, "label", "One and a half", "status", "parked"));
        assertThat(texts(answer, "changes", "id")).doesNotHaveDuplicates();
        assertThat(texts(resume("kim", "?since=" + answer.get("event")), "changes", "id"))
                .doesNotContain(one, gone);
        assertThat(resume("kim", "?since=999999999")).containsKey("incomplete");
    }

    /** Texts that may have more tokens than their share, although they have few characters. */
    @ParameterizedTest
    @ValueSource(
            strings = {"12345678901234567890", "1a2b3c4d5e6f7g8h9i0j", "🔥🦊🔥🦊🔥🦊🔥🦊🔥🦊", "龘靐齉爩麤灪籲饢鸞鱻龘靐齉爩麤灪籲饢鸞鱻"})
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aShortTextOfManyTokensIsShortened(String longest) {
        int step = Character.charCount(longest.codePointAt(0));
        for (int length = step; length <= longest.length(); length += step) {
            String text = longest.substring(0, length);
            String who = "short-" + Integer.toHexString(longest.hashCode()) + "-" + length;
            interrupt(who, text);
            String top = interrupt(who, text);
            post(who, "/api/tasks/" + top + "/notes", Map.of("note", text, "detective", text));
            item(top, "Many", text);
            for (int budget = 200; budget <= 600; budget += 100) {
                Map<String, @Nullable Object> answer = resume(who, "?since=0&budget=" + budget);
                assertThat((Map<String, Object>) answer.get("current")).containsEntry("id", top);
                assertThat(TokenEstimate.of(Json.compact(answer)))
                        .as(() -> Json.compact(answer))
                        .isLessThanOrEqualTo(budget);
            }
        }
    }

    @Test
    void aLimitOfNoCharactersLeavesTheEllipsis() {
        assertThat(ResumePacking.beginning("ab", 0)).isEqualTo("…");
        assertThat(ResumePacking.beginning("🔥🔥", 1)).isEqualTo("…");
        assertThat(ResumePacking.beginning("🔥🔥🔥", 2)).isEqualTo("🔥…");
        assertThat(ResumePacking.beginning("", 0)).isEmpty();
        assertThat(ResumePacking.beginning("abcd", 2)).isEqualTo("abcd");
    }

    @Test
    void whateverIsWrittenItKeepsWithinItsBudget() {
        String flood = "🔥".repeat(190) + "龘".repeat(200) + " deadbeef".repeat(50);
        for (int i = 0; i < 12; i++) {
            interrupt("bob", flood.substring(0, 480));
        }
        String top = interrupt("bob", flood.substring(0, 480));
        cases.patch("/api/tasks/" + top, Map.of("notes", flood));
        for (int i = 0; i < 12; i++) {
            post("bob", "/api/tasks/" + top + "/notes", Map.of("note", flood + i));
            item(top, "Many", flood.substring(0, 400) + i);
        }
        for (int budget : List.of(200, 600, 3000)) {
            Map<String, @Nullable Object> answer = resume("bob", "?since=0&budget=" + budget);
            assertThat(TokenEstimate.of(Json.compact(answer)))
                    .as(() -> Json.compact(answer))
                    .isLessThanOrEqualTo(budget);
            assertThat((Map<String, Object>) answer.get("current")).containsEntry("id", top);
            var leftOut = (Map<String, Object>) Objects.requireNonNull(answer.get("left_out"));
            assertThat(leftOut).containsKeys("notes", "stack");
            assertThat(texts(answer, "stack", "id").size() + ((Number) leftOut.get("stack")).intValue())
                    .isEqualTo(12);
        }
        assertThat(texts(resume("bob", ""), "open_items", "text")).isNotEmpty();
        assertThat(cases.get("/api/tasks/resume?budget=10").status()).isEqualTo(422);
    }
}
