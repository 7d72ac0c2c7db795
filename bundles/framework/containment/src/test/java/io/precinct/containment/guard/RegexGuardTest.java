package io.precinct.containment.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class RegexGuardTest {
    @ParameterizedTest
    @CsvSource({
        "'one two three', '(\\w+) (\\w+)', '$2-$1'",
        "'', '^$', x",
        "aaa, b, x",
        "'a.b.c', '\\.', ''",
        "'Ünïcode 😀 text', '\\p{L}+', '<$0>'",
        "'line one\nline two', '(?m)^line', row",
    })
    void expressionsFindAndReplaceWhatTheyDid(String text, String regex, String replacement) {
        Pattern pattern = Pattern.compile(regex);

        assertThat(RegexGuard.matches(text, regex)).isEqualTo(text.matches(regex));
        assertThat(RegexGuard.replaceAll(text, regex, replacement)).isEqualTo(text.replaceAll(regex, replacement));
        assertThat(RegexGuard.replaceFirst(text, regex, replacement)).isEqualTo(text.replaceFirst(regex, replacement));
        Matcher watched = RegexGuard.matcher(pattern, text);
        Matcher plain = pattern.matcher(text);
        while (plain.find()) {
            assertThat(watched.find()).isTrue();
            assertThat(watched.toMatchResult().group()).isEqualTo(plain.group());
            assertThat(watched.start()).isEqualTo(plain.start());
        }
        assertThat(watched.find()).isFalse();
    }

    @Test
    @SuppressWarnings("NullAway") // what a plug-in may do
    void withoutATextThereIsNoMatcher() {
        assertThatNullPointerException().isThrownBy(() -> RegexGuard.matcher(Pattern.compile("a"), null));
    }

    @Test
    void anExpressionThatBacktracksForEverEndsWithItsThread() throws Exception {
        var ended = new CompletableFuture<Throwable>();
        Thread thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                ended.complete(new AssertionError(RegexGuard.matches("a".repeat(60) + "c", "(a|a)*\\1b")));
            } catch (Throwable e) {
                ended.complete(e);
            }
        });
        assertThat(RegexGuard.matches("abc", "a.c")).isTrue();

        LoopGuard.end(thread);

        try {
            assertThat(ended.get(30, TimeUnit.SECONDS)).isInstanceOf(LoopGuard.Ended.class);
            assertThat(RegexGuard.matches("abc", "a.c")).as("of others").isTrue();
        } finally {
            LoopGuard.spare(thread);
        }
    }
}
