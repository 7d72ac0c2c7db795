package io.precinct.formatter.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.constant;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.testing.AnyData;
import io.precinct.testing.AnyText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class OutlinePropertyTest {
    @Test
    void noPayloadBringsAControlCharacterToTheTerminal() {
        qt().withExamples(500).forAll(data()).checkAssert(payload -> {
            String text = TextFormatterTest.text(payload);

            assertThat(text).endsWith("\n");
            assertThat(text.chars().filter(c -> c != '\n' && c != '\t'))
                    .noneMatch(
                            c -> Character.isISOControl(c) || c >= 0x2028 && c <= 0x202E || c >= 0x2066 && c <= 0x2069);
        });
    }

    @Test
    void noValueForgesALineOfTheOutline() {
        qt().withExamples(500).forAll(hostile()).checkAssert(value -> {
            List<String> lines = TextFormatterTest.text(Data.map("first", value, "last", 1))
                    .lines()
                    .toList();

            assertThat(lines.getFirst()).startsWith("first");
            assertThat(lines.getLast()).matches("last +1");
            assertThat(lines.subList(1, lines.size() - 1)).allMatch(line -> line.startsWith("  | ") || line.isEmpty());
        });
    }

    @Test
    void theOutlineGrowsWithThePayloadAndNotFaster() {
        qt().withExamples(300).forAll(data()).checkAssert(payload -> {
            int size = Json.compact(payload).length();

            assertThat(TextFormatterTest.text(Data.list(payload, payload)).length())
                    .isLessThan(200 + 2 * size * 160);
        });
    }

    private static Gen<String> hostile() {
        Gen<String> some = pick(List.of("ab \n\t\r|-{\"\u001b".split("")));
        return oneOf(AnyText.upTo(30), lists().of(some).ofSizeBetween(0, 30).map(all -> String.join("", all)));
    }

    private static Gen<@Nullable Object> data() {
        Gen<@Nullable Object> leaf = oneOf(
                AnyData.any(hostile()), pick(List.of(true, false, 1, 2.5, Long.MAX_VALUE)), constant((Object) null));
        return AnyData.nested(leaf, hostile(), 4).map(Data::freeze);
    }
}
