package io.precinct.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrafficTest {
    @Test
    void onlySoManyExchangesLingerAtOnce() {
        var traffic = new Traffic(Entrance.OPEN);
        for (int i = 0; i < Traffic.MOST_LINGERING; i++) {
            assertThat(traffic.mayLinger()).isTrue();
        }
        assertThat(traffic.mayLinger()).isFalse();
        assertThat(traffic.mayLinger()).isFalse();
        traffic.lingered();
        assertThat(traffic.mayLinger()).isTrue();
        assertThat(traffic.mayLinger()).isFalse();
    }
}
