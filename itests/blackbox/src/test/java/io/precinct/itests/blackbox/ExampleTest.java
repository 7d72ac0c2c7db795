package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests what {@code docs/plugins.md} promises to authors, with a plug-in that is independent of this repository: a
 * separate Maven builds {@code authors/example} against the published API, and the jar is dropped into a running
 * service.
 */
class ExampleTest {
    private static final Path EXAMPLE = Path.of(System.getProperty("precinct.root"), "authors", "example");
    private static final String MARATHON = "/convert/km/mi?amount=42.195";

    @TempDir
    private Path folder;

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void theExampleIsBuiltAgainstThePublishedApiDeployedVerifiedAndReplaced() throws IOException {
        Path project = Files.createDirectories(folder.resolve("units"));
        for (String part : List.of("pom.xml", "bnd.bnd", "src", "config")) {
            Distribution.copyTree(EXAMPLE.resolve(part), project.resolve(part));
        }
        Path home = folder.resolve("service");
        Distribution.copyTree(project.resolve("config/fixtures"), home.resolve("config/fixtures"));
        try (var maven = GuideMaven.withPrecinct(folder.resolve("maven"));
                var service = Service.on(home, Files.readString(project.resolve("config/service.yml")))) {
            Http.Answer early = service.http.get(MARATHON);
            assertThat(early.status()).as(early.text()).isEqualTo(503);
            assertThat(early.text()).contains("convert");

            maven.run(project, "verify");
            drop(project, "1.0.0", service);
            await(service, MARATHON, 200);
            assertThatItServesAndVerifies(service);

            aSlipInTheTable(maven, project);
            drop(project, "1.0.1", service);
            Eventually.until(
                    () -> "the health check is told of: "
                            + service.http.get("/inspect/bundles").text(),
                    () -> service.http
                            .get("/inspect/bundles")
                            .text()
                            .contains("its health check units says 1 mi is not 1069.344 m"));
            assertThatItServesAndVerifies(service);

            anotherUnit(maven, project);
            drop(project, "1.1.0", service);
            await(service, "/convert/nmi/km?amount=1", 200);
            assertThatItServesAndVerifies(service);
            assertThat(service.http.get("/inspect/boundary/convert").json()).containsEntry("version", "1.1.0");
        }
    }

    private static void assertThatItServesAndVerifies(Service service) {
        Http.Answer verified = service.http.get(MARATHON, "X-Service-Verify", "marathon");
        Http.Answer all = service.http.get(MARATHON, "X-Service-Verify", "route");
        Http.Answer csv = service.http.get(MARATHON, "Accept", "text/csv");

        assertThat(verified.status()).as(verified.text()).isEqualTo(200);
        assertThat(verified.json()).containsEntry("from", "km").containsEntry("to", "mi");
        assertThat(verified.text()).contains("\"result\":26.21875746", "\"passed\":true");
        assertThat(all.status()).as(all.text()).isEqualTo(422);
        assertThat((List<?>) all.json().get("scenarios")).hasSize(1);
        assertThat(all.text()).contains("metric").doesNotContain("marathon");
        assertThat(csv.text()).isEqualTo("amount,from,result,to\r\n42.195,km,26.21875746,mi\r\n");
        assertThat(service.http.get("/convert/km/kg?amount=1").status()).isEqualTo(422);
    }

    private static void aSlipInTheTable(GuideMaven maven, Path project) throws IOException {
        edit(project.resolve("src/main/java/org/example/units/Unit.java"), "1609.344", "1069.344");
        edit(project.resolve("pom.xml"), "<version>1.0.0</version>", "<version>1.0.1</version>");
        maven.run(project, "package", "-Dmaven.test.skip=true");
    }

    private static void anotherUnit(GuideMaven maven, Path project) throws IOException {
        Path table = project.resolve("src/main/java/org/example/units/Unit.java");
        edit(table, "1069.344", "1609.344");
        edit(table, "    GRAM(", "    NAUTICAL_MILE(\"nmi\", Quantity.LENGTH, \"1852\", \"0\"),\n    GRAM(");
        edit(project.resolve("pom.xml"), "<version>1.0.1</version>", "<version>1.1.0</version>");
        maven.run(project, "package", "-Dmaven.test.skip=true");
    }

    private static void edit(Path file, String what, String by) throws IOException {
        String before = Files.readString(file);
        assertThat(before).contains(what);
        Files.writeString(file, before.replace(what, by));
    }

    private static void drop(Path project, String version, Service service) throws IOException {
        byte[] jar = Files.readAllBytes(project.resolve("target/units-" + version + ".jar"));
        PluginJar.drop(jar, service.boundaries.resolve("units.jar"));
    }

    private static void await(Service service, String target, int status) {
        Eventually.until(
                () -> target + " answers " + status + ": "
                        + service.http.get(target).text(),
                () -> service.http.get(target).status() == status);
    }
}
