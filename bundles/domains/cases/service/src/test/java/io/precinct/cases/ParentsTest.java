package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Parents and children of cases: which are allowed, and how lists are filtered by parent. */
class ParentsTest {
    private static final String NOWHERE = "task-00000000-0000-7000-8000-000000000000";

    @ClassFixture
    private static CasesFixture fixture;

    private static TestAnswer takeOff(String from, String to, String type) {
        return fixture.request("DELETE", "/api/tasks/" + from + "/link-case")
                .json(Map.of("related_task_id", to, "relationship_type", type))
                .send();
    }

    private static Map<String, @Nullable Object> progress(String id) {
        TestAnswer answer = fixture.get("/api/tasks/" + id + "/progress");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json();
    }

    private static @Nullable Object parentOf(String id) {
        return progress(id).get("parent");
    }

    private static Map<String, Object> counts(int total, int completed, int percent) {
        return Map.of("total", total, "completed", completed, "remaining", total - completed, "percent", percent);
    }

    /** Creates cases, each the parent of the next. */
    private static List<String> chain(int length) {
        List<String> chain = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            chain.add(fixture.create("level " + i));
            if (i > 0) {
                fixture.parent(chain.get(i - 1), chain.get(i));
            }
        }
        return chain;
    }

    @Test
    void aCaseHasOneParentWhicheverSideSaysSo() {
        String parent = fixture.create("parent");
        String child = fixture.create("child");
        String other = fixture.create("other");
        assertThat(fixture.link(child, parent, "child_of").status()).isEqualTo(200);
        assertThat(fixture.get("/api/tasks/" + parent + "/relations").text())
                .contains("\"type\":\"parent_of\"", "\"direction\":\"out\"", child);
        assertThat(parentOf(child)).isEqualTo(parent);
        Object version = fixture.read(child).get("version");
        fixture.parent(parent, child);
        assertThat(fixture.read(child)).as("the same again").containsEntry("version", version);
        for (TestAnswer second :
                List.of(fixture.link(other, child, "parent_of"), fixture.link(child, other, "child_of"))) {
            assertThat(second.status()).isEqualTo(409);
            assertThat(second.json()).containsEntry("code", "has_parent").containsEntry("parent", parent);
        }
        assertThat(takeOff(parent, child, "child_of").status()).isEqualTo(404);
        assertThat(takeOff(child, parent, "child_of").status()).isEqualTo(200);
        assertThat(parentOf(child)).isNull();
        fixture.parent(other, child);
        assertThat(parentOf(child)).isEqualTo(other);
    }

    @Test
    void noCaseIsAboveItself() {
        List<String> chain = chain(3);
        TestAnswer circle = fixture.link(chain.get(2), chain.get(0), "parent_of");
        assertThat(circle.status()).isEqualTo(409);
        assertThat(circle.json())
                .containsEntry("code", "circular")
                .containsEntry("path", List.of(chain.get(2), chain.get(0), chain.get(1), chain.get(2)));
        assertThat(fixture.link(chain.get(0), chain.get(1), "child_of").json())
                .containsEntry("path", List.of(chain.get(1), chain.get(0), chain.get(1)));
        assertThat(fixture.link(chain.get(2), chain.get(0), "blocks").status())
                .as("a child may block its parent's parent")
                .isEqualTo(200);
        assertThat(parentOf(chain.get(0))).isNull();
    }

    @Test
    void thereAreTwentyLevels() {
        List<String> full = chain(20);
        String more = fixture.create("more");
        for (TestAnswer deeper : List.of(
                fixture.link(full.getLast(), more, "parent_of"), fixture.link(more, full.getFirst(), "parent_of"))) {
            assertThat(deeper.status()).isEqualTo(409);
            assertThat(deeper.json()).containsEntry("code", "too_deep").containsEntry("levels", 20);
        }
        fixture.parent(full.get(18), more);
        List<String> eleven = chain(11);
        List<String> ten = chain(10);
        assertThat(fixture.link(ten.getLast(), eleven.getFirst(), "parent_of").json())
                .containsEntry("code", "too_deep");
        takeOff(eleven.get(0), eleven.get(1), "parent_of");
        fixture.parent(ten.getLast(), eleven.get(1));
        assertThat(progress(ten.getFirst())).containsEntry("cases", counts(19, 0, 0));
    }

    @Test
    void ofTwoParentsThatComeAtOnceOneIsRefused() throws Exception {
        String child = fixture.create("child");
        String one = fixture.create("one");
        String two = fixture.create("two");
        List<TestAnswer> answers = fixture.sendWhileLocked(
                child, () -> fixture.link(one, child, "parent_of"), () -> fixture.link(two, child, "parent_of"));
        assertThat(answers.stream().map(TestAnswer::status)).containsExactlyInAnyOrder(200, 409);
        assertThat(answers.stream().map(TestAnswer::text)).anyMatch(text -> text.contains("has_parent"));
        String third = fixture.create("third");
        assertThatThrownBy(() -> fixture.execute(
                        "INSERT INTO cases.relation (from_id, to_id, type, created_by, created_at) VALUES ('" + third
                                + "', '" + child + "', 'parent_of', 'ada', now())"))
                .as("the index backs it up")
                .hasMessageContaining("relation_parent");
    }

    @Test
    void ofTwoHalvesOfACircleThatComeAtOnceOneIsRefused() throws Exception {
        String three = fixture.create("three");
        String four = fixture.create("four");
        List<TestAnswer> answers = fixture.sendWhileLocked(
                three, () -> fixture.link(three, four, "parent_of"), () -> fixture.link(four, three, "parent_of"));
        assertThat(answers.stream().map(TestAnswer::status)).containsExactlyInAnyOrder(200, 409);
        assertThat(answers.stream().map(TestAnswer::text)).anyMatch(text -> text.contains("circular"));
    }

    @Test
    void listsAreFilteredByParent() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        String ofOne = fixture.create("of one");
        String ofTwo = fixture.create("of two");
        fixture.parent(one, ofOne);
        fixture.parent(two, ofTwo);
        for (String id : List.of(one, two, ofOne, ofTwo)) {
            fixture.patch("/api/tasks/" + id, Map.of("detective", "parents"));
        }
        String list = "/api/tasks?detective=parents&fields=id&parent=";
        assertThat(fixture.get(list + one).text()).contains(ofOne).doesNotContain(one, two, ofTwo);
        assertThat(fixture.get(list + one + "&parent=" + two).text())
                .contains(ofOne, ofTwo)
                .doesNotContain(one, two);
        assertThat(fixture.get(list + "none").text()).contains(one, two).doesNotContain(ofOne, ofTwo);
        assertThat(fixture.get(list + "none&parent=" + two).text())
                .contains(one, two, ofTwo)
                .doesNotContain(ofOne);
        assertThat(fixture.get(list + NOWHERE).text()).isEqualTo("[]");
        TestAnswer malformed = fixture.get(list + "nobody");
        assertThat(malformed.status()).isEqualTo(422);
        assertThat(malformed.text()).contains("?parent");
        assertThat(fixture.get("/api/tasks/cases/search?parent=" + two).text()).contains(ofTwo);
    }

    @Test
    void whoeverLosesHisParentHasNone() {
        List<String> chain = chain(3);
        fixture.delete("/api/tasks/" + chain.get(1));
        assertThat(parentOf(chain.get(2))).isNull();
        assertThat(progress(chain.get(0))).containsEntry("cases", counts(0, 0, 0));
        assertThat(String.valueOf(fixture.notes(chain.get(2)).getLast().get("changes")))
                .contains("type=parent_of", chain.get(1));
        fixture.parent(chain.get(0), chain.get(2));
    }

    @Test
    void aParentIsTakenOffAndNotUndone() {
        List<String> chain = chain(2);
        for (String id : chain) {
            TestAnswer undo = fixture.post("/api/tasks/" + id + "/undo");
            assertThat(undo.status()).isEqualTo(409);
            assertThat(undo.json()).containsEntry("code", "not_undoable");
        }
        assertThat(parentOf(chain.getLast())).isEqualTo(chain.getFirst());
    }

    private static void said(String from, String to, String type, int day) {
        fixture.execute("INSERT INTO cases.relation (from_id, to_id, type, reason, created_by, created_at) VALUES ('"
                + from + "', '" + to + "', '" + type + "', '" + type + " " + day + "', 'ada', '2026-01-0" + day
                + "T00:00:00Z')");
    }

    /** Runs the migration on relations stored by an older version. */
    private static void migrate() throws IOException {
        String migration;
        try (InputStream sql = Objects.requireNonNull(
                ParentsTest.class.getResourceAsStream("/io/precinct/cases/record/011-parents.sql"))) {
            migration = new String(sql.readAllBytes(), StandardCharsets.UTF_8);
        }
        fixture.database().write(transaction -> {
            try (Statement statement = transaction.connection().createStatement()) {
                return statement.execute(migration);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static List<String> stored(String to) {
        return fixture.database()
                .read(transaction -> transaction
                        .select(
                                "SELECT type || ' ' || from_id || ': ' || reason FROM cases.relation WHERE to_id = ?"
                                        + " ORDER BY 1",
                                to)
                        .mapTo(String.class)
                        .list());
    }

    @Test
    void whatWasAnyTextBeforeBecomesOneParentAndNothingIsLost() throws IOException {
        List<String> cases = new ArrayList<>();
        while (cases.size() < 40) {
            cases.add(fixture.create("old"));
        }
        String[] c = cases.toArray(String[]::new);
        fixture.execute("DROP INDEX cases.relation_parent");
        said(c[0], c[2], "parent_of", 3);
        said(c[2], c[1], "child_of", 2);
        said(c[2], c[0], "child_of", 4);
        said(c[3], c[4], "parent_of", 1);
        said(c[5], c[3], "child_of", 1);
        said(c[6], c[7], "parent_of", 1);
        said(c[7], c[8], "parent_of", 2);
        said(c[8], c[6], "parent_of", 3);
        said(c[8], c[9], "parent_of", 4);
        for (int i = 10; i < 39; i++) {
            said(c[i], c[i + 1], "parent_of", 1);
        }
        migrate();
        assertThat(stored(c[2]))
                .as("the first of two parents, and both reasons of what was said twice")
                .containsExactly(
                        "former parent_of " + c[0] + ": parent_of 3\n\nchild_of 4",
                        "parent_of " + c[1] + ": child_of 2");
        assertThat(List.of(stored(c[4]), stored(c[5])))
                .as("those that fit")
                .containsExactly(
                        List.of("parent_of " + c[3] + ": parent_of 1"), List.of("parent_of " + c[3] + ": child_of 1"));
        assertThat(Arrays.asList(parentOf(c[6]), parentOf(c[7]), parentOf(c[8]), parentOf(c[9])))
                .as("the last of a circle")
                .containsExactly(null, c[6], c[7], c[8]);
        assertThat(stored(c[6])).containsExactly("former parent_of " + c[8] + ": parent_of 3");
        assertThat(progress(c[10])).as("twenty levels").containsEntry("cases", counts(19, 0, 0));
        assertThat(stored(c[30])).containsExactly("former parent_of " + c[29] + ": parent_of 1");
        assertThat(progress(c[30])).containsEntry("parent", null).containsEntry("cases", counts(9, 0, 0));
        assertThat(fixture.link(c[2], c[0], "child_of").json()).containsEntry("code", "has_parent");
    }
}
