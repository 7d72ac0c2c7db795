package io.precinct.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FittingTest {
    private final Fitting fitting = new Fitting();

    private static String lines(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
    }

    @Test
    void whatFitsIsTheSame() {
        Map<String, @Nullable Object> data = Data.map("a", 1, "b", List.of("x"), "c", null);

        assertThat(fitting.fit(data, 200)).isSameAs(data);
        assertThat(fitting.cuts()).isEmpty();
    }

    @Test
    void aTextKeepsWholeLines() {
        String kept = (String) fitting.fit(lines(1000), 200);

        assertThat(kept).startsWith("line 1\nline 2\n").endsWith("\n");
        assertThat(fitting.cuts()).singleElement().hasToString(kept.lines().count() + " of 1000 lines");
    }

    @Test
    void aTextOfOneLineIsCutBetweenItsCharacters() {
        String kept = (String) fitting.fit("🔥".repeat(1000), 200);

        assertThat(kept).matches("(🔥)+");
        assertThat(Fitting.tokens(kept)).isLessThanOrEqualTo(200);
    }

    @Test
    void aListKeepsItsFirstElementsAndAnObjectItsSmallMembers() {
        List<Object> elements =
                IntStream.range(0, 1000).mapToObj(i -> (Object) Map.of("n", i)).toList();

        var kept = (Map<?, ?>) fitting.fit(Data.map("big", elements, "long", lines(1000), "name", "x"), 300);

        assertThat(kept.get("name")).isEqualTo("x");
        assertThat(kept.get("big"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .startsWith(Map.of("n", 0))
                .hasSizeBetween(10, 100);
        assertThat(fitting.cuts()).extracting(Fitting.Cut::at).containsExactlyInAnyOrder("/big", "/long");
    }

    @Test
    void oneElementThatIsTooLargeIsCutItself() {
        var kept = (Map<?, ?>) fitting.fit(Data.map("items", List.of(Map.of("text", lines(1000)), 2)), 200);

        assertThat((List<?>) kept.get("items")).hasSize(1);
        assertThat(fitting.cuts()).extracting(Fitting.Cut::at).containsExactlyInAnyOrder("/items/0/text", "/items");
    }

    @Test
    void whateverItIsItFits() {
        var random = new Random(56);
        for (int i = 0; i < 60; i++) {
            Object data = value(random, 4);
            int budget = 200 + random.nextInt(2000);

            Object kept = new Fitting().fit(data, budget);

            assertThat(Fitting.tokens(kept)).as("%s in %s", data, budget).isLessThanOrEqualTo(budget);
        }
    }

    private static @Nullable Object value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 3 : 6)) {
            case 0 -> random.nextBoolean() ? null : random.nextInt();
            case 1 -> lines(random.nextInt(200));
            case 2 -> "wörter und 夜间 ".repeat(random.nextInt(200));
            case 3 -> {
                List<@Nullable Object> list = new ArrayList<>();
                IntStream.range(0, random.nextInt(30)).forEach(_ -> list.add(value(random, depth - 1)));
                yield Data.freezeList(list);
            }
            default -> {
                var object = Data.mapBuilder();
                IntStream.range(0, random.nextInt(12))
                        .forEach(n -> object.put("member/" + n, value(random, depth - 1)));
                yield object.build();
            }
        };
    }
}
