package io.precinct.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequestsInFlightTest {
    @Test
    void onlySoManyExchangesLingerAtOnce() {
        var traffic = new RequestsInFlight(AccessCheck.OPEN);
        for (int i = 0; i < RequestsInFlight.MOST_LINGERING; i++) {
            assertThat(traffic.mayLinger()).isTrue();
        }
        assertThat(traffic.mayLinger()).isFalse();
        assertThat(traffic.mayLinger()).isFalse();
        traffic.lingered();
        assertThat(traffic.mayLinger()).isTrue();
        assertThat(traffic.mayLinger()).isFalse();
    }
}
