package io.precinct.source.facts.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.parse.AcquiredLanguage;
import io.precinct.source.testing.TestEngine;
import io.precinct.treesitter.Parser;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TreeCacheTest {
    private static final TreeCache.Key A = new TreeCache.Key("a", "java");
    private static final TreeCache.Key B = new TreeCache.Key("b", "java");
    private static final TreeCache.Key C = new TreeCache.Key("c", "java");

    private final TestEngine engine = new TestEngine();

    /** All take equally many bytes. */
    private TreeCache.Kept tree() {
        AcquiredLanguage java = Objects.requireNonNull(engine.acquire("java"));
        byte[] utf8 = "class A {}".getBytes(StandardCharsets.UTF_8);
        try (var parser = new Parser()) {
            return new TreeCache.Kept(parser.parse(java.nativeLanguage(), utf8), java, 0);
        }
    }

    @Test
    void theTreeThatWasNotUsedForLongestGoesWhereAllTakeTooManyBytes() {
        TreeCache.Kept first = tree();
        long bytes = first.tree().byteSize();
        try (var trees = new TreeCache(() -> 2 * bytes)) {
            trees.give(A, first);
            trees.give(B, tree());
            trees.give(A, Objects.requireNonNull(trees.take(A)));
            assertThat(engine.held).as("languages that trees keep").hasValue(2);
            trees.give(C, tree());
            assertThat(engine.held).as("languages that trees keep").hasValue(2);
            assertThat(trees.take(B)).isNull();
            trees.give(A, Objects.requireNonNull(trees.take(A)));
            trees.give(C, Objects.requireNonNull(trees.take(C)));
        }
        assertThat(engine.held).as("languages that trees keep").hasValue(0);
    }

    @Test
    void aTreeThatAloneTakesTooManyBytesIsNotKept() {
        TreeCache.Kept tree = tree();
        long bytes = tree.tree().byteSize();
        try (var trees = new TreeCache(() -> bytes - 1)) {
            trees.give(A, tree);
            assertThat(engine.held).as("languages that trees keep").hasValue(0);
            assertThat(trees.take(A)).isNull();
        }
    }
}
