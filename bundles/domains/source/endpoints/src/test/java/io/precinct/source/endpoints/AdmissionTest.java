package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.SourceFault;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Which expensive requests are admitted. */
// @req:source-overload
class AdmissionTest {
    private final Admission admission = new Admission(8);

    private static Admission.Cost cost(int cost, String repository, String client) {
        return new Admission.Cost(cost, repository, client);
    }

    private String outcome(Admission.Cost cost) {
        return within(cost, () -> "admitted");
    }

    private String within(Admission.Cost cost, Supplier<String> work) {
        try {
            return admission.during(cost, work);
        } catch (SourceFault fault) {
            assertThat(fault.members()).containsEntry("retry_after", 1);
            return fault.status() + " " + fault.code();
        }
    }

    /** The outcome of a request while this many others are under way. */
    private String beside(int others, Admission.Cost other, Admission.Cost cost) {
        return others == 0 ? outcome(cost) : within(other, () -> beside(others - 1, other, cost));
    }

    @Test
    void aRepositoryTakesHalfOfThePlaces() {
        assertThat(beside(3, cost(1, "r", "a"), cost(1, "r", "b"))).isEqualTo("admitted");
        assertThat(beside(4, cost(1, "r", "a"), cost(1, "r", "b"))).isEqualTo("503 overloaded");
        assertThat(beside(4, cost(1, "r", "a"), cost(1, "s", "b"))).isEqualTo("admitted");
        assertThat(admission.taken()).isZero();
    }

    @Test
    void aClientTakesThreeQuartersOfThePlaces() {
        assertThat(beside(6, cost(1, null, "a"), cost(1, null, "a"))).isEqualTo("429 too_many_requests");
        assertThat(beside(6, cost(1, null, "a"), cost(1, null, "b"))).isEqualTo("admitted");
        assertThat(beside(3, cost(2, null, "a"), cost(1, null, "a"))).isEqualTo("429 too_many_requests");
    }

    @Test
    void allTogetherTakeNoMoreThanThereAre() {
        String last = within(
                cost(3, "r", "a"),
                () -> within(cost(3, "s", "b"), () -> within(cost(2, "t", "c"), () -> outcome(cost(1, "u", "d")))));

        assertThat(last).isEqualTo("503 overloaded");
        assertThat(admission.refused()).isEqualTo(1);
        assertThat(outcome(cost(1, "u", "d"))).isEqualTo("admitted");
    }

    @Test
    void whatCostsNothingIsAlwaysAdmitted() {
        assertThat(beside(4, cost(1, "r", "a"), cost(0, "r", "a"))).isEqualTo("admitted");
    }

    @Test
    void whatCostsMoreThanAShareIsAdmittedAlone() {
        assertThat(outcome(cost(20, "r", "a"))).isEqualTo("admitted");
        assertThat(beside(1, cost(1, "s", "b"), cost(20, "r", "a"))).isEqualTo("503 overloaded");
    }

    @Test
    void aFailureGivesItsPlaceBack() {
        assertThatThrownBy(() -> admission.during(cost(5, "r", "a"), () -> {
                    throw new IllegalStateException("for a test");
                }))
                .hasMessage("for a test");
        assertThat(admission.taken()).isZero();
    }
}
