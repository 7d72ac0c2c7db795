package io.precinct.launcher.container;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterWordsTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    (osgi.wiring.package=org.example) ; org.example
                    (&(osgi.wiring.package=org.example)(version>=1.2.0)) ; org.example 1.2.0 or newer
                    (&(osgi.wiring.package=org.example)(version>=1.2.0)(!(version>=2.0.0))) ; org.example [1.2.0,2.0.0)
                    (&(osgi.wiring.package=org.example)(!(version>=2.0.0))) ; org.example older than 2.0.0
                    (&(osgi.wiring.package=org.example)(vendor=acme)) ; org.example vendor acme
                    (objectClass=org.example.*) ; (objectClass=org.example.*)
                    (|(osgi.wiring.package=a)(osgi.wiring.package=b)) ; (|(osgi.wiring.package=a)(osgi.wiring.package=b))
                    """)
    void aFilterReadsLikeAPersonWouldWriteItOrStaysAsItIs(String filter, String words) {
        assertThat(FilterWords.of("osgi.wiring.package", filter)).isEqualTo(words);
    }
}
