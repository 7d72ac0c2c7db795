package io.precinct.configuration.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreEntry;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StorePage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlProviderTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private ParameterStore open(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), yaml);
        return new YamlProvider()
                .open(new StoreAddress(file.toString(), null, null, null, Duration.ofSeconds(1), 1_000_000));
    }

    private static List<StoreEntry> all(ParameterStore store, String prefix) throws Exception {
        var all = new ArrayList<StoreEntry>();
        String cursor = null;
        do {
            StorePage page = store.list(prefix, cursor);
            all.addAll(page.entries());
            cursor = page.next();
        } while (cursor != null);
        return all;
    }

    private static String shown(StoreEntry entry) {
        return entry.key() + "=" + new String(Objects.requireNonNull(entry.value()), StandardCharsets.UTF_8)
                + (entry.secret() ? " (secret)" : "");
    }

    @Test
    void everyScalarIsAnEntryAsItIsWritten() throws Exception {
        ParameterStore store = open("""
                app: {port: 010, on: yes, none: ~, "a/b": x}
                hosts: [one, {name: two}]
                base: &base {x: 1, y: 1}
                merged: {<<: *base, y: 2}
                text: |
                  two
                  lines
                pin: !secret 1234
                vault: !secret {a: 1, b: [2]}
                """);

        assertThat(all(store, "").stream().map(YamlProviderTest::shown))
                .containsExactly(
                        "app/a/b=x",
                        "app/none=",
                        "app/on=yes",
                        "app/port=010",
                        "base/x=1",
                        "base/y=1",
                        "hosts/0=one",
                        "hosts/1/name=two",
                        "merged/x=1",
                        "merged/y=2",
                        "pin=1234 (secret)",
                        "text=two\nlines\n",
                        "vault/a=1 (secret)",
                        "vault/b/0=2 (secret)");
        assertThat(all(store, "base/")).hasSize(2);
        assertThat(shown(Objects.requireNonNull(store.get("app/port")))).isEqualTo("app/port=010");
        assertThat(store.get("nowhere")).isNull();
        assertThat(store.version()).isNull();
        assertThat(open("# nothing\n").list("", null).entries()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: !secret {c: &c hunter2}\nd: *c\n",
                "a: &c hunter2\nb: !secret [x, *c]\n",
                "m: &m !secret {c: hunter2}\nd: {<<: *m}\n",
                "m: !secret [&m {c: hunter2}]\nd: {<<: [*m]}\n",
                "x: &c hunter2\nd: {<<: !secret {c: *c}}\n",
                "x: &c hunter2\nd: {<<: !secret [{c: *c}]}\n",
                "x: &c hunter2\n!Secret d: *c\n",
            })
    void allKeysOfAValueHaveTheSameOrigin(String yaml) throws Exception {
        List<StoreEntry> entries = all(open(yaml), "").stream()
                .filter(entry -> shown(entry).contains("hunter2"))
                .toList();

        assertThat(entries).hasSizeGreaterThan(1).extracting(StoreEntry::secret).contains(true);
        assertThat(entries)
                .extracting(StoreEntry::origin)
                .containsOnly(entries.getFirst().key());
    }

    @Test
    void aNameThatIsEmptyStaysInTheKey() throws Exception {
        assertThat(all(open("'': {x: 1, '': 2}\nx: 3\na: {'': 4}\n"), "").stream()
                        .map(YamlProviderTest::shown))
                .containsExactlyInAnyOrder("/x=1", "/=2", "x=3", "a/=4");
    }

    @Test
    void whatAMarkedMapMergesIsMarkedAndWhatItReplacesIsNot() throws Exception {
        var entries = all(open("m: {a: {<<: !secret {p: hunter2, q: 1}, q: 2}, !secret b: 3}"), "").stream()
                .map(YamlProviderTest::shown);

        assertThat(entries).containsExactly("m/a/p=hunter2 (secret)", "m/a/q=2", "m/b=3 (secret)");
    }

    @Test
    void manyEntriesComeInPages() throws Exception {
        var yaml = new StringBuilder();
        for (int i = 0; i < 2_500; i++) {
            yaml.append("k").append(i).append(": v\n");
        }
        ParameterStore store = open(yaml.toString());
        assertThat(store.list("", null).entries()).hasSize(1_000);
        assertThat(all(store, "")).hasSize(2_500).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: 1\na: hunter2\n",
                "a: {b: 1}\na/b: hunter2\n",
                "hunter2\n",
                "- hunter2\n",
                "a: 1\n---\nb: hunter2\n",
                "a: 'hunter2\n",
                "? [hunter2]\n: 1\n",
                "a: &x [*x, hunter2]\n",
                "a: &x {<<: *x, b: hunter2}\n",
                "a: {<<: hunter2}\n"
            })
    void whatIsNoMapOfValuesIsRefusedWithoutAValueOfIt(String yaml) {
        assertThatThrownBy(() -> open(yaml))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("p.yaml")
                .message()
                .doesNotContain("hunter2");
    }

    @Test
    void anAliasBombIsRefused() {
        var yaml = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            yaml.append("a").append(i).append(": &a").append(i).append(" [");
            yaml.append(("*a" + (i - 1) + ", ").repeat(9))
                    .append("*a")
                    .append(i - 1)
                    .append("]\n");
        }
        assertThatThrownBy(() -> open(yaml.toString())).hasMessageContaining("at most 100000 values");
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws IOException {
        assertThatThrownBy(() -> new YamlProvider()
                        .open(new StoreAddress("/nowhere/p.yaml", null, null, null, Duration.ofSeconds(1), 10)))
                .hasMessage("there is no file /nowhere/p.yaml");
        Path large = Files.writeString(folder.resolve("large.yaml"), "a: 12345678\n");
        assertThatThrownBy(() -> new YamlProvider()
                        .open(new StoreAddress(large.toString(), null, null, null, Duration.ofSeconds(1), 10)))
                .hasMessageContaining("larger than the 10 bytes");
        Path latin = Files.write(folder.resolve("latin.yaml"), new byte[] {'a', ':', ' ', (byte) 0xe9});
        assertThatThrownBy(() -> new YamlProvider()
                        .open(new StoreAddress(latin.toString(), null, null, null, Duration.ofSeconds(1), 10)))
                .hasMessageContaining("is not UTF-8");
    }
}
