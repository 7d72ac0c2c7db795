package io.precinct.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallersTest extends ServerTest {
    private String caller(String... headers) throws Exception {
        try (var connection = connect()) {
            return connection.get("/request", headers).text();
        }
    }

    @Test
    void theTokenOverLoopbackMakesAnAdministrator() throws Exception {
        start(new Settings());
        assertThat(caller("Authorization: Bearer " + TOKEN)).contains(member("admin", true));
        assertThat(caller("authorization: bearer " + TOKEN)).contains(member("admin", true));
        assertThat(caller()).contains(member("admin", false)).contains(member("loopback", true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Bearer wrong",
                "Authorization: Bearer ",
                "Authorization: Bearer a-token-of-this-instanc",
                "Authorization: Bearer a-token-of-this-instance2",
                "Authorization: Basic " + TOKEN,
                "Authorization: " + TOKEN,
            })
    void anythingElseDoesNot(String header) throws Exception {
        start(new Settings());
        assertThat(caller(header)).contains(member("admin", false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1"})
    void theTokenThroughAProxyDoesNot(String header) throws Exception {
        start(new Settings());
        assertThat(caller("Authorization: Bearer " + TOKEN, header))
                .contains(member("admin", false))
                .contains(member("loopback", false));
    }

    @Test
    void withoutATokenNobodyIsAnAdministrator() throws Exception {
        server = new HttpServer(dispatcher, new Settings().build(), null);
        server.start();
        assertThat(caller("Authorization: Bearer ", "X: y")).contains(member("admin", false));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.0/8, 203.0.113.9",
        "127.0.0.1/32, 203.0.113.9",
        "126.0.0.0/7, 203.0.113.9",
        "0.0.0.0/0, 198.51.100.7",
        "128.0.0.0/1, 127.0.0.1",
        "127.0.0.2/32, 127.0.0.1",
        "::/0, 127.0.0.1",
    })
    void aRangeOfProxiesIsBelievedAsEachOfThemWouldBe(String range, String address) throws Exception {
        start(new Settings().proxies(range));

        assertThat(caller("X-Forwarded-For: 198.51.100.7, 203.0.113.9")).contains(member("address", address));
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, true",
        "10.0.0.0/8, 11.0.0.1, false",
        "10.1.0.0/12, 10.15.255.255, true",
        "10.1.0.0/12, 10.16.0.0, false",
        "fd00::/8, fdff::1, true",
        "fd00::/8, fe80::1, false",
        "2001:db8::/33, 2001:db8:7fff::1, true",
        "2001:db8::/33, 2001:db8:8000::1, false",
        "10.0.0.1, 10.0.0.1, true",
        "10.0.0.1, 10.0.0.2, false",
    })
    void aRangeHoldsWhatSharesItsPrefix(String range, String address, boolean held) {
        assertThat(Network.parse(range)).isNotNull();
        assertThat(Network.parse(range).contains(java.net.InetAddress.ofLiteral(address)))
                .isEqualTo(held);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "10.0.0.0/-1", "::/129", "10.0.0.0/", "10.0.0.0/x", "host/8", ""})
    void whatIsNoRangeIsNone(String text) {
        assertThat(Network.parse(text)).isNull();
    }

    @Test
    void believesNoForwardedHeaderUnlessTheProxyIsNamed() throws Exception {
        start(new Settings());
        assertThat(caller("X-Forwarded-For: 203.0.113.9")).contains(member("address", "127.0.0.1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X-Forwarded-For: 203.0.113.9 | 203.0.113.9",
                "X-Forwarded-For: 198.51.100.1, 203.0.113.9 | 203.0.113.9",
                "X-Forwarded-For: 203.0.113.9, 10.0.0.7 | 203.0.113.9",
                "X-Forwarded-For: 203.0.113.9:4711 | 203.0.113.9",
                "X-Forwarded-For: [2001:db8::1]:4711 | 2001:db8:0:0:0:0:0:1",
                "X-Forwarded-For: 2001:db8::1 | 2001:db8:0:0:0:0:0:1",
                "X-Forwarded-For: 203.0.113.9, unknown | 127.0.0.1",
                "Forwarded: for=203.0.113.9;proto=https | 203.0.113.9",
                "Forwarded: proto=https; For=\"[2001:db8::1]:99\" | 2001:db8:0:0:0:0:0:1",
                "Forwarded: for=198.51.100.1, for=203.0.113.9 | 203.0.113.9",
                "Forwarded: for=_hidden | 127.0.0.1",
            })
    void takesTheNearestAddressThatIsNoTrustedProxy(String header, String address) throws Exception {
        start(new Settings().proxies("127.0.0.1", "10.0.0.7"));
        assertThat(caller(header)).contains(member("address", address)).contains(member("loopback", false));
    }

    @Test
    void saysWhichTrustedProxyIsNoAddress() throws Exception {
        start(new Settings().proxies("proxy.internal"));
        assertThat(RecordingLogs.noise()).hasSize(1);
        assertThat(RecordingLogs.noise().getFirst().message()).contains("trusted_proxies", "proxy.internal");
    }
}
