package io.precinct.http.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientNetworkTest {
    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1",
        "2001:db8:0:1:0:0:0:1, 20010db800000001",
        "2001:db8:0:1:ffff::2, 20010db800000001",
        "2001:db8:0:2::1, 20010db800000002",
        "::1, 0000000000000000",
        "::ffff:192.0.2.1, ::ffff:192.0.2.1",
        "no:address, no:address",
        "'', ''"
    })
    void anIpv6ClientIsItsNetworkAndAnythingElseItself(String address, String client) {
        assertThat(ClientNetwork.of(address)).isEqualTo(client);
    }
}
