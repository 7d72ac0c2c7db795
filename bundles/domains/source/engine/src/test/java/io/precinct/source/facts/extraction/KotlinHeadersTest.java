package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class KotlinHeadersTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "@class private ",
                "class A<",
                "class x ",
                "@A ",
                "@A(1) ",
                "class A @B\n",
                "class A\n",
                "private class A\n",
                "private ",
                "class A private\n",
                "class A constructor\n"
            })
    void aHeaderWithoutEndCostsNoMoreThanItsWords(String words) throws Exception {
        String text = "// constructor\n" + words.repeat(1_000_000 / words.length());
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);

        assertThat(KotlinHeaders.joined("kotlin", utf8, () -> false)).isSameAs(utf8);
    }

    @Test
    void manyHeadersCanBeGivenUp() {
        byte[] utf8 = "class A\nconstructor(a: Int)\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        var looks = new AtomicInteger();

        assertThatThrownBy(() -> KotlinHeaders.joined("kotlin", utf8, () -> looks.incrementAndGet() == 2))
                .isInstanceOf(Engine.Stopped.class);
    }

    @Test
    void otherLanguagesStayAsTheyAre() throws Exception {
        byte[] utf8 = "class A\nconstructor(a: Int)\n".getBytes(StandardCharsets.UTF_8);

        assertThat(KotlinHeaders.joined("java", utf8, () -> false)).isSameAs(utf8);
        assertThat(new String(KotlinHeaders.joined("kotlin", utf8, () -> false), StandardCharsets.UTF_8))
                .isEqualTo("class A constructor(a: Int)\n");
    }
}
