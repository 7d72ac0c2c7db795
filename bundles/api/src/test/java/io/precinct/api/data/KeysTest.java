package io.precinct.api.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeysTest {
    private static final String[] NAMES = {
        "id", "z", "a", "aa", "A", "\"q\"", "é", "\u20ac", "😀", "back\\slash", "\u0000", "ten", "eleven"
    };

    private static Map<String, Object> built() {
        MapBuilder builder = Data.mapBuilder();
        for (String name : NAMES) {
            builder.put(name, value(name));
        }
        return builder.build();
    }

    private static Object value(String name) {
        return name.length() % 2 == 0 ? List.of(name, 7) : "of " + name;
    }

    private static Map<String, Object> shared() {
        return Keys.of(NAMES).map(Arrays.stream(NAMES).map(KeysTest::value).toArray());
    }

    @Test
    void itsMapsAreTheSameAsThoseThatAreBuilt() {
        assertThat(shared()).isEqualTo(built());
        assertThat(shared().keySet()).containsExactly(NAMES);
        assertThat(shared().get("eleven")).isEqualTo(value("eleven"));
        assertThat(shared().containsKey("twelve")).isFalse();
        assertThat(Keys.of("x", "y").map(1, null)).isEqualTo(Data.map("x", 1, "y", null));
        assertThat(Keys.of().map()).isEmpty();
    }

    @Test
    void theyAreWrittenAlikeToTheByte() {
        assertThat(Json.compact(shared())).isEqualTo(Json.compact(built()));
        assertThat(new String(Json.canonical(shared()), StandardCharsets.UTF_8))
                .isEqualTo(new String(Json.canonical(built()), StandardCharsets.UTF_8));
        assertThat(Json.digest(Data.list(shared(), shared()))).isEqualTo(Json.digest(Data.list(built(), built())));
    }

    @Test
    void valuesAreFrozen() {
        var list = new java.util.ArrayList<Object>(List.of(1));
        Map<String, Object> map = Keys.of("x").map(list);
        list.add(2);
        assertThat(map).isEqualTo(Data.map("x", List.of(1)));
        assertThatThrownBy(() -> Keys.of("x").map(new StringBuilder())).isInstanceOf(NotPlainData.class);
    }

    @Test
    void theNumberOfValuesIsThatOfTheKeysAndKeysAreDistinct() {
        assertThatThrownBy(() -> Keys.of("x", "y").map(1)).hasMessageContaining("2 keys [x, y], got 1 values");
        assertThatThrownBy(() -> Keys.of("x", "x")).hasMessageContaining("\"x\" is there twice");
        assertThatThrownBy(() -> Keys.of("\ud800")).isInstanceOf(IllegalArgumentException.class);
    }
}
