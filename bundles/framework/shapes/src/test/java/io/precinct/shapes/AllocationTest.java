package io.precinct.shapes;

import static io.precinct.api.data.Data.list;
import static io.precinct.api.data.Data.map;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.precinct.api.shape.Shape;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Input shapes are checked on every request, so a successful check must not allocate. */
class AllocationTest {
    private static final int ROUNDS = 20_000;

    @Test
    void dataOfTheShapeIsCheckedWithoutAllocating() {
        CompiledShape shape = CompiledShape.of(Shape.fields(
                "params",
                map(
                        "message", map("prefix", "he", "count", map("gte", 1)),
                        "kind", map("any", list("a", "b")),
                        "n", map("gte", 1, "lte", 5),
                        "tags", map("contains", "x", "first", true, "every", map("any", list("x", map("prefix", "y")))),
                        "pair", list(map("gte", 1), "b"),
                        "ids", map("contains", map("id", map("gte", 2))),
                        "no", map("not", null, "empty", false)),
                "query",
                true));
        Map<String, @Nullable Object> actual = map(
                "params",
                map(
                        "message",
                        "hello",
                        "kind",
                        "b",
                        "n",
                        3,
                        "tags",
                        list("y", "x"),
                        "pair",
                        list(1, "b"),
                        "ids",
                        list(map("id", 1), map("id", 2)),
                        "no",
                        map("z", 1)),
                "query",
                null);
        assertThat(shape.failures(actual)).isEmpty();

        // One object per round would be sixteen bytes per round.
        assertThat(allocated(shape, actual)).isLessThan(ROUNDS);
    }

    private static long allocated(CompiledShape shape, Object actual) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 5; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUNDS; i++) {
                shape.failures(actual);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
