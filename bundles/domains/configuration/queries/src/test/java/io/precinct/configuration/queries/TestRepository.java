package io.precinct.configuration.queries;

import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.Repository;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.Sources;
import io.precinct.source.api.View;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A repository of texts in memory, the only one, so that queries are tested without git. */
final class TestRepository implements Repository, Sources {
    private final Map<String, byte[]> files = new TreeMap<>();
    private final Map<String, TreeMap<String, byte[]>> commits = new LinkedHashMap<>();
    Duration time = Duration.ofSeconds(50);
    int parses;

    TestRepository file(String path, String text) {
        files.put(path, text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Makes a commit of the current files; returns its id. */
    String commit() {
        String id = "%040x".formatted(commits.size() + 1);
        commits.put(id, new TreeMap<>(files));
        return id;
    }

    /** Removes all but the newest commit. */
    void shallow() {
        String last = last();
        commits.keySet().removeIf(id -> !id.equals(last));
    }

    private String last() {
        return List.copyOf(commits.keySet()).getLast();
    }

    @Override
    public String name() {
        return "one";
    }

    @Override
    public RepositoryStatus status() {
        return new RepositoryStatus(
                name(),
                "https://example.org/one",
                "ready",
                "main",
                last(),
                TestView.FETCHED,
                null,
                null,
                List.of(),
                new RepositoryStatus.Cache(0, 0, 0),
                null);
    }

    @Override
    public View view(String ref) {
        String id = ref == null || ref.equals("main") ? last() : ref;
        TreeMap<String, byte[]> content = commits.get(id);
        if (content == null) {
            throw SourceFault.of(404, "unknown_ref", "there is no " + ref);
        }
        return new TestView(this, ref == null ? "main" : ref, id, content);
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

    @Override
    public List<Repository> repositories() {
        return List.of(this);
    }

    @Override
    public Repository repository(String name) {
        return name.equals(name()) ? this : null;
    }

    @Override
    public List<String> languages() {
        return List.of();
    }

    @Override
    public SourceLimits limits() {
        return new SourceLimits(100_000, 100_000, 1000, time);
    }
}
