package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.api.CaseType;
import io.precinct.cases.api.Urgency;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The names of the enums are served, stored and listed in error messages, so renaming a constant must not change them. */
class NamesOnTheWireTest {
    @Test
    void theStatusesAreThoseOfTheSpecification() {
        assertThat(CaseStatus.NAMES).containsExactly("parked", "active", "completed", "archived");
        assertThat(CaseStatus.NAMES.stream().map(CaseStatus::of)).containsExactly(CaseStatus.values());
    }

    @Test
    void theUrgencyLevelsAreThoseOfTheSpecificationInAscendingOrder() {
        assertThat(Urgency.NAMES).containsExactly("routine", "priority", "urgent", "critical", "emergency");
        assertThat(Urgency.CRITICAL.higher()).containsExactly(Urgency.EMERGENCY);
        assertThat(Urgency.EMERGENCY.higher()).isEmpty();
    }

    @Test
    void theCaseTypesAreThoseOfTheSpecificationInTheOrderOfTheirGroups() {
        assertThat(names(CaseType.Group.WORK)).containsExactly("bug", "story", "feature", "task", "investigation");
        assertThat(names(CaseType.Group.DETECTIVE))
                .containsExactly(
                        "emergency-response",
                        "surveillance",
                        "analysis",
                        "report",
                        "follow-up",
                        "routine-patrol",
                        "evidence-review",
                        "witness-interview",
                        "case-closure");
        assertThat(names(CaseType.Group.PLANNING)).containsExactly("idea", "guide", "epic");
        assertThat(CaseType.NAMES).hasSize(17).startsWith("bug").endsWith("epic");
    }

    private static String[] names(CaseType.Group group) {
        return Arrays.stream(CaseType.values())
                .filter(type -> type.group() == group)
                .map(CaseType::wireName)
                .toArray(String[]::new);
    }

    @Test
    void anUnknownNameIsRefused() {
        assertThatThrownBy(() -> CaseStatus.of("ACTIVE"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("parked, active, completed, archived");
    }
}
