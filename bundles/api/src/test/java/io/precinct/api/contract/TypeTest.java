package io.precinct.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TypeTest {
    private static final Type<ZoneId> ZONE = Type.text(64)
            .as(ZoneId::of, ZoneId::getId, "enum", "is a name of the IANA time zone database", "Europe/Berlin");

    /** Remembers the faults. */
    private static final class Faults implements Type.Reading {
        final List<String> all = new ArrayList<>();
        private final boolean text;

        Faults(boolean text) {
            this.text = text;
        }

        @Override
        public boolean isText() {
            return text;
        }

        @Override
        public void fault(String place, String code, String message, @Nullable Object allowed) {
            all.add(place + " " + code + ": " + message);
        }
    }

    private static List<String> faults(Type<?> type, Object plain) {
        var faults = new Faults(false);
        assertThat(type.read(plain, faults)).isNull();
        return faults.all;
    }

    private static <T> @Nullable T read(Type<T> type, Object plain) {
        var faults = new Faults(false);
        T value = type.read(plain, faults);
        assertThat(faults.all).isEmpty();
        return value;
    }

    @Test
    void whatIsReadIsShownAgain() {
        Instant time = Instant.parse("2026-01-31T12:00:00Z");

        assertThat(read(Type.time(), "2026-01-31T13:00:00+01:00")).isEqualTo(time);
        assertThat(Type.time().plain(time)).isEqualTo("2026-01-31T12:00:00.000Z");
        assertThat(read(Type.date(), "2028-02-29")).isEqualTo(LocalDate.of(2028, 2, 29));
        assertThat(read(Type.integer(1, 5), 3.0)).isEqualTo(3L);
        assertThat(read(ZONE, "Europe/Berlin")).isEqualTo(ZoneId.of("Europe/Berlin"));
        assertThat(ZONE.plain(ZoneId.of("UTC"))).isEqualTo("UTC");
        assertThat(ZONE.carrier()).isEqualTo(String.class);
        assertThat(Type.list(ZONE, 2).plain(List.of(ZoneId.of("UTC")))).isEqualTo(List.of("UTC"));
    }

    @Test
    void aFaultSaysWhereItIsAndWhatIsAllowed() {
        assertThat(faults(Type.text(2), "abc")).containsExactly(" too_long: has at most 2 characters");
        assertThat(faults(Type.text(), "\uD800"))
                .containsExactly(" characters: holds neither NUL nor half a surrogate pair");
        assertThat(faults(Type.filledText(9), " ")).containsExactly(" required: is not blank");
        assertThat(faults(Type.integer(1, 5), 6)).containsExactly(" bounds: is 1 to 5");
        assertThat(faults(Type.integer(1, 5), "3")).containsExactly(" type: is an integer");
        assertThat(faults(ZONE, "Mars")).containsExactly(" enum: is a name of the IANA time zone database");
        assertThat(faults(Type.list(Type.oneOf(List.of("a", "b")), 9), Data.list("a", "c", null)))
                .containsExactly("/1 enum: is one of a, b", "/2 enum: is one of a, b");
        assertThat(faults(Type.list(Type.truth(), 1), Data.list(true, true)))
                .containsExactly(" bounds: has at most 1 elements");
        assertThat(faults(Type.count().where(n -> n % 2 == 0, "even", "is even", null), 3))
                .containsExactly(" even: is even");
    }

    @Test
    void ofAQueryTextStandsForNumbersAndBooleans() {
        var faults = new Faults(true);

        assertThat(Type.integer(1, 5).read("3", faults)).isEqualTo(3L);
        assertThat(Type.truth().read("0", faults)).isFalse();
        assertThat(Type.list(Type.count(), 2).read(List.of("1", "2"), faults)).containsExactly(1L, 2L);
        assertThat(faults.all).isEmpty();
    }

    /** 65,536 times "é" has as many characters and twice as many bytes. */
    @Test
    void bytesAreCountedAsBytesAndPublishedAsSuch() {
        Type<String> markdown = Type.utf8(1 << 16);

        assertThat(faults(markdown, "é".repeat(1 << 16))).containsExactly(" too_long: has at most 65536 bytes");
        assertThat(read(markdown, "é".repeat(1 << 15))).hasSize(1 << 15);
        assertThat(markdown.taken().keyword("x-precinct-max-bytes")).isEqualTo(1 << 16);
    }

    @Test
    void whatIsServedDoesNotRepeatTheLimitsOfWhatMayBeSent() {
        assertThat(Type.filledText(5).shown()).isEqualTo(Schema.text());
        assertThat(Type.integer(1, 5).taken())
                .isEqualTo(Schema.integer().atLeast(1).atMost(5));
        assertThat(Type.integer(1, 5).shown()).isEqualTo(Schema.integer().atLeast(1));
        assertThat(Type.list(Type.text(5), 9).shown()).isEqualTo(Schema.list(Schema.text()));
        assertThat(Type.text(5).example("a").shown()).isEqualTo(Schema.text().example("a"));
    }
}
