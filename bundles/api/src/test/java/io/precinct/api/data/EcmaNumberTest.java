package io.precinct.api.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.longRange;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.doubles;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quicktheories.core.Gen;

class EcmaNumberTest {
    /** The samples of RFC 8785, appendix B: IEEE 754 bits and what ECMAScript prints. */
    @ParameterizedTest
    @CsvSource({
        "0000000000000000, 0",
        "8000000000000000, 0",
        "0000000000000001, 5e-324",
        "8000000000000001, -5e-324",
        "7fefffffffffffff, 1.7976931348623157e+308",
        "ffefffffffffffff, -1.7976931348623157e+308",
        "4340000000000000, 9007199254740992",
        "c340000000000000, -9007199254740992",
        "4430000000000000, 295147905179352830000",
        "44b52d02c7e14af5, 9.999999999999997e+22",
        "44b52d02c7e14af6, 1e+23",
        "44b52d02c7e14af7, 1.0000000000000001e+23",
        "444b1ae4d6e2ef4e, 999999999999999700000",
        "444b1ae4d6e2ef4f, 999999999999999900000",
        "444b1ae4d6e2ef50, 1e+21",
        "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
        "3eb0c6f7a0b5ed8d, 0.000001",
        "41b3de4355555553, 333333333.3333332",
        "41b3de4355555554, 333333333.33333325",
        "41b3de4355555555, 333333333.3333333",
        "41b3de4355555556, 333333333.3333334",
        "41b3de4355555557, 333333333.33333343",
        "becbf647612f3696, -0.0000033333333333333333",
        "43143ff3c1cb0959, 1424953923781206.2"
    })
    void numbersOfTheStandardComeOutAsItPrintsThem(String bits, String text) {
        double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));

        assertThat(EcmaNumber.text(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7fffffffffffffff", "7ff0000000000000", "fff0000000000000"})
    void whatIsNotFiniteHasNoText(String bits) {
        double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));

        assertThatThrownBy(() -> EcmaNumber.text(value)).isInstanceOf(NotPlainData.class);
    }

    /** Two digits is the least that Java prints; where one is enough, ECMAScript prints one. */
    @ParameterizedTest
    @CsvSource({"4.9E-324, 5e-324", "9.9E-324, 1e-323", "1.5E-323, 1.5e-323", "2.0E-323, 2e-323", "1.0E22, 1e+22"})
    void theShortestDigitsAreTaken(double value, String text) {
        assertThat(EcmaNumber.text(value)).isEqualTo(text);
    }

    @Test
    void everyTextReadsBackAsTheSameNumber() {
        // Shifted, so that the smallest numbers come as well, which have fewer digits.
        Gen<Long> anyBits = longRange(Long.MIN_VALUE, Long.MAX_VALUE)
                .mix(longRange(0, Long.MAX_VALUE).zip(range(0, 62), (bits, shift) -> bits >> shift), 30)
                .mix(pick(List.of(0L, 1L, -1L, Long.MAX_VALUE, Long.MIN_VALUE)), 2);
        qt().forAll(anyBits).checkAssert(bits -> {
            double value = Double.longBitsToDouble(bits);
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(EcmaNumber.text(value))).isEqualTo(value == 0 ? 0.0 : value);
            }
        });
    }

    @Test
    void everydayNumbersReadBackAsTheSame() {
        Gen<Double> everyday = range(-100_000_000, 100_000_000)
                .map(hundredths -> hundredths / 100.0)
                .mix(doubles().between(-1e9, 1e9), 50)
                .mix(pick(List.of(0.0, -0.0, 0.01, -0.01, 1.0, -1.0, 1e9, -1e9)), 5);
        qt().forAll(everyday)
                .checkAssert(value ->
                        assertThat(Double.parseDouble(EcmaNumber.text(value))).isEqualTo(value == 0 ? 0.0 : value));
    }
}
