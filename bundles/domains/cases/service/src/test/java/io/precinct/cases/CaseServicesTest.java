package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.postgres.api.ConcurrentChange;
import io.precinct.rest.api.Endpoint;
import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CaseServicesTest {
    @Test
    void aMutationIsRunAgainAsOftenAsOthersChangeWhatItReliesOn() throws Exception {
        var tries = new AtomicInteger();
        try (var fixture = new CasesFixture()) {
            BoundaryFamily family = () -> List.of(Member.post(
                    "/raced",
                    "raced",
                    Declaration.terminal().writes("tries", true).build(),
                    Endpoint.item(input -> fixture.services().mutate(input, mutation -> {
                        if (tries.incrementAndGet() < 20) {
                            throw new ConcurrentChange();
                        }
                        return Reply.ok(Data.map("tries", tries.get()));
                    }))));
            try (var chain = TestChain.empty().family("raced", family).start()) {
                // On a machine that is held up, the tries may take longer than a mutation may.
                Eventually.untilAsserted("the last try is answered", () -> {
                    tries.set(0);
                    TestAnswer answer = chain.request("POST", "/raced").send();
                    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                    assertThat(answer.json()).containsEntry("tries", 20);
                });
            }
        }
    }
}
