package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.api.Cases;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CasesServiceTest {
    private static final String TEMPLATE = "recurring-00000000-0000-7000-8000-000000000000";
    private static Desk desk;
    private static Cases cases;

    @BeforeAll
    static void open() {
        desk = new Desk();
        cases = new CasesService(desk.rooms());
    }

    @AfterAll
    static void close() throws Exception {
        desk.close();
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
        assertThat(desk.events((String) second.get("id"))).containsExactly("case_created");
        assertThat(cases.instances(TEMPLATE, 10).stream()
                        .map(task -> task.get("id"))
                        .toList())
                .containsExactly(second.get("id"), first.get("id"));
        assertThat(cases.instances(TEMPLATE, 1)).hasSize(1);
        assertThat(cases.find("task-nowhere")).isNull();
    }

    private static Map<String, Object> generate(LocalDate date, String previous) {
        return desk.database()
                .write(handle -> cases.create(
                        handle,
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
