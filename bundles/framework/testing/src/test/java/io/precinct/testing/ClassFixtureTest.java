package io.precinct.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

class ClassFixtureTest {
    /** What happened, in order. Each class runs on the thread of the test that reads this. */
    private static final List<String> EVENTS = new ArrayList<>();

    private static final class Recorded implements AutoCloseable {
        private Recorded() {
            EVENTS.add("created");
        }

        @Override
        public void close() {
            EVENTS.add("closed");
        }
    }

    private static final class Broken implements AutoCloseable {
        private Broken() {
            throw new IllegalStateException("cannot start");
        }

        @Override
        public void close() {
            EVENTS.add("closed what never was");
        }
    }

    /** Run by {@link #aFixtureIsThereBeforeTheFirstMethodAndClosedAfterTheLast}. */
    static class Fixed {
        @ClassFixture
        private static Recorded fixture;

        static String greeting() {
            return "hello";
        }

        @BeforeAll
        static void before() {
            EVENTS.add(fixture == null ? "nothing before all" : "before all");
        }

        @Test
        void one() {
            EVENTS.add("test");
        }

        @Test
        void two() {
            EVENTS.add("test");
        }

        @AfterAll
        static void after() {
            EVENTS.add("after all");
        }
    }

    /** Run by {@link #aFixtureThatCannotBeCreatedFailsTheClassWithItsOwnException}. */
    static class Unfixed {
        @ClassFixture
        private static Broken fixture;

        @Test
        void one() {
            EVENTS.add("test");
        }
    }

    private static TestExecutionSummary run(Class<?> type) {
        EVENTS.clear();
        var listener = new SummaryGeneratingListener();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(type))
                .build();
        LauncherFactory.create().execute(request, listener);
        return listener.getSummary();
    }

    @Test
    void aFixtureIsThereBeforeTheFirstMethodAndClosedAfterTheLast() {
        assertThat(run(Fixed.class).getTestsSucceededCount()).isEqualTo(2);
        assertThat(EVENTS).containsExactly("created", "before all", "test", "test", "after all", "closed");
    }

    @Test
    void aStaticMethodOfTheClassNeedsNoFixture() {
        EVENTS.clear();
        assertThat(Fixed.greeting()).isEqualTo("hello");
        assertThat(EVENTS).isEmpty();
    }

    @Test
    void aFixtureThatCannotBeCreatedFailsTheClassWithItsOwnException() {
        TestExecutionSummary summary = run(Unfixed.class);

        assertThat(summary.getFailures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.getException())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("cannot start"));
        assertThat(EVENTS).isEmpty();
    }
}
