package io.precinct.build.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.build.SourceModule;
import io.precinct.build.tests.TestQueue.Waiting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TestQueueTest {
    private static final SourceModule LONG = module("long");
    private static final SourceModule SHORT = module("short");

    @Test
    void theLongestClassOfTheModuleWithMostToDoGoesFirst() {
        var queue = queue(1, waiting(SHORT, "A", 0, 5), waiting(LONG, "B", 0, 4), waiting(LONG, "C", 0, 6));

        assertThat(names(queue)).containsExactly("C", "B", "A");
    }

    @Test
    void anEarlierStageGoesFirstHoweverShort() {
        var queue = queue(1, waiting(LONG, "B", 1, 90), waiting(SHORT, "A", 0, 1));

        assertThat(names(queue)).containsExactly("A", "B");
    }

    @Test
    void theShortestClassOfAStageGoesFirstIfVerdictsAreToComeSoon() {
        var queue = new TestQueue(
                List.of(
                        waiting(SHORT, "A", 1, 1),
                        waiting(LONG, "B", 0, 6),
                        waiting(LONG, "C", 0, 4),
                        waiting(SHORT, "D", 1, 2)),
                TestQueue.Order.SHORTEST_FIRST,
                module -> 1);

        assertThat(names(queue)).containsExactly("C", "B", "A", "D");
    }

    @Test
    void aLaneStaysInItsModule() {
        var queue = queue(1, waiting(SHORT, "A", 0, 50), waiting(SHORT, "B", 0, 1), waiting(LONG, "C", 0, 40));

        assertThat(names(queue)).containsExactly("A", "B", "C");
    }

    @Test
    void noMoreLanesAreInAModuleThanItAllows() throws Exception {
        var queue = queue(1, waiting(LONG, "A", 0, 2), waiting(LONG, "B", 0, 1));
        TestClass first = queue.next(null).orElseThrow();
        var second = CompletableFuture.supplyAsync(() -> queue.next(null));

        assertThat(first.name()).isEqualTo("A");
        assertThat(second).isNotDone();
        assertThat(queue.next(TestGroup.of(first)).map(TestClass::name)).contains("B");
        assertThat(second.get(30, TimeUnit.SECONDS)).isEmpty();
    }

    @Test
    void twoLanesShareAModuleThatAllowsIt() {
        var queue = queue(2, waiting(LONG, "A", 0, 2), waiting(LONG, "B", 0, 1));

        assertThat(queue.next(null).map(TestClass::name)).contains("A");
        assertThat(queue.next(null).map(TestClass::name)).contains("B");
    }

    @Test
    void whatIsStoppedSaysWhatWasLeft() {
        var queue = queue(1, waiting(LONG, "A", 0, 2), waiting(LONG, "B", 0, 1));
        TestClass first = queue.next(null).orElseThrow();

        assertThat(queue.stop()).extracting(TestClass::name).containsExactly("B");
        assertThat(queue.next(TestGroup.of(first))).isEmpty();
    }

    private static TestQueue queue(int forks, Waiting... classes) {
        return new TestQueue(List.of(classes), TestQueue.Order.LONGEST_FIRST, module -> forks);
    }

    /** What a single lane receives, in order. */
    private static List<String> names(TestQueue queue) {
        List<String> names = new ArrayList<>();
        @Nullable TestGroup group = null;
        for (Optional<TestClass> next = queue.next(group); next.isPresent(); next = queue.next(group)) {
            names.add(next.get().name());
            group = TestGroup.of(next.get());
        }
        return names;
    }

    private static Waiting waiting(SourceModule module, String name, int stage, long millis) {
        return new Waiting(new TestClass(name, module, false), stage, millis);
    }

    private static SourceModule module(String name) {
        return new SourceModule(name, name, "jar", Set.of(), Path.of(name));
    }
}
