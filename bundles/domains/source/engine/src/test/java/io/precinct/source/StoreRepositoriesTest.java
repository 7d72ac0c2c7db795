package io.precinct.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.service.HealthCheck.Status;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.Repository;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.View;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.settings.Credentials;
import io.precinct.source.settings.GrammarSettings;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.settings.SourceSettings;
import io.precinct.source.settings.StoreSettings;
import io.precinct.source.testing.DeployedProviders;
import io.precinct.source.testing.FollowedRepositories;
import io.precinct.source.testing.MemoryStore;
import io.precinct.source.testing.OpenNatives;
import io.precinct.testing.Eventually;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parameter stores among the repositories. */
class StoreRepositoriesTest {
    private static final String HIDDEN = "hunter2";

    private final OpenNatives natives = new OpenNatives();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final DeployedProviders deployed = new DeployedProviders();
    private final MemoryStore store = new MemoryStore("memory");

    @SuppressWarnings("NullAway.Init")
    private LiveSources sources;

    @AfterEach
    void close() throws InterruptedException {
        sources.close();
        natives.awaitNone();
    }

    private static RepositorySettings repository(String name, String provider, StoreSettings rules) {
        return new RepositorySettings(
                name,
                "memory://" + name,
                new Credentials(null, null, null, null, null, "t0ken"),
                Duration.ZERO,
                List.of(),
                null,
                0,
                1_000_000,
                FollowedRepositories.TIMEOUT,
                "hook",
                new StoreSettings(provider, rules.secrets(), rules.grant()),
                List.of(),
                List.of());
    }

    private static RepositorySettings repository(String name, String provider) {
        return repository(name, provider, new StoreSettings(provider, List.of("db/**"), List.of()));
    }

    private SourceSettings settings(RepositorySettings... repositories) {
        return new SourceSettings(
                List.of(repositories),
                OptionalInt.empty(),
                folder.resolve("storage"),
                folder.resolve("cache"),
                FollowedRepositories.LIMITS,
                0,
                new GrammarSettings(null, folder.resolve("grammars.lock")));
    }

    private void follow(RepositorySettings... repositories) {
        sources = new LiveSources(SourceFacts.NONE, settings(repositories), deployed.providers());
    }

    private Repository named(String name) {
        return Objects.requireNonNull(sources.repository(name));
    }

    private Repository awaited(String name, String state) {
        Eventually.until(
                () -> name + " is " + state + ": " + named(name).status(),
                () -> named(name).status().state().equals(state));
        return named(name);
    }

    private Repository ready() {
        deployed.deploy(store);
        follow(repository("params", "memory"));
        return awaited("params", "ready");
    }

    private static RefreshJob refreshed(Repository repository) throws InterruptedException {
        RefreshJob job = repository.refresh();
        assertThat(job.await(Duration.ofSeconds(20))).isTrue();
        return job;
    }

    private static String text(View view, String path) {
        return new String(view.content(view.entry(path)), StandardCharsets.UTF_8);
    }

    private static List<String> paths(View view, String path, boolean recursive) {
        return view.list(path, recursive, PageRequest.first(100)).items().stream()
                .map(FileEntry::path)
                .toList();
    }

    @Test
    void keysArePathsAndValuesAreFiles() {
        store.put("app/port", "8080").put("app/name", "demo").put("app", "root").put("z", "1");
        View view = ready().view(null);

        assertThat(view.ref()).isEqualTo("current");
        assertThat(view.commit()).matches("[0-9a-f]{40}");
        assertThat(paths(view, "", false)).containsExactly("app", "parameters.json", "z");
        assertThat(paths(view, "", true)).containsExactly("app/@value", "app/name", "app/port", "parameters.json", "z");
        assertThat(paths(view, "app/*o*", true)).containsExactly("app/port");
        assertThat(view.entry("app").type()).isEqualTo("dir");
        assertThat(text(view, "app/port")).isEqualTo("8080");
        assertThat(text(view, "parameters.json")).isEqualTo("""
                {
                  "app": {
                    "@value": "root",
                    "name": "demo",
                    "port": "8080"
                  },
                  "z": "1"
                }
                """);
        assertThat(view.symbols(new SymbolSelector(null, null, null), PageRequest.first(5))
                        .items())
                .isEmpty();
        assertThat(view.annotations(new AnnotationSelector("@req:*", null), PageRequest.first(5))
                        .items())
                .isEmpty();
        assertThatThrownBy(() -> view.entry("nowhere")).hasMessageContaining("nothing at nowhere");
        assertThatThrownBy(() -> view.entry("../app")).hasMessageContaining("begins at the root");
    }

    @Test
    void pagesOfFilesGoOnBehindTheLast() {
        for (int i = 0; i < 7; i++) {
            store.put("a/" + i + "/x", "" + i).put("a." + i, "y");
        }
        View view = ready().view(null);
        List<String> all = paths(view, "", true);
        assertThat(all).hasSize(15).isSorted();
        for (boolean recursive : new boolean[] {true, false}) {
            var walked = new ArrayList<String>();
            String after = null;
            do {
                var window = new PageRequest(2, after, 0, PageRequest.first(1).encoding());
                var page = view.list("", recursive, window);
                page.items().forEach(entry -> walked.add(entry.path()));
                after = page.next();
            } while (after != null);
            assertThat(walked).isEqualTo(paths(view, "", recursive));
        }
    }

    @Test
    void aChangeIsANewCommitAndAWalkStaysAtTheOldOne() throws InterruptedException {
        store.put("a", "1").put("b", "1");
        Repository repository = ready();
        View before = repository.view(null);
        assertThat(Objects.requireNonNull(refreshed(repository).change()).changed())
                .isEmpty();

        store.put("a", "2").put("c", "1");
        store.remove("b");
        RefreshJob.Change change = Objects.requireNonNull(refreshed(repository).change());

        View now = repository.view(null);
        assertThat(change.from()).isEqualTo(before.commit());
        assertThat(change.to()).isEqualTo(now.commit()).isNotEqualTo(before.commit());
        assertThat(change.changed()).containsExactly("a", "b", "c", "parameters.json");
        View pinned = repository.view(before.commit());
        assertThat(pinned.pinned()).isTrue();
        assertThat(text(pinned, "b")).isEqualTo("1");
        assertThatThrownBy(() -> now.entry("b")).isInstanceOf(SourceFault.class);
        assertThatThrownBy(() -> repository.view("main")).isInstanceOfSatisfying(SourceFault.class, fault -> {
            assertThat(fault.status()).isEqualTo(404);
            assertThat(fault.members()).containsEntry("available", List.of("current"));
        });
    }

    @Test
    void anEmptyStoreIsServed() {
        View view = ready().view(null);
        assertThat(paths(view, "", true)).containsExactly("parameters.json");
        assertThat(text(view, "parameters.json")).isEqualTo("{}\n");
    }

    @Test
    void secretsAreMaskedAndNotEvenReadWhereNobodyIsGrantedThem() throws InterruptedException {
        store.put("db/url", HIDDEN)
                .put("api_key", HIDDEN)
                .putSecret("marked", HIDDEN)
                .put("open", "1");
        Repository repository = ready();
        View view = repository.view(null);
        for (String secret : List.of("db/url", "api_key", "marked")) {
            assertThat(text(view, secret)).isEqualTo("***");
            assertThat(view.entry(secret).size()).isEqualTo(3);
        }
        assertThat(text(view, "parameters.json")).doesNotContain(HIDDEN).contains("\"open\": \"1\"");
        assertThat(store.got).hasValue(1);

        store.put("api_key", "another").putSecret("marked", "another");
        assertThat(Objects.requireNonNull(refreshed(repository).change()).changed())
                .as("nobody learns whether a secret is another one")
                .isEmpty();
    }

    @Test
    void aValueThatIsASecretByOneOfItsKeysIsMaskedByAllOfThem() {
        store.putLinked("one", HIDDEN, "one", "copy", "db/url")
                .putLinked("a/tls.key", HIDDEN, "certificate")
                .putLinked("plain", "1", "plain", "also");
        View view = ready().view(null);

        for (String key : List.of("one", "copy", "db/url", "certificate")) {
            assertThat(text(view, key)).as(key).isEqualTo("***");
        }
        assertThat(text(view, "also")).isEqualTo("1");
        assertThat(text(view, "parameters.json")).doesNotContain(HIDDEN);
    }

    @Test
    void theSecretsOfAddressesAreMaskedWithinAValueExceptForWhoIsGrantedThem() {
        String url = "postgres://app:" + HIDDEN + "@host/x";
        store.put("app/url", url).put("app/other", "https://host/?token=" + HIDDEN);
        deployed.deploy(store);
        follow(repository("params", "memory", new StoreSettings("memory", List.of(), List.of("operator"))));
        View view = awaited("params", "ready").view(null);

        assertThat(text(view, "app/url")).isEqualTo("postgres://app:***@host/x");
        assertThat(text(view, "parameters.json"))
                .contains("https://host/?token=***")
                .doesNotContain(HIDDEN);
        View granted = view.granted(Set.of("operator"));
        assertThat(text(granted, "app/url")).isEqualTo(url);
    }

    @Test
    void whatIsASecretNowWasOneInTheContentBefore() throws InterruptedException {
        store.put("pin", HIDDEN).put("pin/below", "1").put("open", "1");
        Repository repository = ready();
        String before = repository.view(null).commit();
        assertThat(text(repository.view(before), "pin/@value")).isEqualTo(HIDDEN);

        store.putSecret("pin", HIDDEN);
        refreshed(repository);

        View earlier = repository.view(before);
        assertThat(earlier.commit())
                .as("what is known of the former content is not of this")
                .isNotEqualTo(before);
        assertThat(repository.view(earlier.commit()).commit()).isEqualTo(earlier.commit());
        assertThat(text(earlier, "pin/@value")).isEqualTo("***");
        assertThat(text(earlier, "pin/below")).isEqualTo("1");
        assertThat(text(earlier, "parameters.json")).doesNotContain(HIDDEN).contains("\"open\": \"1\"");

        store.remove("pin/below");
        refreshed(repository);
        assertThat(text(repository.view(before), "pin/@value")).isEqualTo("***");
    }

    @Test
    void aStoreThatTellsItsVersionIsReadOnlyWhenThatChanges() throws InterruptedException {
        store.put("a", "1");
        store.version = "7";
        Repository repository = ready();
        int listed = store.listed.get();
        refreshed(repository);
        assertThat(store.listed).hasValue(listed);
        store.put("a", "2");
        store.version = "8";
        refreshed(repository);
        assertThat(text(repository.view(null), "a")).isEqualTo("2");
    }

    @Test
    void withoutItsProviderItFailsWithThatReasonAndRecoversWhenItComes() {
        deployed.deploy(new MemoryStore("other"));
        store.put("a", "1");
        follow(repository("params", "memory"));
        Repository failed = awaited("params", "failed");
        assertThat(failed.status().lastError()).isEqualTo("the provider memory is not deployed; those that are: other");
        assertThatThrownBy(() -> failed.view(null)).hasMessageContaining("the provider memory is not deployed");

        deployed.deploy(store);
        assertThat(text(awaited("params", "ready").view(null), "a")).isEqualTo("1");

        deployed.undeploy("memory");
        assertThat(text(awaited("params", "stale").view(null), "a")).isEqualTo("1");
        deployed.deploy(new MemoryStore("memory").put("a", "2"));
        assertThat(text(awaited("params", "ready").view(null), "a")).isEqualTo("2");
    }

    @Test
    void oneStoreThatHangsDelaysNoOther() {
        var slow = new MemoryStore("slow");
        slow.failure = new InterruptedException();
        deployed.deploy(slow);
        deployed.deploy(store);
        follow(repository("first", "slow"), repository("second", "memory"));
        awaited("second", "ready");
        awaited("first", "cloning");
        assertThat(sources.repositories().stream().map(Repository::name)).containsExactly("first", "second");
        var health = new SourceHealth();
        health.watch(sources);
        assertThat(health.check().status()).isEqualTo(Status.WAITING);
    }

    @Test
    void whatFailsSaysWhyWithoutAnySecret() throws InterruptedException {
        Repository repository = ready();
        store.failure = new StoreException("the store refuses t0ken");
        assertThat(refreshed(repository).error()).isEqualTo("the store refuses ***");
        assertThat(repository.status().state()).isEqualTo("stale");
        assertThat(repository.view(null).stale()).isTrue();

        store.failure = new IllegalArgumentException("invalid header value: " + HIDDEN);
        assertThat(refreshed(repository).error()).isEqualTo("the provider memory failed: IllegalArgumentException");

        store.failure = null;
        assertThat(refreshed(repository).error()).isNull();
        assertThat(repository.status().lastError()).isNull();
    }

    @Test
    void aStoreThatIsTooLargeOrEndlessFails() throws InterruptedException {
        Repository repository = ready();
        store.put("large", "x".repeat(1_000_001));
        assertThat(refreshed(repository).error()).contains("more than the 1000000 bytes that max_bytes");
        store.remove("large");
        store.put("a", "1").put("b", "2");
        store.endless = "a";
        assertThat(refreshed(repository).error()).contains("goes on without an end");
    }

    private static List<String> skipped(Repository repository) {
        RepositoryStatus.Omissions omissions = repository.status().omissions();
        assertThat(omissions.skippedCount()).isEqualTo(omissions.skipped().size());
        return omissions.skipped().stream()
                .map(each -> each.key() + " " + each.reason())
                .toList();
    }

    @Test
    void keysThatCannotBePathsAreNamed() {
        store.put("../up", "1")
                .put("a//b", "1")
                .put("/c", "1")
                .put("folder/", "")
                .put("good", "1");
        Repository repository = ready();
        assertThat(paths(repository.view(null), "", true)).containsExactly("good", "parameters.json");
        assertThat(skipped(repository)).containsExactly("../up bad_path", "/c bad_path", "a//b bad_path");
        assertThat(repository.status().omissions().warnings())
                .containsExactly("the glob db/** of secrets matches no key");
    }

    @Test
    void keysWhosePathIsTakenAndValuesThatAreNoTextAreNamed() {
        store.put("a", "1")
                .put("a/@value", "2")
                .put("long/" + "x/".repeat(64) + "y", "3")
                .putBytes("bytes", new byte[] {(byte) 0xff})
                .putBytes("db/key", new byte[] {(byte) 0xff});
        Repository repository = ready();
        assertThat(text(repository.view(null), "a/@value")).isEqualTo("1");
        assertThat(skipped(repository))
                .containsExactly("a/@value clash", "bytes binary", "long/" + "x/".repeat(64) + "y too_long");
        assertThat(repository.status().omissions().warnings()).isEmpty();
    }

    @Test
    void oneForbiddenValueIsMaskedForEverybodyAndTheOthersAreServed() throws InterruptedException {
        store.putSecret("one", HIDDEN).putSecret("two", HIDDEN);
        store.forbidden.add("one");
        deployed.deploy(store);
        follow(repository("params", "memory", new StoreSettings("memory", List.of(), List.of("operator"))));
        Repository repository = awaited("params", "ready");
        View granted = repository.view(null).granted(Set.of("operator"));
        assertThat(text(granted, "one")).isEqualTo("***");
        assertThat(text(granted, "two")).isEqualTo(HIDDEN);
        assertThat(skipped(repository)).containsExactly("one forbidden");

        store.forbidden.add("two");
        assertThat(refreshed(repository).error()).startsWith("the store forbids ");
    }

    @Test
    void aDocumentOfItsOwnIsServed() {
        store.put("parameters.json", "{}").put("a", "1");
        assertThat(text(ready().view(null), "parameters.json")).isEqualTo("{}");
    }

    @Test
    void otherRulesForSecretsHoldAtOnce() {
        store.put("name", "demo");
        ready();
        sources.configure(
                settings(repository("params", "memory", new StoreSettings("memory", List.of("name"), List.of()))));
        assertThat(text(awaited("params", "ready").view(null), "name")).isEqualTo("***");
        sources.configure(settings());
        assertThat(sources.repository("params")).isNull();
    }

    @Test
    void aWebhookOfAStoreIsGenuineWithItsSecret() {
        Repository repository = ready();
        assertThat(repository.genuine(null, "hook", new byte[0])).isTrue();
        assertThat(repository.genuine(null, "other", new byte[0])).isFalse();
        assertThat(repository.job("none")).isNull();
        assertThat(Arrays.asList(repository.status().ref(), repository.status().url()))
                .containsExactly("current", "memory://params");
    }

    @Test
    void aGrantedRoleSeesValuesAndNothingIsFoundInThem() throws InterruptedException {
        store.put("db/url", HIDDEN).put("open", "1");
        deployed.deploy(store);
        follow(repository("params", "memory", new StoreSettings("memory", List.of("db/**"), List.of("operator"))));
        Repository repository = awaited("params", "ready");
        View masked = repository.view(null);
        assertThat(masked.granted(Set.of("reader"))).isSameAs(masked);
        View granted = masked.granted(Set.of("operator", "reader"));

        assertThat(granted.confidential()).isTrue();
        assertThat(masked.confidential()).isFalse();
        assertThat(text(masked, "db/url")).isEqualTo("***");
        assertThat(text(granted, "db/url")).isEqualTo(HIDDEN);
        assertThat(text(granted, "parameters.json")).contains(HIDDEN);
        assertThat(Objects.requireNonNull(granted.text(granted.entry("db/url"))).text())
                .isEqualTo(HIDDEN);
        assertThat(granted.commit()).isEqualTo(masked.commit());
        assertThat(granted.entry("open").blob()).isEqualTo(masked.entry("open").blob());
        assertThat(granted.entry("db/url").blob())
                .matches("[0-9a-f]{40}")
                .isNotEqualTo(masked.entry("db/url").blob());
        assertThat(granted.highlights(granted.entry("db/url"))).isEmpty();

        store.put("db/url", "another");
        refreshed(repository);
        assertThat(text(repository.view(null).granted(Set.of("operator")), "db/url"))
                .isEqualTo("another");
    }
}
