package io.precinct.source.stores;

import io.precinct.core.api.thread.LongLived;
import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.RefreshJob.Change;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.git.Commit;
import io.precinct.source.git.CommitTree;
import io.precinct.source.git.FetchQueue;
import io.precinct.source.git.Job;
import io.precinct.source.git.PathRules;
import io.precinct.source.git.RepositoryState;
import io.precinct.source.git.RepositoryTracker.Condition;
import io.precinct.source.git.TreeFile;
import io.precinct.source.git.Webhook;
import io.precinct.source.settings.Credentials;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.settings.StoreSettings;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a parameter store: reads it on its own schedule and thread, and hands out its content. A failure here delays
 * no other repository. None of its content is written to disk. Thread-safe.
 */
public final class StoreTracker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoreTracker.class);
    /** A request during a reading gets another round of it, but only this often. */
    private static final int MOST_ROUNDS = 10;
    /** How many earlier contents are kept, for lists that are being walked. */
    private static final int REMEMBERED = 4;

    private static final int KEY_BYTES = 32;

    private final RepositorySettings settings;
    private final StoreSettings store;
    private final StoreProviders providers;
    private final Consumer<Commit> fetched;
    private final FetchQueue<StoreSnapshot> fetches;
    private final byte[] digestKey = new byte[KEY_BYTES];
    private final Thread thread;
    private volatile List<StoreSnapshot> lately = List.of();
    /** Only the reading thread uses it. */
    private boolean asked;

    /**
     * The content of a store, and the way it was requested.
     *
     * @param masked as everybody may see it
     * @param clear with the values of secrets, for callers who are granted them; null if nobody is
     * @param ref as requested
     * @param stale whether the store may have changed
     * @param pinned whether the ref is the id of the commit
     */
    public record Snapshot(
            CommitTree masked,
            @Nullable CommitTree clear,
            String ref,
            Instant fetchedAt,
            boolean stale,
            boolean pinned) {}

    /**
     * Begins at once, on a thread of its own.
     *
     * @param settings of a store
     * @param before the closed tracker that this one replaces, or null
     * @param fetched receives the public view whenever that changed; returns quickly
     */
    StoreTracker(
            RepositorySettings settings,
            StoreProviders providers,
            @Nullable StoreTracker before,
            Consumer<Commit> fetched) {
        this.settings = settings;
        this.store = Objects.requireNonNull(settings.store());
        this.providers = providers;
        this.fetched = fetched;
        new SecureRandom().nextBytes(digestKey);
        StoreSnapshot left = before == null ? null : before.fetches.served();
        if (left != null) {
            lately = List.of(left);
        }
        fetches = new FetchQueue<>(new RepositoryState<>(settings, left));
        thread = LongLived.start("precinct-source-" + settings.name(), LOG::error, this::followToTheEnd);
    }

    /** The settings that it was made with. */
    public RepositorySettings settings() {
        return settings;
    }

    private void followToTheEnd() {
        try {
            for (Job job = fetches.next(); job != null; job = fetches.next()) {
                run(job);
            }
        } catch (InterruptedException e) {
            LOG.debug("repository {} is not followed any more", settings.name());
        }
        fetches.abandon();
    }

    // @req:store-refresh
    private void run(Job job) throws InterruptedException {
        fetches.begin();
        job.run();
        try {
            StoreSnapshot before = fetches.served();
            StoreSnapshot now = read(before);
            maskEarlier(now);
            for (int round = 1; !fetches.succeed(job, now, round == MOST_ROUNDS); round++) {
                now = read(now);
                maskEarlier(now);
            }
            serve(job, before, now);
        } catch (StoreException | RuntimeException | Error e) { // an Error too: somebody waits for the result
            fail(job, e);
        }
    }

    private StoreSnapshot read(@Nullable StoreSnapshot before) throws StoreException, InterruptedException {
        boolean first = !asked;
        asked = true;
        Credentials credentials = settings.credentials();
        var address = new StoreAddress(
                settings.url(),
                credentials.username(),
                credentials.password(),
                credentials.token(),
                settings.timeout(),
                Math.min(settings.maxBytes(), StoreReader.MOST_BYTES));
        try (ParameterStore open = providers.named(store.provider(), first).open(address)) {
            return new StoreReader(settings, store, digestKey).read(open, before);
        }
    }

    /** What is a secret now was one then, too. Done before the new content is served, so that nobody reads both. */
    private void maskEarlier(StoreSnapshot now) {
        Set<String> secrets = now.masked().maskedKeys();
        lately = lately.stream().map(earlier -> earlier.masking(secrets)).toList();
    }

    private void serve(Job job, @Nullable StoreSnapshot before, StoreSnapshot now) {
        lately = Stream.concat(
                        Stream.of(now),
                        lately.stream().filter(other -> !other.name().equals(now.commit())))
                .limit(REMEMBERED)
                .toList();
        boolean moved = before == null || !before.commit().equals(now.commit());
        List<String> changed = moved ? changed(before, now) : List.of();
        if (moved) {
            LOG.info("repository {}: at {}, {} paths changed", settings.name(), now.commit(), changed.size());
        }
        job.done(new Change(before == null ? null : before.commit(), now.commit(), changed));
        if (moved) {
            tell(now);
        }
    }

    /** Notifies the listener. Its failures say nothing about the store, which was read. */
    private void tell(StoreSnapshot now) {
        try {
            fetched.accept(now.masked());
        } catch (RuntimeException | Error e) {
            LOG.error("repository {}: {} is served, but not indexed", settings.name(), now.commit(), e);
        }
    }

    private static List<String> changed(@Nullable StoreSnapshot before, StoreSnapshot now) {
        Map<String, String> old = before == null ? Map.of() : blobs(before);
        var changed = new TreeMap<String, String>(PathRules::compare);
        changed.putAll(blobs(now));
        old.forEach((path, blob) -> {
            if (blob.equals(changed.get(path))) {
                changed.remove(path);
            } else {
                changed.put(path, blob);
            }
        });
        return new ArrayList<>(changed.keySet());
    }

    private static Map<String, String> blobs(StoreSnapshot snapshot) {
        return snapshot.masked().files().stream().collect(Collectors.toMap(TreeFile::path, TreeFile::blob));
    }

    private void fail(Job job, Throwable failure) {
        if (failure instanceof StoreException) {
            LOG.debug("repository {}: {}", settings.name(), reason(failure));
        } else {
            // Its message may hold a value or a credential.
            LOG.error(
                    "repository {}: the provider {} failed by a defect: {}",
                    settings.name(),
                    store.provider(),
                    place(failure));
        }
        String why = reason(failure);
        String again = fetches.fail(job, why);
        if (again != null) {
            LOG.warn("repository {}: cannot be read, {}: {}", settings.name(), again, why);
            job.failed(why);
        }
    }

    private static String place(Throwable failure) {
        StackTraceElement[] stack = failure.getStackTrace();
        return failure.getClass().getName() + (stack.length == 0 ? "" : " at " + stack[0]);
    }

    /** The reason without credentials, whatever the provider put into its message. */
    private String reason(Throwable failure) {
        if (!(failure instanceof StoreException)) {
            return "the provider " + store.provider() + " failed: "
                    + failure.getClass().getSimpleName();
        }
        String reason = String.valueOf(failure.getMessage());
        for (String secret : Arrays.asList(
                settings.credentials().password(), settings.credentials().token())) {
            reason = secret == null ? reason : reason.replace(secret, "***");
        }
        return reason;
    }

    /** The current condition. */
    public Condition condition() {
        return fetches.condition(() -> null);
    }

    /**
     * The content at a ref.
     *
     * @param ref null for the current content
     * @throws SourceFault 503 {@code cloning} or {@code repository_failed}, 404 {@code unknown_ref}
     */
    public Snapshot snapshot(@Nullable String ref) {
        FetchQueue.Serving<StoreSnapshot> now = fetches.serving();
        boolean current = ref == null || ref.equals(StoreSnapshot.REF);
        StoreSnapshot found = current
                ? now.commit()
                : Stream.concat(Stream.of(now.commit()), lately.stream())
                        .filter(snapshot ->
                                snapshot.name().equals(ref) || snapshot.commit().equals(ref))
                        .findFirst()
                        .orElseThrow(() -> SourceFault.of(
                                404,
                                "unknown_ref",
                                "repository " + settings.name()
                                        + " is a parameter store, and no longer holds, or never held: " + ref,
                                "available",
                                List.of(StoreSnapshot.REF)));
        return new Snapshot(
                found.masked(),
                found.granted(),
                ref == null ? StoreSnapshot.REF : ref,
                now.commit().fetchedAt(),
                now.stale(),
                !current);
    }

    /** What the served content lacks. */
    public RepositoryStatus.Omissions omissions() {
        StoreSnapshot now = fetches.served();
        return now == null ? RepositoryStatus.Omissions.NONE : now.omissions();
    }

    /** Whether one of these roles may see the values of secrets. */
    public boolean grants(Set<String> roles) {
        return store.grant().stream().anyMatch(roles::contains);
    }

    /** Reads it now, or joins the running reading. */
    public RefreshJob refresh() {
        return fetches.ask();
    }

    /** The reading with this id, or null. */
    public @Nullable RefreshJob job(String id) {
        return fetches.byId(id);
    }

    /** See {@link io.precinct.source.api.Repository#genuine}. */
    public boolean genuine(@Nullable String signature, @Nullable String token, byte[] body) {
        return Webhook.genuine(settings.webhookSecret(), signature, token, body);
    }

    /** Ends the thread soon. */
    @Override
    public void close() {
        fetches.close();
        thread.interrupt();
    }

    /** Waits for the end of the thread. */
    void awaitEnd() throws InterruptedException {
        thread.join(Duration.ofSeconds(10));
    }
}
