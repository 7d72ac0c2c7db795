package io.precinct.common.accept;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptEncodingTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | false",
                "gzip | true",
                "X-GZIP | true",
                "gzip;q=0 | false",
                "gzip;q=0.000 | false",
                "gzip;q=0.001 | true",
                "br, gzip;q=0.1 | true",
                "br | false",
                "identity | false",
                "gzip;q=0.001, identity;q=1 | false",
                "gzip;q=0.001, identity | false",
                "identity;q=0.5, gzip ; Q=0.5 | true",
                "identity;q=0, gzip;q=0.001 | true",
                "identity;q=0, gzip;q=0 | false",
                "identity;q=0 | false",
                "* | true",
                "*;q=0 | false",
                "*;q=0, gzip;q=0.1 | true",
                "*;q=0.5, identity | false",
                "*;q=0.5, identity;q=0.1 | true",
                "gzip;q=0.2, * | false",
                "gzip;q=0, * | false",
                "gzip;q=0, gzip | true",
                "gzip;q=, identity;q=0.9 | true",
                "gzip;q=-1, identity;q=0.9 | true",
                "gzip;q=much;level=9 | true",
                "gzip, identity;q=0.1234 | true",
                "gzip;q=0.9, identity;q=none | false",
                "';, ,;q=1, gzip;' | true",
            })
    void theCodingThatIsWantedMostIsSentAndGzipOfEqualOnes(String header, boolean gzip) {
        assertThat(AcceptEncoding.prefersGzip(header)).isEqualTo(gzip);
    }
}
