package io.precinct.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.shape.Matcher;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.YamlNode;
import io.precinct.config.yaml.YamlReader;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.LateTag;
import io.precinct.core.api.config.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shipped configuration, and whether schema and documentation agree with it. */
class DefaultConfigurationTest {
    @TempDir
    Path root;

    private static String shipped() throws IOException {
        return Files.readString(Checkout.ROOT.resolve("config/service.yml"));
    }

    private static Map<?, ?> schema() {
        var problems = new Problems();
        YamlNode node = YamlReader.read(Checkout.ROOT.resolve("docs/schema/service.schema.json"), problems);
        assertThat(problems.inOrder()).isEmpty();
        return (Map<?, ?>) Objects.requireNonNull(NodeData.of(Objects.requireNonNull(node)));
    }

    private static Object at(Object data, Object... path) {
        Object value = data;
        for (Object step : path) {
            value = step instanceof Integer index
                    ? ((List<?>) Objects.requireNonNull(value)).get(index)
                    : ((Map<?, ?>) Objects.requireNonNull(value)).get(step);
        }
        return Objects.requireNonNull(value, () -> Arrays.toString(path));
    }

    @Test
    void theShippedFolderLoadsWithoutAnyProblem() throws IOException {
        TestFolder folder = TestFolder.in(root);
        LoadResult load = new TestFolder(Checkout.ROOT.resolve("config"), folder.data()).load();
        assertThat(load.problems()).isEmpty();
        Configuration configuration = load.configuration();
        assertThat(configuration).isNotNull();
        assertThat(configuration.strictInput()).isFalse();
        assertThat(configuration.http().port()).isEqualTo(3000);
        assertThat(configuration.routes())
                .extracting(route -> route.name())
                .containsExactly("echo", "echo.post", "plain");
        assertThat(configuration.scenariosOf("echo").values().stream().map(s -> s.raw() instanceof LateTag))
                .as("fixtures and inline scenarios in one block")
                .contains(true, false);
        assertThat(configuration.scenariosOf("plain")).isEmpty();
    }

    @Test
    void everyLineThatIsOnlyCommentedOutLoadsAsWell() throws IOException {
        TestFolder folder = TestFolder.in(root);
        folder.write("trusted.pem", "a certificate");
        folder.write("fixtures/echo.yml", "expected: {a: 1}");
        folder.write("fixtures/echo/greeting.yml", "expected: {a: 1}");
        folder.write("fixtures/mocks/echo/farewell.yml", "expected: {a: 1}");
        folder.write("server.pem", "-----BEGIN CERTIFICATE-----");
        folder.write("server.key", "-----BEGIN PRIVATE KEY-----");
        String text = shipped()
                .lines()
                .map(line -> line.matches("\\s*#[^ ].*") ? line.replaceFirst("#", "") : line)
                .reduce("", (a, b) -> a + b + "\n");
        LoadResult load = folder.service(text).load();
        assertThat(load.problems()).allSatisfy(p -> assertThat(p.message()).contains("no archetype \"smtp\""));
        assertThat(load.configuration()).isNotNull();
    }

    @Test
    void everyKeyAtTheTopIsShownInTheShippedFile() throws IOException {
        String text = shipped();
        assertThat(((Map<?, ?>) at(schema(), "properties")).keySet())
                .allSatisfy(key -> assertThat(text.lines()).anyMatch(line -> line.matches("#?" + key + ":.*")));
    }

    /** Each section by its name in the schema, and a file with an unknown key in that section. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "properties | {zzzzzzzzzz: 1}",
                "properties.limits.properties | {limits: {zzzzzzzzzz: 1}}",
                "properties.deploy.properties | {deploy: {zzzzzzzzzz: 1}}",
                "properties.deploy.properties.trust.properties | {deploy: {trust: {zzzzzzzzzz: 1}}}",
                "properties.cors.properties | {cors: {zzzzzzzzzz: 1}}",
                "properties.verify.anyOf.1.properties | {verify: {zzzzzzzzzz: 1}}",
                "properties.gateway.properties | {gateway: {port: 1, zzzzzzzzzz: 1}}",
                "properties.gateway.properties.tls.properties "
                        + "| {gateway: {port: 1, tls: {keystore: a, zzzzzzzzzz: 1}}}",
                "properties.archetypes.additionalProperties.properties | {archetypes: {a: {zzzzzzzzzz: 1}}}",
                "properties.resolvers.properties.Fixture.properties | {resolvers: {Fixture: {zzzzzzzzzz: 1}}}",
                "properties.routes.additionalProperties.anyOf.0.properties "
                        + "| {routes: {/a: {method: get, boundary: echo, zzzzzzzzzz: 1}}}",
                "properties.routes.additionalProperties.anyOf.0.properties.verify.anyOf.1.properties "
                        + "| {routes: {/a: {method: get, boundary: echo, verify: {zzzzzzzzzz: 1}}}}"
            })
    void theSchemaHasExactlyTheKeysThatAreRead(String path, String file) throws IOException {
        Object[] steps = Stream.of(path.split("\\."))
                .map(step -> step.matches("[0-9]") ? (Object) Integer.valueOf(step) : step)
                .toArray();
        var keys = new TreeSet<String>();
        ((Map<?, ?>) at(schema(), steps)).keySet().forEach(key -> keys.add(String.valueOf(key)));
        Problem unknown = TestFolder.in(root).service(file).load().problems().stream()
                .filter(p -> p.message().startsWith("unknown key \"zzzzzzzzzz\""))
                .findFirst()
                .orElseThrow();
        String hint = Objects.requireNonNull(unknown.hint());
        assertThat(hint).startsWith("allowed: ").doesNotContain(" more");
        assertThat(new TreeSet<>(List.of(hint.substring("allowed: ".length()).split(", "))))
                .isEqualTo(keys);
    }

    @Test
    void theSchemaKnowsEveryMatcher() {
        assertThat(((Map<?, ?>) at(schema(), "$defs", "matchers", "properties")).keySet())
                .isEqualTo(Set.copyOf(Matcher.NAMES));
        assertThat(at(schema(), "$defs", "expectation", "if", "propertyNames", "enum"))
                .isEqualTo(Matcher.NAMES);
    }

    @Test
    void everyKeyOfTheSchemaSaysWhetherAReloadAppliesIt() {
        var silent = new ArrayList<String>();
        describe(schema(), "", silent);
        assertThat(silent).isEmpty();
    }

    private static void describe(Object node, String path, List<String> silent) {
        if (node instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (key.equals("properties") && !path.startsWith("/$defs")) {
                    ((Map<?, ?>) Objects.requireNonNull(value)).forEach((name, property) -> {
                        Object description = ((Map<?, ?>) Objects.requireNonNull(property)).get("description");
                        if (!String.valueOf(description).matches("(?s).*(Reloadable|Needs a restart)\\.")) {
                            silent.add(path + "/" + name);
                        }
                    });
                }
                if (value != null) {
                    describe(value, path + "/" + key, silent);
                }
            });
        } else if (node instanceof List<?> list) {
            list.forEach(item -> describe(item, path + "/[]", silent));
        }
    }

    @Test
    void theDocumentationNamesEveryKey() throws IOException {
        String text = Files.readString(Checkout.ROOT.resolve("docs/configuration.md"));
        Map<?, ?> top = (Map<?, ?>) at(schema(), "properties");
        top.keySet().forEach(key -> assertThat(text).contains("`" + key));
        for (String section : List.of("limits", "deploy", "cors", "gateway")) {
            ((Map<?, ?>) at(top, section, "properties"))
                    .keySet()
                    .forEach(key -> assertThat(text).contains(section + "." + key));
        }
        ((Map<?, ?>) at(top, "routes", "additionalProperties", "anyOf", 0, "properties"))
                .keySet()
                .forEach(key -> assertThat(text).contains("| `" + key + "` |"));
    }
}
