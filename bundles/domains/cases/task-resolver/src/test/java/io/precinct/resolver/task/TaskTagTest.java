package io.precinct.resolver.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.config.TagException;
import io.precinct.api.data.Data;
import io.precinct.cases.api.Cases;
import io.precinct.postgres.api.Transaction;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import io.precinct.testkit.TestTag;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TaskTagTest {
    private static final String ID = "task-00000000-0000-4000-8000-000000000001";
    private static final Map<String, @Nullable Object> CASE = Data.map(
            "id", ID, "label", "Find the leak", "priority", 2, "detective", null, "evidence_tags", List.of("a", "b"));

    private final TaskTag tag = new TaskTag();

    /** Returns one fixed case. */
    private static final class OneCase implements Cases {
        @Override
        public ZoneId timezone() {
            return ZoneId.of("UTC");
        }

        @Override
        public @Nullable Map<String, @Nullable Object> find(String id) {
            return id.equals(ID) ? CASE : null;
        }

        @Override
        public Set<String> existing(Collection<String> ids) {
            return ids.stream().filter(id -> find(id) != null).collect(Collectors.toSet());
        }

        @Override
        public Map<String, @Nullable Object> create(
                Transaction transaction, Map<String, @Nullable Object> fields, Origin origin, String actor) {
            throw new UnsupportedOperationException("not of use here");
        }

        @Override
        public List<Problem> problems(Map<String, @Nullable Object> fields) {
            return List.of();
        }

        @Override
        public List<String> listedMembers() {
            return List.of();
        }

        @Override
        public Instances instances(String templateId, @Nullable List<? extends @Nullable Object> after, int limit) {
            return new Instances(List.of(), 0, null);
        }

        @Override
        public boolean lock(Transaction transaction, String id) {
            return hold(transaction, id);
        }

        @Override
        public void changed(Transaction transaction, String id, Change change, String actor) {
            throw new UnsupportedOperationException("not of use here");
        }

        @Override
        public boolean hold(Transaction transaction, String id) {
            return find(id) != null;
        }
    }

    /** Replies with a label and tags. */
    private static final class Answering implements Boundary {
        @Override
        public Declaration declaration() {
            return Declaration.terminal()
                    .writes("label", true)
                    .writes("tags", true)
                    .build();
        }

        @Override
        public Outcome cross(Input input) {
            return Reply.ok(Data.map("label", "Find the leak", "tags", List.of("a", "b"), "case", CASE));
        }
    }

    @BeforeEach
    void aCase() {
        tag.cases = new OneCase();
    }

    @Test
    void anIdIsTheCaseAndAFieldIsOneOfItsFields() throws TagException {
        assertThat(tag.resolve(TestTag.of("Task", ID))).isEqualTo(CASE);
        assertThat(tag.resolve(TestTag.of("Task", Map.of("id", ID)))).isEqualTo(CASE);
        assertThat(tag.resolve(TestTag.of("Task", Map.of("id", ID, "field", "label"))))
                .isEqualTo("Find the leak");
        assertThat(tag.resolve(TestTag.of("Task", Map.of("id", ID, "field", "detective"))))
                .isNull();
    }

    @Test
    void aScenarioIsHeldAgainstTheCase() {
        try (TestChain chain = TestChain.with("answering", new Answering())
                .route("GET /a", "answering")
                .lateResolver("Task", tag)
                .scenario("answering", "label", Map.of("label", TestTag.of("Task", Map.of("id", ID, "field", "label"))))
                .scenario("answering", "whole", Map.of("case", TestTag.of("Task", ID)))
                .scenario(
                        "answering",
                        "other",
                        Map.of("label", TestTag.of("Task", Map.of("id", ID, "field", "evidence_tags"))))
                .scenario("answering", "missing", Map.of("label", TestTag.of("Task", "task-0")))
                .start()) {
            assertThat(chain.get("/a").verify("label").send().status()).isEqualTo(200);
            assertThat(chain.get("/a").verify("whole").send().status()).isEqualTo(200);
            assertThat(chain.get("/a").verify("other").send().failures())
                    .containsExactly("label: expected [\"a\",\"b\"], got \"Find the leak\"");
            TestAnswer missing = chain.get("/a").verify("missing").send();
            assertThat(missing.status()).isEqualTo(422);
            assertThat(missing.text()).contains("there is no case task-0");
        }
    }

    @Test
    void whatIsNotThereIsNamedWithWhatIs() {
        assertThatThrownBy(() -> tag.resolve(TestTag.of("Task", Map.of("id", ID, "field", "lable"))))
                .isInstanceOfSatisfying(TagException.class, e -> {
                    assertThat(e).hasMessage("a case has no field lable");
                    assertThat(e.hint()).contains("label");
                });
        assertThatThrownBy(() -> new TaskTag().resolve(TestTag.of("Task", ID)))
                .hasMessage("the cases are not available at present");
    }

    @Test
    void whatNamesNoCaseIsRefusedAtLoad() throws TagException {
        for (Object argument : List.of(
                "",
                "a b",
                5,
                List.of(ID),
                Map.of(),
                Map.of("field", "label"),
                Map.of("id", ID, "field", 5),
                Map.of("id", ID, "field", " "),
                Map.of("id", ID, "filed", "label"))) {
            assertThatThrownBy(() -> tag.check(TestTag.of("Task", argument)))
                    .as(argument.toString())
                    .isInstanceOf(TagException.class);
        }
        assertThatThrownBy(() -> tag.check(TestTag.of("Task", null))).isInstanceOf(TagException.class);
        tag.check(TestTag.of("Task", "task-not-there"));
    }
}
