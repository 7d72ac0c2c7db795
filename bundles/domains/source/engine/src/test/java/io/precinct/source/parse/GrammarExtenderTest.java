package io.precinct.source.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;

/** In a real framework, with bundles of data. */
class GrammarExtenderTest {
    private static final String SETTINGS = "{\"name\": \"java\", \"files\": [\"*.java\"], \"comments\": []}";

    @TempDir
    private Path folder;

    private Framework framework;
    private GrammarExtender extender;

    @BeforeEach
    void start() throws Exception {
        Grammars.install(folder);
        framework = new FrameworkFactory()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE, folder.resolve("framework").toString()));
        framework.start();
        extender = new GrammarExtender(framework.getBundleContext());
    }

    @AfterEach
    void stop() throws Exception {
        extender.stop();
        framework.stop();
        framework.waitForStop(0);
    }

    private Bundle install(String settings) throws Exception {
        var bytes = new ByteArrayOutputStream();
        var manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue("Bundle-ManifestVersion", "2");
        headers.putValue("Bundle-SymbolicName", "test.grammar");
        headers.putValue(GrammarExtender.HEADER, "g/grammar.json");
        var entries = new TreeMap<>(Map.of(
                "g/grammar.json", settings.getBytes(StandardCharsets.UTF_8),
                "g/symbols.scm", Grammars.SYMBOLS.getBytes(StandardCharsets.UTF_8),
                "g/highlights.scm", new byte[0],
                "natives/linux-x64/tree-sitter-java.so", Grammars.JAVA,
                "natives/linux-arm64/tree-sitter-java.so", Grammars.JAVA,
                "natives/darwin-x64/tree-sitter-java.dylib", Grammars.JAVA,
                "natives/darwin-arm64/tree-sitter-java.dylib", Grammars.JAVA));
        try (var jar = new JarOutputStream(bytes, manifest)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey()));
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        }
        return framework.getBundleContext().installBundle("test", new ByteArrayInputStream(bytes.toByteArray()));
    }

    private Extension registered(Bundle bundle) {
        ServiceReference<?>[] services = bundle.getRegisteredServices();
        assertThat(services).hasSize(1);
        assertThat(services[0].getBundle()).isEqualTo(bundle);
        return (Extension) framework.getBundleContext().getService(services[0]);
    }

    private GrammarHost host() {
        return new GrammarHost(folder.resolve("host"));
    }

    @Test
    void theGrammarIsAServiceOfItsBundleWhileTheBundleRuns() throws Exception {
        Bundle bundle = install(SETTINGS);
        assertThat(bundle.getRegisteredServices()).isNullOrEmpty();

        bundle.start();

        Grammar grammar = (Grammar) registered(bundle);
        assertThat(grammar.kind()).isEqualTo("grammar");
        assertThat(grammar.name()).isEqualTo("java");
        assertThat(grammar.language().symbols()).isEqualTo(Grammars.SYMBOLS);
        GrammarHost host = host();
        assertThat(host.problems(grammar)).isEmpty();
        host.stop();

        bundle.stop();
        assertThat(bundle.getRegisteredServices()).isNullOrEmpty();
        bundle.start();
        assertThat(registered(bundle).name()).isEqualTo("java");
    }

    @Test
    void aBundleThatRunsAlreadyIsTakenUpAndLetGoWithTheExtender() throws Exception {
        extender.stop();
        Bundle bundle = install(SETTINGS);
        bundle.start();
        assertThat(bundle.getRegisteredServices()).isNullOrEmpty();

        extender = new GrammarExtender(framework.getBundleContext());
        assertThat(registered(bundle).name()).isEqualTo("java");

        extender.stop();
        assertThat(bundle.getRegisteredServices()).isNullOrEmpty();
    }

    @Test
    void brokenSettingsAreAProblemOfTheirAdmission() throws Exception {
        Bundle bundle = install(SETTINGS.replace("files", "file"));

        bundle.start();

        Extension broken = registered(bundle);
        assertThat(broken.name()).isEqualTo("java");
        GrammarHost host = host();
        assertThat(host.problems(broken))
                .hasSize(2)
                .anySatisfy(problem -> assertThat(problem)
                        .startsWith("g/grammar.json: there is no key file; the keys are name, files, kinds"))
                .contains("g/grammar.json: files takes a list of texts, got nothing");
        host.stop();
    }
}
