package io.precinct.config.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.common.digest.Digests;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.launch.Framework;

class NamesTest {
    private static final String CAPABILITIES =
            "osgi.service;objectClass:List<String>=\"io.precinct.api.boundary.Boundary\";effective:=active,"
                    + "precinct.boundary;precinct.boundary=\"greet\",precinct.boundary;precinct.boundary=part;x=\"a,b;c\","
                    + "precinct.family;precinct.family:String=\"notes\","
                    + "precinct.tag;precinct.tag:List<String>=\"Vault,Consul\",precinct.archetype;precinct.archetype=smtp";

    @TempDir
    Path folder;

    private static Path jar(Path file, String bundle, String capabilities) throws IOException {
        var manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue("Bundle-ManifestVersion", "2");
        main.putValue("Bundle-SymbolicName", bundle);
        main.putValue("Provide-Capability", capabilities);
        try (OutputStream out = Files.newOutputStream(file)) {
            new JarOutputStream(out, manifest).close();
        }
        return file;
    }

    @Test
    void manifestsOfWaitingJarsDeclareNames() throws IOException {
        jar(folder.resolve("a.jar"), "a", CAPABILITIES);
        ManifestNames declared = new JarNames().of(List.of(folder, folder.resolve("missing")), Map.of());
        assertThat(declared)
                .isEqualTo(new ManifestNames(
                        Set.of("greet", "part"), Set.of("notes"), Set.of("Vault", "Consul"), Set.of("smtp")));
    }

    @Test
    void whatIsNoJarDeclaresNothingAndHarmsNothing() throws IOException {
        Files.writeString(folder.resolve("half.jar"), "PK\u0003\u0004 half-written");
        Files.createDirectory(folder.resolve("folder.jar"));
        Files.writeString(folder.resolve("empty.jar"), "");
        jar(folder.resolve("good.jar"), "good", "precinct.boundary;precinct.boundary=x");
        assertThat(new JarNames().of(List.of(folder), Map.of()).boundaries()).containsExactly("x");
    }

    @Test
    void aJarThatWasReplacedIsReadAgain() throws IOException {
        var names = new JarNames();
        Path file = jar(folder.resolve("a.jar"), "a", "precinct.boundary;precinct.boundary=old");
        assertThat(names.of(List.of(folder), Map.of()).boundaries()).containsExactly("old");
        jar(file, "a", "precinct.boundary;precinct.boundary=quite-new");
        assertThat(names.of(List.of(folder), Map.of()).boundaries()).containsExactly("quite-new");
        Files.delete(file);
        assertThat(names.of(List.of(folder), Map.of()).boundaries()).isEmpty();
    }

    @Test
    void aJarThatWasDealtWithDeclaresNothingUntilItIsWrittenAnew() throws IOException {
        var names = new JarNames();
        Path file = jar(folder.resolve("a.jar"), "a", "precinct.boundary;precinct.boundary=old");
        Map<Path, String> settled = Map.of(file.toAbsolutePath(), Digests.sha256Hex(Files.readAllBytes(file)));
        assertThat(names.of(List.of(folder), Map.of()).boundaries()).containsExactly("old");
        assertThat(names.of(List.of(folder), settled).boundaries()).isEmpty();
        jar(file, "a", "precinct.boundary;precinct.boundary=quite-new");
        assertThat(names.of(List.of(folder), settled).boundaries()).containsExactly("quite-new");
    }

    @Test
    void installedBundlesDeclareNamesBeforeTheyStart() throws Exception {
        var properties = new HashMap<String, String>();
        properties.put("org.osgi.framework.storage", folder.resolve("cache").toString());
        Framework framework = new FrameworkFactory().newFramework(properties);
        framework.start();
        try {
            var names = new InstalledNames(framework.getBundleContext(), folder.resolve("disabled"));
            assertThat(names.get()).isEqualTo(ManifestNames.NOTHING);
            var bundle = framework
                    .getBundleContext()
                    .installBundle(jar(folder.resolve("b.jar"), "b", CAPABILITIES)
                            .toUri()
                            .toString());
            assertThat(names.get().boundaries()).containsExactlyInAnyOrder("greet", "part");
            assertThat(names.get().families()).containsExactly("notes");
            assertThat(names.get().tags()).containsExactlyInAnyOrder("Vault", "Consul");
            assertThat(names.get().archetypes()).containsExactly("smtp");
            bundle.uninstall();
            assertThat(names.get()).isEqualTo(ManifestNames.NOTHING);
        } finally {
            framework.stop();
            framework.waitForStop(10_000);
        }
    }

    @Test
    void aFamilyThatIsOnlyDeclaredCoversItsMembers() {
        var declared = new ManifestNames(Set.of(), Set.of("notes"), Set.of(), Set.of());
        var names = new KnownNames(PluginSnapshot.NONE, declared, ManifestNames.NOTHING, ServedNames.NONE);
        assertThat(names.hasBoundary("notes.list")).isTrue();
        assertThat(names.mayBeMember("notes.list")).isTrue();
        assertThat(names.hasBoundary("notes")).isFalse();
        assertThat(names.hasBoundary("notesx.list")).isFalse();
    }
}
