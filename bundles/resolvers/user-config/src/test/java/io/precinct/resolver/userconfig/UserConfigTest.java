package io.precinct.resolver.userconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.precinct.api.config.TagException;
import io.precinct.api.config.TagResolver;
import io.precinct.api.data.Data;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserConfigTest {
    /** The content of the file as data; the configuration converts YAML to data. */
    private static final Map<String, @Nullable Object> CONTENT =
            Data.map("mail", Data.map("sender", "ada", "port", 25, "nothing", null), "plain", "text");

    @TempDir
    Path home;

    private final Map<String, String> environment = new HashMap<>();
    private final List<Path> asked = new ArrayList<>();
    private UserConfig resolver;

    @BeforeEach
    void makeResolver() {
        resolver = new UserConfig(environment::get, home);
    }

    private final class Call implements TagResolver.Call {
        private final @Nullable Object argument;

        Call(@Nullable Object argument) {
            this.argument = argument;
        }

        @Override
        public String tag() {
            return "UserConfig";
        }

        @Override
        public @Nullable Object argument() {
            return argument;
        }

        @Override
        public Map<String, @Nullable Object> settings() {
            return Map.of();
        }

        @Override
        public Path configDir() {
            return home;
        }

        @Override
        public Instant deadline() {
            return Instant.MAX;
        }

        @Override
        public Object readYaml(Path file) throws TagException {
            asked.add(file);
            if (!Files.exists(file)) {
                throw new TagException(file + ": there is no such file");
            }
            return CONTENT;
        }
    }

    private Path writeDefaultFile() throws IOException {
        Path file = home.resolve(".config/precinct/user.yml");
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "what stands here is read by readYaml");
    }

    private @Nullable Object resolve(@Nullable Object argument) throws TagException {
        return resolver.resolve(new Call(argument));
    }

    private TagException fault(@Nullable Object argument) {
        return Objects.requireNonNull(catchThrowableOfType(TagException.class, () -> resolve(argument)));
    }

    @Test
    void aDottedKeyLeadsToItsValue() throws IOException, TagException {
        Path file = writeDefaultFile();
        assertThat(resolve("mail.sender")).isEqualTo("ada");
        assertThat(resolve("mail.port")).isEqualTo(25);
        assertThat(resolve("mail")).isEqualTo(CONTENT.get("mail"));
        assertThat(resolve(Data.map("key", "plain"))).isEqualTo("text");
        assertThat(asked).containsOnly(file);
    }

    @Test
    void aKeyThatSaysNothingIsThere() throws IOException, TagException {
        writeDefaultFile();
        assertThat(resolve(Data.map("key", "mail.nothing", "default", "unused")))
                .isNull();
    }

    @Test
    void aMissingKeyIsAnErrorUnlessThereIsADefault() throws IOException, TagException {
        Path file = writeDefaultFile();
        assertThat(resolve(Data.map("key", "mail.reply_to", "default", "nobody")))
                .isEqualTo("nobody");
        assertThat(resolve(Data.map("key", "mail.reply_to", "default", null))).isNull();
        assertThat(fault("mail.reply_to")).hasMessage(file + " has no key mail.reply_to");
        assertThat(fault("plain.deeper")).hasMessage(file + " has no key plain.deeper");
        assertThat(fault("mail.reply_to").hint()).contains("!UserConfig {key: mail.reply_to, default: …}");
    }

    @Test
    void aMissingFileHasNoKeysAndIsStillAskedForSoThatItIsWatched() throws TagException {
        assertThat(resolve(Data.map("key", "a", "default", 1))).isEqualTo(1);
        assertThat(asked).containsExactly(home.resolve(".config/precinct/user.yml"));
        assertThat(fault("a").getMessage()).endsWith("user.yml does not exist, so there is no key a");
    }

    @Test
    void aVariableNamesAnotherFile() throws IOException, TagException {
        Path other = Files.writeString(home.resolve("other.yml"), "");
        environment.put("PRECINCT_USER_CONFIG", other.toString());
        assertThat(resolve("plain")).isEqualTo("text");
        assertThat(asked).containsExactly(other);
    }

    @Test
    void anArgumentThatDoesNotFitIsTold() {
        for (Object argument :
                new Object[] {"", ".a", "a.", 7, List.of("a"), Data.map("kye", "a"), Data.map("key", 1)}) {
            assertThat(fault(argument).hint()).contains("!UserConfig mail.sender");
        }
        assertThat(fault(null).hint()).contains("!UserConfig mail.sender");
    }
}
