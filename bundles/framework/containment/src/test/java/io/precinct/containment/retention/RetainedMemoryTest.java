package io.precinct.containment.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RetainedMemoryTest {
    private static final int MEGABYTE = 1 << 20;

    /** Objects that each keep about 32 MB. */
    static List<Named<Supplier<Object>>> shapes() {
        return List.of(
                Named.of("one array", () -> new byte[32 * MEGABYTE]),
                Named.of("some large things in a list", () -> filled(new ArrayList<>(), 32, MEGABYTE)),
                Named.of("many small things in a list", () -> filled(new ArrayList<>(), 400_000, 64)),
                Named.of("many small things in a map", () -> filled(new HashMap<>(), 240_000, 64)),
                Named.of("many small things in a concurrent map", () -> filled(new ConcurrentHashMap<>(), 240_000, 64)),
                Named.of("large things in a linked map", () -> filled(new LinkedHashMap<>(), 256, MEGABYTE / 8)),
                Named.of("large things in a tree", () -> filled(new TreeMap<>(), 256, MEGABYTE / 8)),
                Named.of(
                        "texts",
                        () -> IntStream.range(0, 32)
                                .mapToObj(i -> "x".repeat(MEGABYTE))
                                .toList()));
    }

    private static Object filled(Collection<Object> all, int count, int size) {
        for (int i = 0; i < count; i++) {
            all.add(new byte[size]);
        }
        return all;
    }

    private static Object filled(Map<Integer, Object> all, int count, int size) {
        for (int i = 0; i < count; i++) {
            all.put(i, new byte[size]);
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void whatAnObjectKeepsIsEstimated(Supplier<Object> shape) {
        Object object = shape.get();

        long bytes = RetainedMemory.by(object, object.getClass().getClassLoader());

        assertThat(bytes / MEGABYTE).isBetween(24L, 48L);
    }
}
