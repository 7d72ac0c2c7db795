package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.data.Data;
import io.precinct.cases.api.Cases;
import io.precinct.testing.ClassFixture;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CasesServiceTest {
    private static final String TEMPLATE = "recurring-00000000-0000-7000-8000-000000000000";

    @ClassFixture
    private static CasesFixture fixture;

    private static Cases cases;

    @BeforeAll
    static void open() {
        cases = new CasesService(fixture.services());
    }

    @Test
    void aGeneratedCaseNamesWhereItComesFrom() {
        Map<String, Object> first = generate(LocalDate.of(2026, 1, 31), null);
        Map<String, Object> second = generate(LocalDate.of(2026, 2, 28), (String) first.get("id"));
        assertThat(second)
                .containsEntry("recurring_template_id", TEMPLATE)
                .containsEntry("recurrence_date", "2026-02-28")
                .containsEntry("previous_instance_id", first.get("id"))
                .containsEntry("priority", 2);
        assertThat(cases.find((String) second.get("id"))).isEqualTo(second);
        assertThat(fixture.eventTypes((String) second.get("id"))).containsExactly("case_created");
        assertThat(cases.instances(TEMPLATE, null, 10).items().stream()
                        .map(task -> task.get("id"))
                        .toList())
                .containsExactly(second.get("id"), first.get("id"));
        assertThat(cases.instances(TEMPLATE, null, 1).items()).hasSize(1);
        assertThat(cases.find("task-nowhere")).isNull();
    }

    @Test
    void instancesAreWalkedFromTheNewestThoughCasesGoMeanwhileAndSomeHaveNoDate() {
        String template = "recurring-00000000-0000-4000-8000-000000000002";
        for (int i = 0; i < 7; i++) {
            Object date = i < 2 ? null : "2026-03-0" + (1 + i / 2);
            fixture.put(
                    "/api/tasks/task-00000000-0000-4000-8000-00000000010" + i,
                    Data.map("label", "i" + i, "recurring_template_id", template, "recurrence_date", date));
        }
        List<Object> walked = new ArrayList<>();
        List<String> next = null;
        do {
            Cases.Instances part = cases.instances(template, next, 2);
            assertThat(part.total()).isEqualTo(7 - walked.size() / 2);
            part.items().forEach(item -> walked.add(item.get("label")));
            next = part.next();
            // deletes the case to which the key refers
            if (next != null) {
                assertThat(fixture.delete("/api/tasks/" + next.getLast()).status())
                        .isEqualTo(204);
            }
        } while (next != null);
        assertThat(walked).containsExactly("i1", "i0", "i6", "i5", "i4", "i3", "i2");
    }

    @Test
    void aKeyOfNothingIsRefused() {
        for (List<?> key : List.of(
                List.of(), List.of("2026-01-01", "yesterday", "x"), List.of("31", "2026-01-01T00:00:00Z", "x"))) {
            assertThatThrownBy(() -> cases.instances(TEMPLATE, key, 2)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Map<String, Object> generate(LocalDate date, String previous) {
        return fixture.database()
                .write(transaction -> cases.create(
                        transaction,
                        Map.of("label", "weekly", "priority", 2),
                        new Cases.Origin(TEMPLATE, date, previous),
                        "clock"));
    }

    @Test
    void problemsAreThoseOfACreate() {
        assertThat(cases.problems(Map.of("label", "x"))).isEmpty();
        assertThat(cases.problems(Map.of("case_type", "nonsense", "extra", 1)).stream()
                        .map(Cases.Problem::pointer)
                        .toList())
                .isEqualTo(List.of("/label", "/case_type", "/extra"));
    }
}
