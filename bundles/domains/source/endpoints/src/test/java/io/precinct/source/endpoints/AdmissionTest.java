package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.SourceFault;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
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
    void aRepositoryAloneTakesAllButAQuarterOfThePlaces() {
        assertThat(beside(5, cost(1, "r", "a"), cost(1, "r", "b"))).isEqualTo("admitted");
        assertThat(within(cost(3, "r", "b"), () -> beside(3, cost(1, "r", "a"), cost(1, "r", "c"))))
                .isEqualTo("503 overloaded");
        assertThat(beside(6, cost(1, "r", "a"), cost(1, "s", "b"))).isEqualTo("admitted");
        assertThat(admission.taken()).isZero();
    }

    @Test
    void repositoriesShareThePlacesEqually() {
        Admission.Cost other = cost(1, "s", "b");
        assertThat(within(other, () -> beside(3, cost(1, "r", "a"), cost(1, "r", "a"))))
                .isEqualTo("admitted");
        assertThat(within(other, () -> beside(4, cost(1, "r", "a"), cost(1, "r", "a"))))
                .isEqualTo("503 overloaded");
        assertThat(within(
                        other, () -> within(cost(1, "t", "c"), () -> beside(3, cost(1, "r", "a"), cost(1, "r", "a")))))
                .isEqualTo("503 overloaded");
    }

    @Test
    void listsOfAllRepositoriesShareAsOneRepository() {
        Admission.Cost all = cost(1, Admission.ALL, "a");
        assertThat(within(cost(4, Admission.ALL, "b"), () -> beside(3, all, all)))
                .isEqualTo("admitted");
        assertThat(within(cost(1, "r", "b"), () -> beside(4, all, all))).isEqualTo("503 overloaded");
        assertThat(within(cost(1, "r", "b"), () -> beside(4, all, cost(1, "r", "c"))))
                .isEqualTo("admitted");
    }

    @Test
    void aRepositoryWithManySlowRequestsLeavesRoomForAnother() throws Exception {
        var begun = new CountDownLatch(6);
        var end = new CountDownLatch(1);
        List<CompletableFuture<String>> slow = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Admission.Cost cost = cost(1, "slow", "client " + i);
            slow.add(CompletableFuture.supplyAsync(
                    () -> within(cost, () -> {
                        begun.countDown();
                        try {
                            end.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return "admitted";
                    }),
                    task -> Thread.ofPlatform().start(task)));
        }
        begun.await();

        assertThat(beside(1, cost(1, "other", "b"), cost(1, "other", "c"))).isEqualTo("admitted");
        assertThat(within(cost(1, "other", "b"), () -> outcome(cost(1, "slow", "d"))))
                .isEqualTo("503 overloaded");

        end.countDown();
        assertThat(slow.stream().map(CompletableFuture::join))
                .filteredOn("admitted"::equals)
                .hasSizeBetween(6, 20);
        assertThat(admission.taken()).isZero();
        assertThat(outcome(cost(1, "slow", "d"))).isEqualTo("admitted");
    }

    @Test
    void referencesAndRegularExpressionsOccupyPlaces() {
        var sources = new TestSources();
        for (String name : List.of("busy", "idle")) {
            sources.testRepository(name).file("a.toy", "class A\n").commit();
        }
        try (TestChain chain = TestChain.empty()
                .strictInput(true)
                .family("code", new CodeEndpoints(sources, admission))
                .start()) {
            admission.during(cost(6, "busy", "a"), () -> {
                for (String list : List.of("references?name=A", "search?q=A&regex=true")) {
                    TestAnswer refused =
                            chain.request("GET", "/repos/busy/" + list).send();
                    assertThat(refused.status()).as(refused.text()).isEqualTo(503);
                    assertThat(refused.json()).containsEntry("code", "overloaded");
                }
                assertThat(chain.request("GET", "/repos/busy/search?q=A").send().status())
                        .isEqualTo(200);
                assertThat(chain.request("GET", "/repos/idle/search?q=A&regex=true")
                                .send()
                                .status())
                        .isEqualTo(200);
                return "done";
            });
        }
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
