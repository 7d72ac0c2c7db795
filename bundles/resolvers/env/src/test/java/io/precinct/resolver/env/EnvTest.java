package io.precinct.resolver.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.oneOf;

import io.precinct.api.config.TagException;
import io.precinct.api.config.TagResolver;
import io.precinct.api.data.Data;
import io.precinct.testing.AnyText;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class EnvTest {
    private final Map<String, String> environment = new HashMap<>();
    private final Env env = new Env(environment::get);

    private record Call(@Nullable Object argument) implements TagResolver.Call {
        @Override
        public String tag() {
            return "Env";
        }

        @Override
        public Map<String, @Nullable Object> settings() {
            return Map.of();
        }

        @Override
        public Path configDir() {
            return Path.of("");
        }

        @Override
        public Instant deadline() {
            return Instant.MAX;
        }

        @Override
        public Object readYaml(Path file) {
            throw new AssertionError("an environment variable is no file");
        }
    }

    private @Nullable Object value(String text) throws TagException {
        environment.put("X", text);
        return env.resolve(new Call(Data.map("name", "X")));
    }

    private TagException fault(@Nullable Object argument) {
        return Objects.requireNonNull(catchThrowableOfType(TagException.class, () -> env.resolve(new Call(argument))));
    }

    @Test
    void theTextIsReadAsAYaml12Scalar() throws TagException {
        assertThat(value("true")).isEqualTo(true);
        assertThat(value("FALSE")).isEqualTo(false);
        assertThat(value("3000")).isEqualTo(3000);
        assertThat(value("010")).isEqualTo(10);
        assertThat(value("0o10")).isEqualTo(8);
        assertThat(value("0x1f")).isEqualTo(31);
        assertThat(value("-7")).isEqualTo(-7);
        assertThat(value("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(value("9223372036854775808")).isEqualTo(new BigInteger("9223372036854775808"));
        assertThat(value("1.5e3")).isEqualTo(1500.0);
        assertThat(value("null")).isNull();
        assertThat(value("yes")).isEqualTo("yes");
        assertThat(value("1.2.3")).isEqualTo("1.2.3");
        assertThat(value("a: [b")).isEqualTo("a: [b");
    }

    @Test
    void textInQuotesIsTextWhateverItLooksLike() throws TagException {
        assertThat(value("'010'")).isEqualTo("010");
        assertThat(value("\"true\"")).isEqualTo("true");
        assertThat(value("'it''s'")).isEqualTo("it's");
        assertThat(value("\"a \\\"b\\\" \\\\\"")).isEqualTo("a \"b\" \\");
        assertThat(value("''")).isEqualTo("");
    }

    @Test
    void aVariableThatIsUnsetOrSetToNothingCountsAsTheDefault() throws TagException {
        assertThat(env.resolve(new Call(Data.map("name", "UNSET", "default", false))))
                .isEqualTo(false);
        environment.put("EMPTY", "");
        assertThat(env.resolve(new Call(Data.map("name", "EMPTY", "default", 7))))
                .isEqualTo(7);
        assertThat(env.resolve(new Call(Data.map("name", "UNSET", "default", null))))
                .isNull();
    }

    @Test
    void withoutADefaultItIsAnErrorThatSaysWhatToDo() {
        environment.put("EMPTY", "");
        TagException unset = fault(Data.map("name", "UNSET"));
        assertThat(unset).hasMessage("the environment variable UNSET is not set and there is no default");
        assertThat(unset.hint()).isEqualTo("set it, or say !Env {name: UNSET, default: …}");
        assertThat(fault(Data.map("name", "EMPTY"))).hasMessageContaining("is set to nothing");
    }

    @Test
    void anArgumentThatDoesNotFitIsTold() {
        assertThat(fault("PORT")).hasMessage("takes a map of name and default");
        assertThat(fault(null)).hasMessage("takes a map of name and default");
        assertThat(fault(Data.map("name", "A", "defualt", 1))).hasMessageContaining("unknown key \"defualt\"");
        assertThat(fault(Data.map("default", 1))).hasMessageContaining("name takes the name");
        assertThat(fault(Data.map("name", 7))).hasMessageContaining("name takes the name");
        assertThat(fault(Data.map("name", "A=B"))).hasMessageContaining("name takes the name");
    }

    @Test
    void aValueNeverShowsInAMessage() {
        environment.put("X", ".nan");
        assertThatThrownBy(() -> env.resolve(new Call(Data.map("name", "X"))))
                .hasMessageContaining("X is not a finite number")
                .hasMessageNotContaining(".nan");
    }

    @Test
    void theEnvironmentIsThatOfThisProcess() throws TagException {
        var real = System.getenv().entrySet().stream()
                .filter(e -> e.getKey().equals("PATH") && !e.getValue().isEmpty())
                .findFirst();
        assertThat(real).as("PATH is set").isPresent();
        assertThat(new Env().resolve(new Call(Data.map("name", "PATH"))))
                .isEqualTo(real.get().getValue());
    }

    @Test
    void anyTextBecomesPlainDataOrATagException() {
        qt().withExamples(1000).forAll(texts()).checkAssert(text -> {
            try {
                Data.freeze(value(text));
            } catch (TagException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        });
    }

    private static Gen<String> texts() {
        return oneOf(AnyText.upTo(30), AnyText.of("0123456789.eE+-xo_'\"\\infa~", 20));
    }
}
