package io.precinct.formatter.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

class OutlinePropertyTest {
    @Property(tries = 500)
    void no_payload_brings_a_control_character_to_the_terminal(@ForAll("data") @Nullable Object payload) {
        String text = TextFormatterTest.text(payload);

        assertThat(text).endsWith("\n");
        assertThat(text.chars().filter(c -> c != '\n' && c != '\t'))
                .noneMatch(c -> Character.isISOControl(c) || c >= 0x2028 && c <= 0x202E || c >= 0x2066 && c <= 0x2069);
    }

    @Property(tries = 500)
    void no_value_forges_a_line_of_the_outline(@ForAll("hostile") String value) {
        List<String> lines = TextFormatterTest.text(Data.map("first", value, "last", 1))
                .lines()
                .toList();

        assertThat(lines.getFirst()).startsWith("first");
        assertThat(lines.getLast()).matches("last +1");
        assertThat(lines.subList(1, lines.size() - 1)).allMatch(line -> line.startsWith("  | ") || line.isEmpty());
    }

    @Property(tries = 300)
    void the_outline_grows_with_the_payload_and_not_faster(@ForAll("data") @Nullable Object payload) {
        int size = Json.compact(payload).length();

        assertThat(TextFormatterTest.text(Data.list(payload, payload)).length()).isLessThan(200 + 2 * size * 160);
    }

    @Provide
    Arbitrary<String> hostile() {
        return Arbitraries.oneOf(
                Arbitraries.strings().all().ofMaxLength(30),
                Arbitraries.strings().withChars("ab \n\t\r|-{\"\u001b").ofMaxLength(30));
    }

    @Provide
    Arbitrary<@Nullable Object> data() {
        Arbitrary<@Nullable Object> leaf = Arbitraries.oneOf(
                hostile().map(s -> s), Arbitraries.of(true, false, 1, 2.5, Long.MAX_VALUE), Arbitraries.just(null));
        return Arbitraries.recursive(() -> leaf, this::containers, 0, 4);
    }

    private Arbitrary<@Nullable Object> containers(Arbitrary<@Nullable Object> element) {
        return Arbitraries.oneOf(
                element,
                element.list().ofMaxSize(4).map(Data::freezeList),
                Combinators.combine(hostile(), hostile(), element, element)
                        .as((a, b, x, y) ->
                                Data.mapBuilder().put(a, x).put(b, y).build()));
    }
}
