package io.precinct.configuration.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryProviderTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private void write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    private ParameterStore open(long most) throws IOException {
        return new DirectoryProvider()
                .open(new StoreAddress(
                        folder.resolve("store").toString(), null, null, null, Duration.ofSeconds(1), most));
    }

    private List<String> shown() throws Exception {
        return open(1_000).list("", null).entries().stream()
                .map(DirectoryProviderTest::shown)
                .toList();
    }

    private static String shown(StoreEntry entry) {
        return entry.key() + "=" + new String(Objects.requireNonNull(entry.value()), StandardCharsets.UTF_8);
    }

    @Test
    void everyFileIsAnEntry() throws Exception {
        write("store/app/port", "8080");
        write("store/app.yaml", "a: 1\n");
        assertThat(shown()).containsExactly("app.yaml=a: 1\n", "app/port=8080");
        write("store/app/port", "9090");
        Files.delete(folder.resolve("store/app.yaml"));
        assertThat(shown()).containsExactly("app/port=9090");
    }

    /** As Kubernetes lays them out. */
    @Test
    void linksLeadToFilesBelowAndNowhereElse() throws Exception {
        write("outside", "hunter2");
        write("store/..2026/port", "8080");
        Path store = folder.resolve("store");
        Files.createSymbolicLink(store.resolve("..data"), Path.of("..2026"));
        Files.createSymbolicLink(store.resolve("port"), Path.of("..data/port"));
        Files.createSymbolicLink(store.resolve("leak"), Path.of("../outside"));
        Files.createSymbolicLink(store.resolve("loop"), Path.of("."));
        Files.createSymbolicLink(store.resolve("broken"), Path.of("nowhere"));
        assertThat(shown()).containsExactly("port=8080");
    }

    @Test
    void allLinksToAFileHaveItsPathAsTheirOrigin() throws Exception {
        write("store/..2026/tls.key", "hunter2");
        write("store/first", "correct-horse");
        Path store = folder.resolve("store");
        Files.createSymbolicLink(store.resolve("..data"), Path.of("..2026"));
        Files.createSymbolicLink(store.resolve("certificate"), Path.of("..data/tls.key"));
        Files.createSymbolicLink(store.resolve("soft"), Path.of("first"));
        Files.createLink(store.resolve("hard"), store.resolve("first"));

        Map<String, String> origins = new HashMap<>();
        open(1_000).list("", null).entries().forEach(entry -> origins.put(entry.key(), entry.origin()));

        assertThat(origins).containsEntry("certificate", "..2026/tls.key");
        assertThat(origins.get("first")).isIn("first", "hard");
        assertThat(origins).containsEntry("soft", origins.get("first")).containsEntry("hard", origins.get("first"));
    }

    @Test
    void whatCannotBeReadIsNamed() throws IOException {
        assertThatThrownBy(() -> open(10)).hasMessage("there is no directory " + folder.resolve("store"));
        write("store/large", "12345678901");
        assertThatThrownBy(() -> open(10))
                .hasMessageContaining("more than the 10 bytes")
                .hasMessageEndingWith("large");
        Files.writeString(folder.resolve("file"), "x");
        assertThatThrownBy(() -> new DirectoryProvider()
                        .open(new StoreAddress(
                                folder.resolve("file").toString(), null, null, null, Duration.ofSeconds(1), 10)))
                .hasMessageEndingWith("is no directory");
    }
}
