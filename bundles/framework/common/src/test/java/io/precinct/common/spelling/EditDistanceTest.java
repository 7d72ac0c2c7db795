package io.precinct.common.spelling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {
    @ParameterizedTest
    @CsvSource({
        "'', '', 0",
        "'', abc, 3",
        "abc, abc, 0",
        "abc, abxc, 1",
        "abxc, abc, 1",
        "abc, axc, 1",
        "abc, acb, 1",
        "prot, port, 1",
        "kitten, sitting, 3",
        "ca, abc, 3",
        "abcdef, badcfe, 3"
    })
    void itCountsInsertionsDeletionsReplacementsAndSwappedNeighbours(String a, String b, int distance) {
        assertThat(EditDistance.between(a, b)).isEqualTo(distance);
        assertThat(EditDistance.between(b, a)).isEqualTo(distance);
    }
}
