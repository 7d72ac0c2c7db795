package io.precinct.boundary.inspect.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathTemplateTest {
    @ParameterizedTest
    @CsvSource({
        "/, /",
        "/a/:id/*rest, /a/{id}/{rest}",
        "/café {x}/a:b@c, /caf%C3%A9%20%7Bx%7D/a:b@c",
        "/caf%C3%A9/a%2Fb, /caf%C3%A9/a%2Fb",
        "/%3aid, /:id"
    })
    void segmentsAreEncodedOnceHoweverThePatternHasThem(String pattern, String template) {
        assertThat(PathTemplate.of(pattern).text()).isEqualTo(template);
    }
}
