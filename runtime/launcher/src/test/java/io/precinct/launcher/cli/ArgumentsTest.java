package io.precinct.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.launcher.cli.Syntax.Operand;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
    private static final Syntax SYNTAX = new Syntax(
            "fly",
            "flies somewhere",
            List.of(Operand.required("WHERE"), Operand.optional("HOW", "fast", "slow")),
            List.of(
                    Option.value("--height", "N", "how high"),
                    Option.optionalValue("--strict", "true|false", "no detours"),
                    Option.flag("--dry-run", "stays on the ground"),
                    Option.repeatable("--param", "K=V", "anything else")));

    private static Arguments parse(List<String> words) throws WrongUsage {
        return Arguments.parse(SYNTAX, words, Map.of("WEATHER", "rain", "HEIGHT", "9", "NOTHING", ""));
    }

    @Test
    void aVariableStandsForAnOptionThatIsNotGiven() throws WrongUsage {
        Option height = Option.value("--height", "N", "how high").orVariable("HEIGHT");

        assertThat(parse(List.of("home")).given(height)).contains(new Arguments.Given("HEIGHT", "9"));
        assertThat(parse(List.of("home", "--height=7")).given(height)).contains(new Arguments.Given("--height", "7"));
        assertThat(parse(List.of("home")).given(height.orVariable("NOTHING"))).isEmpty();
        assertThat(parse(List.of("home")).given(height.orVariable("ABSENT"))).isEmpty();
        assertThat(height.help()).isEqualTo("how high (or HEIGHT)");
    }

    @Test
    void optionsAndOperandsMayStandInAnyOrder() throws WrongUsage {
        Arguments arguments = parse(List.of("--height", "7", "home", "--dry-run", "slow"));

        assertThat(arguments.value("--height")).contains("7");
        assertThat(arguments.has("--dry-run")).isTrue();
        assertThat(arguments.requiredOperand(0)).isEqualTo("home");
        assertThat(arguments.operand(1)).contains("slow");
    }

    @Test
    void aValueMayFollowAnEqualsSignAndHoldFurtherOnes() throws WrongUsage {
        Arguments arguments = parse(List.of("--param=a=b=c", "home", "--param", "d=e"));

        assertThat(arguments.values("--param")).containsExactly("a=b=c", "d=e");
    }

    @Test
    void anOptionalValueIsNeverTakenFromTheNextWord() throws WrongUsage {
        Arguments arguments = parse(List.of("--strict", "home"));

        assertThat(arguments.value("--strict")).contains("");
        assertThat(arguments.requiredOperand(0)).isEqualTo("home");
        assertThat(parse(List.of("--strict=false", "home")).value("--strict")).contains("false");
    }

    @Test
    void twoDashesEndTheOptions() throws WrongUsage {
        assertThat(parse(List.of("--", "--height")).requiredOperand(0)).isEqualTo("--height");
    }

    @Test
    void aDashAloneIsAnOperand() throws WrongUsage {
        assertThat(parse(List.of("-")).requiredOperand(0)).isEqualTo("-");
    }

    @Test
    void theLastOperandMayBeRepeatable() throws WrongUsage {
        var syntax =
                new Syntax("pack", "packs", List.of(Operand.required("BAG"), Operand.repeatable("THING")), List.of());

        assertThat(syntax.usage()).isEqualTo("Usage: precinct pack BAG [THING]…");
        assertThat(Arguments.parse(syntax, List.of("bag"), Map.of()).operandsFrom(1))
                .isEmpty();
        assertThat(Arguments.parse(syntax, List.of("bag", "a", "--", "-b", "a"), Map.of())
                        .operandsFrom(1))
                .containsExactly("a", "-b", "a");
        assertThatThrownBy(() -> Arguments.parse(syntax, List.of(), Map.of())).hasMessage("BAG is missing");
    }

    @Test
    void helpWinsOverEverythingThatIsWrong() throws WrongUsage {
        assertThat(parse(List.of("--nonsense", "--help")).has("--help")).isTrue();
        assertThat(parse(List.of("-h")).has("--help")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    home --hieght 7        | unknown option --hieght; did you mean --height?
                    home --altogether-else | unknown option --altogether-else
                    home --height          | --height needs a value: --height N
                    home --height 1 --height=2 | --height is given twice
                    home --dry-run=yes     | --dry-run takes no value
                    home fast now          | unexpected argument 'now'
                    home fats              | 'fats' is not one of fast, slow; did you mean fast?
                    --dry-run              | WHERE is missing
                    """)
    void whatDoesNotConformIsNamed(String words, String message) {
        assertThatThrownBy(() -> parse(List.of(words.split(" "))))
                .isInstanceOf(WrongUsage.class)
                .hasMessage(message);
    }

    @Test
    void theUsageShowsOptionsAndOperandsAsTheyAreGiven() {
        assertThat(SYNTAX.usage())
                .isEqualTo(
                        "Usage: precinct fly [--height N] [--strict[=true|false]] [--dry-run] [--param K=V]… WHERE [HOW]");
        assertThat(SYNTAX.help())
                .contains("Flies somewhere.")
                .contains("  --height N             how high")
                .contains("  --help                 shows this help");
    }
}
