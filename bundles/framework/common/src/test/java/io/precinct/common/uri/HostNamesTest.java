package io.precinct.common.uri;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostNamesTest {
    @ParameterizedTest
    @CsvSource({
        "localhost, localhost",
        "LOCALHOST., localhost",
        "localhost.:80, localhost:80",
        "Example.ORG:80, example.org:80",
        "a..:80, a..:80",
        "127.0.0.1., 127.0.0.1",
        "[::1], [0:0:0:0:0:0:0:1]",
        "[2001:DB8:0::5]:80, [2001:db8:0:0:0:0:0:5]:80",
        "[fe80::1%25eth0]:80, [fe80:0:0:0:0:0:0:1]:80",
        "[::FFFF:127.0.0.1]:80, 127.0.0.1:80",
        "[nothing]:80, [nothing]:80",
        "[::1, [::1",
        "., .",
        ":80, :80",
        "'', ''",
    })
    void oneHostHasOneForm(String host, String canonical) {
        assertThat(HostNames.canonical(host)).isEqualTo(canonical);
    }
}
