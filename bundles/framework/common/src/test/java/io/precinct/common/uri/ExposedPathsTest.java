package io.precinct.common.uri;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The gateway's tests cover which paths are exposed. */
class ExposedPathsTest {
    @ParameterizedTest
    @CsvSource({
        "/repos/:repo/tree, true",
        "/repos/:repo/files/*path, true",
        "/repos, false",
        "/:any/shop/tree, true",
        "/symbols, false",
        "/inspect/*rest, false",
        "/open, true",
        "/open/more, false"
    })
    void aRouteIsExposedInPartIfAPatternAndItsPatternHaveAPathInCommon(String route, boolean exposed) {
        assertThat(new ExposedPaths(List.of("/repos/shop/**", "/open", "/inspect/**")).admitsSome(route))
                .isEqualTo(exposed);
    }
}
