package io.precinct.configuration.compare;

import io.precinct.common.secret.UrlSecrets;
import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.Repository;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.View;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A repository of texts in memory with a branch for each of its states. */
final class TestRepository implements Repository {
    final TestSources owner;
    private final String name;
    private final Map<String, TreeMap<String, byte[]>> branches = new HashMap<>();
    private final Map<String, TreeMap<String, byte[]>> secrets = new HashMap<>();

    /** Runs whenever a view is asked for. */
    Runnable opening = () -> {};

    TestRepository(TestSources owner, String name) {
        this.owner = owner;
        this.name = name;
    }

    /** Writes a file of a branch. */
    TestRepository file(String branch, String path, String text) {
        branches.computeIfAbsent(branch, _ -> new TreeMap<>()).put(path, text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Writes a secret of a branch. */
    TestRepository secret(String branch, String path, String text) {
        secrets.computeIfAbsent(branch, _ -> new TreeMap<>()).put(path, text.getBytes(StandardCharsets.UTF_8));
        return file(branch, path, UrlSecrets.MASK);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RepositoryStatus status() {
        return new RepositoryStatus(
                name,
                "https://example.org/" + name,
                "ready",
                "main",
                null,
                TestView.FETCHED,
                null,
                null,
                List.of(),
                new RepositoryStatus.Cache(0, 0, 0),
                null);
    }

    @Override
    public View view(String ref) {
        owner.views.incrementAndGet();
        opening.run();
        String branch = ref == null ? "main" : ref;
        TreeMap<String, byte[]> content = branches.get(branch);
        if (content == null) {
            throw SourceFault.of(404, "unknown_ref", "there is no " + ref);
        }
        TreeMap<String, byte[]> clear = null;
        if (secrets.containsKey(branch)) {
            clear = new TreeMap<>(content);
            clear.putAll(secrets.get(branch));
        }
        String commit = "%040x".formatted(branch.hashCode() & 0xffffffffL);
        return new TestView(this, branch, commit, content, clear, false);
    }

    @Override
    public RefreshJob refresh() {
        throw new UnsupportedOperationException();
    }

    @Override
    public RefreshJob job(String id) {
        return null;
    }

    @Override
    public boolean genuine(String signature, String token, byte[] body) {
        return false;
    }
}
