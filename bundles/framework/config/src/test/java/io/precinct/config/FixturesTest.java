package io.precinct.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.config.TagException;
import io.precinct.api.config.TagResolver;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.LateTag;
import io.precinct.resolver.fixture.Fixture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fixtures, from the file to the scenario, with the shipped resolver. */
class FixturesTest {
    @TempDir
    Path root;

    private TestFolder folder;
    private final Fixture fixtures = new Fixture();

    @BeforeEach
    void makeFolder() throws IOException {
        folder = TestFolder.in(root);
    }

    private record RequestCall(Configuration configuration, LateTag late) implements TagResolver.Call {
        @Override
        public String tag() {
            return late.tag();
        }

        @Override
        public @Nullable Object argument() {
            return late.argument();
        }

        @Override
        public Map<String, @Nullable Object> settings() {
            return Objects.requireNonNull(configuration.resolvers().get(late.tag()));
        }

        @Override
        public Path configDir() {
            return configuration.dir();
        }

        @Override
        public Instant deadline() {
            return Instant.MAX;
        }

        @Override
        public @Nullable Object readYaml(Path file) throws TagException {
            return configuration.yaml().read(file);
        }
    }

    private Map<?, ?> resolve(Configuration configuration, String scenario) throws TagException {
        var source = Objects.requireNonNull(configuration.scenariosOf("echo").get(scenario));
        return fixtures.resolve(new RequestCall(configuration, (LateTag) source.raw()));
    }

    @Test
    void theShippedFixturesAreFound() throws TagException {
        LoadResult load = new TestFolder(Checkout.ROOT.resolve("config"), folder.data()).load();
        Configuration configuration = Objects.requireNonNull(load.configuration());
        assertThat(resolve(configuration, "greeting"))
                .isEqualTo(Map.of(
                        "description", "A greeting comes back as it was sent.",
                        "params", Map.of("message", "hello"),
                        "expected", Map.of("echoed", Map.of("message", Map.of("prefix", "hello")))));
        assertThat(resolve(configuration, "farewell").get("description"))
                .as("from mocks/")
                .isEqualTo("A farewell comes back as it was sent.");
    }

    @Test
    void aFixtureMayHoldShapesAndIsReadWhenItIsAskedFor() throws TagException {
        Configuration configuration = folder.good(TestFolder.GOOD + "scenarios: {echo: {a: !Fixture late}}\n");
        assertThatThrownBy(() -> resolve(configuration, "a")).hasMessage("there is no fixture \"late\"");
        folder.write("fixtures/late.yml", "expected: {b: !Fields {count: 1}}\n");
        assertThat(resolve(configuration, "a")).isEqualTo(Map.of("expected", Map.of("b", Shape.fields("count", 1))));
    }

    @Test
    void aFixtureThatIsNotThereIsAWarningWhereItIsNamed() {
        folder.write("fixtures/here.yml", "expected: {a: 1}").write("fixtures/mocks/mocked.yml", "expected: {a: 1}");
        String scenarios = """
                scenarios:
                  echo:
                    a: !Fixture here
                    b: !Fixture mocked
                    c: !Fixture gone
                    d:
                      expected:
                        x: [!Fixture deep/gone, !Fixture here]
                """;

        assertThat(folder.problems(TestFolder.GOOD + scenarios))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("service.yml:8: warning: there is no fixture \"gone\" yet ("),
                        line -> assertThat(line)
                                .startsWith("service.yml:11: warning: there is no fixture \"deep/gone\" yet (")
                                .contains("deep/gone.yml or mocks/deep/gone.yml"));
        assertThat(folder.good(TestFolder.GOOD + scenarios).scenariosOf("echo")).containsKeys("c", "d");
    }

    @Test
    void aFixtureThatIsNoGoodYamlSaysWhere() {
        Configuration configuration = folder.good(TestFolder.GOOD + "scenarios: {echo: {a: !Fixture bad}}\n");
        folder.write("fixtures/bad.yml", "expected: {}\nexpected: {}\n");
        assertThatThrownBy(() -> resolve(configuration, "a"))
                .isInstanceOf(TagException.class)
                .hasMessageContaining("bad.yml:2:1: duplicate key");
        folder.write("fixtures/bad.yml", "expected: !Env {name: HOME}\n");
        assertThatThrownBy(() -> resolve(configuration, "a")).hasMessageContaining("!Env cannot stand in this file");
    }
}
