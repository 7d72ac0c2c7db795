package io.precinct.source.endpoints;

import io.precinct.source.api.History;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.Repository;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.TextSelector;
import io.precinct.source.api.View;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A repository of a {@link TestSources}: its commits, the newest last. */
final class TestRepository implements Repository {
    private volatile @Nullable TextSelector searched;
    private final List<PageRequest> symbolRequests = new CopyOnWriteArrayList<>();
    private final String name;
    private String url;
    private final TreeMap<String, byte[]> files = new TreeMap<>();
    private final Map<String, Map<String, byte[]>> commits = new LinkedHashMap<>();
    private final List<RefreshJob> jobs = new ArrayList<>();
    private String failure = "";
    private int decoding = 1;
    private boolean settled = true;
    private boolean historyless;
    private SourceFault refusal;
    private ParseProgress parsing;
    private String unparsed = "";
    private volatile Runnable whenLookedInto = () -> {};

    TestRepository(String name) {
        this.name = name;
        this.url = "https://example.org/" + name;
    }

    void askedFor(PageRequest symbols) {
        symbolRequests.add(symbols);
    }

    /** The pages of symbols that were asked for. */
    List<PageRequest> symbolRequests() {
        return symbolRequests;
    }

    TestRepository file(String path, String text) {
        return file(path, text.getBytes(StandardCharsets.UTF_8));
    }

    TestRepository file(String path, byte[] content) {
        files.put(path, content);
        return this;
    }

    /** Adds a submodule at a commit of another repository. */
    TestRepository submodule(String path, String commit) {
        return file(path, PlainView.SUBMODULE + commit);
    }

    /** Sets where it comes from. */
    TestRepository from(String url) {
        this.url = url;
        return this;
    }

    /** Makes a commit of the current files; returns its id. */
    String commit() {
        String id = "%040x".formatted(name.hashCode() * 1000L + commits.size() + (1L << 50));
        commits.put(id, Map.copyOf(files));
        return id;
    }

    /** Removes all but the newest commit. */
    void shallow() {
        String last = last();
        commits.keySet().removeIf(id -> !id.equals(last));
    }

    /** Makes every view and fetch fail from now on; an empty reason ends that. */
    void failing(String code) {
        failure = code;
    }

    /** Changes how bytes are decoded from now on, as an upgrade may. */
    void decodedOtherwise() {
        decoding++;
    }

    /** Makes queries be refused from now on. */
    void refusing(SourceFault fault) {
        refusal = fault;
    }

    void checkAnswers() {
        if (refusal != null) {
            throw refusal;
        }
    }

    /** Makes declarations and annotations of a file unknown from now on; null for both ends that. */
    void parsing(String path, ParseProgress progress) {
        unparsed = path == null ? "" : path;
        parsing = progress;
    }

    ParseProgress parsing() {
        return parsing;
    }

    boolean isParsed(String path) {
        return !path.equals(unparsed);
    }

    /** Makes a language be fetched from now on. */
    void unsettled() {
        settled = false;
    }

    boolean settled() {
        return settled;
    }

    int decoding() {
        return decoding;
    }

    /** Runs at every search for symbols, on the thread of the search. */
    void whenLookedInto(Runnable then) {
        whenLookedInto = then;
    }

    /** Notes what a view was searched for. */
    void searched(TextSelector selector) {
        searched = selector;
    }

    /** The selector of the last search. */
    TextSelector searched() {
        return Objects.requireNonNull(searched);
    }

    /** The history up to a commit: every commit changed every file. */
    History history(String commit) {
        List<String> ids = List.copyOf(commits.keySet());
        return historyless ? History.NONE : new PlainHistory(ids.subList(0, ids.indexOf(commit) + 1));
    }

    /** Turns it into a repository without git. */
    void withoutHistory() {
        historyless = true;
    }

    void lookedInto() {
        whenLookedInto.run();
    }

    private String last() {
        return commits.keySet().stream().reduce((a, b) -> b).orElseThrow();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RepositoryStatus status() {
        return new RepositoryStatus(
                name,
                url,
                "ready",
                "main",
                last(),
                PlainView.FETCHED,
                null,
                null,
                List.of(new RepositoryStatus.Grammar("toy", "loaded", 15, null)),
                new RepositoryStatus.Cache(1, 2, 3),
                null,
                parsing);
    }

    @Override
    public View view(String ref) {
        if (!failure.isEmpty()) {
            throw SourceFault.of(503, failure, "the repository is not there yet");
        }
        String id = ref == null || ref.equals("main") ? last() : ref;
        Map<String, byte[]> content = commits.get(id);
        if (content == null) {
            throw SourceFault.of(404, "unknown_ref", "there is no " + ref);
        }
        return new PlainView(this, ref == null ? "main" : ref, id, new TreeMap<>(content));
    }

    @Override
    public RefreshJob refresh() {
        RefreshJob job = failure.isEmpty()
                ? new Job("job-" + jobs.size(), new RefreshJob.Change(null, last(), List.of("a")), null)
                : new Job("job-" + jobs.size(), null, "the remote hung up");
        jobs.add(job);
        return job;
    }

    @Override
    public RefreshJob job(String id) {
        return jobs.stream().filter(job -> job.id().equals(id)).findFirst().orElse(null);
    }

    @Override
    public boolean genuine(String signature, String token, byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        return ("sha256=" + Integer.toHexString(text.hashCode())).equals(signature) || "secret".equals(token);
    }

    private record Job(String id, RefreshJob.Change change, String error) implements RefreshJob {
        @Override
        public String state() {
            return error == null ? "done" : "failed";
        }

        @Override
        public boolean await(Duration time) {
            return true;
        }
    }
}
