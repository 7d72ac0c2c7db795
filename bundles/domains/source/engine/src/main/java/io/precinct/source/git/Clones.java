package io.precinct.source.git;

import io.precinct.source.api.RefreshJob.Change;
import io.precinct.source.api.RepositoryStatus.Progress;
import io.precinct.source.settings.RepositorySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.util.FileUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The clones of a repository on disk, and their fetches. One thread works; any thread may read progress and cancel. */
final class Clones implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Clones.class);

    private final RepositorySettings settings;
    private final Storage storage;
    private final CloneTurns turns;
    private final RepositoryFolder home;
    private final Remote remote;
    private final FirstSeenTimes firstSeen;
    private volatile @Nullable Fetching fetching;
    private boolean opened;

    /** Uses the storage until closed. */
    Clones(RepositorySettings settings, Storage storage, CloneTurns turns) {
        this.settings = settings;
        this.turns = turns;
        this.storage = storage;
        this.home = new RepositoryFolder(storage.folder(), settings.name(), settings.url());
        this.remote = new Remote(settings, home.folder());
        this.firstSeen = new FirstSeenTimes(home.firstSeen());
        storage.enter();
    }

    /** The result of a fetch. */
    record Brought(ServedCommit served, Change change) {}

    /**
     * Makes sure that the folder exists and belongs to this process; to be called first. Does nothing once that
     * succeeded.
     */
    void open() throws IOException {
        if (opened) {
            return;
        }
        storage.hold();
        try {
            home.make();
        } catch (IOException e) {
            throw new IOException(home.folder() + " cannot be made: " + e, e);
        }
        opened = true;
    }

    /** The newest undamaged clone, or null. */
    @Nullable
    ServedCommit newest() {
        try {
            for (Path folder : home.clones()) {
                Clone clone = Clone.open(folder);
                Clone.Head head = clone.head();
                String damage = head == null ? "nothing says what was served of it" : clone.damage(head.commit());
                if (head != null && damage == null) {
                    return new ServedCommit(clone, head);
                }
                LOG.warn("repository {}: {} is damaged and made anew: {}", settings.name(), folder, damage);
                clone.close();
            }
        } catch (IOException e) {
            LOG.warn("repository {}: its clone cannot be opened and is made anew: {}", settings.name(), e.toString());
        }
        return null;
    }

    /** Fetches into the served clone, or clones if there is none or {@code anew} is true. */
    Brought fetch(@Nullable ServedCommit before, boolean anew) throws IOException {
        ServedCommit now = before == null || anew ? cloned(before) : refreshed(before);
        return new Brought(now, change(before, now));
    }

    /** The differences between two states. */
    Change change(@Nullable ServedCommit before, ServedCommit now) throws IOException {
        boolean comparable = before != null && before.store() == now.store();
        ObjectId from = before == null ? null : before.head().commit();
        ObjectId to = now.head().commit();
        var changes = to.equals(from)
                ? new Changes(List.of(), List.of())
                : Changes.between(now.store().repository(), comparable ? from : null, to);
        firstSeen.note(changes.present(), now.head().fetchedAt().getEpochSecond());
        return new Change(from == null ? null : from.name(), to.name(), changes.paths());
    }

    private ServedCommit refreshed(ServedCommit before) throws IOException {
        Clone clone = before.store();
        Clone.Head head = run(new Fetch(settings, remote), clone, following(clone, "refreshing"), before.head());
        clone.keep(head);
        try {
            clone.tidy();
        } catch (IOException e) {
            LOG.warn("repository {}: {}", settings.name(), e.toString()); // an untidied clone serves as well
        }
        return new ServedCommit(clone, head);
    }

    private ServedCommit cloned(@Nullable ServedCommit before) throws IOException {
        Path temporary = home.temporary();
        try {
            try (Clone clone = Clone.create(temporary)) {
                clone.keep(fetchInTurn(clone, before == null ? null : before.head()));
            }
            Clone clone = Clone.open(home.publish(temporary));
            Clone.Head head = clone.head();
            if (head == null) {
                throw new IOException("the clone in " + clone.folder() + " was changed by somebody else");
            }
            return new ServedCommit(clone, head);
        } finally {
            FileUtils.delete(temporary.toFile(), FileUtils.RECURSIVE | FileUtils.SKIP_MISSING);
        }
    }

    /** Takes a turn only once the remote has answered: nobody waits for one that does not. */
    private Clone.Head fetchInTurn(Clone clone, Clone.@Nullable Head before) throws IOException {
        var fetch = new Fetch(settings, remote);
        fetch.knock(clone);
        Fetching following = following(clone, "cloning");
        try (CloneTurns.Turn turn = turns.take(following)) {
            following.in(turn);
            return run(fetch, clone, following, before);
        }
    }

    private Fetching following(Clone clone, String kind) {
        return new Fetching(settings.name(), kind, clone.folder(), settings.maxBytes(), remote.isLocal());
    }

    private Clone.Head run(Fetch fetch, Clone clone, Fetching following, Clone.@Nullable Head before)
            throws IOException {
        fetching = following;
        try {
            return fetch.into(clone, following, before);
        } finally {
            fetching = null;
        }
    }

    /** Removes other clones of this repository. */
    void keepOnly(Clone clone) {
        home.keepOnly(clone.folder());
    }

    /** When each content was first seen. */
    FirstSeenTimes firstSeen() {
        return firstSeen;
    }

    @Nullable
    Progress progress() {
        Fetching now = fetching;
        return now == null ? null : now.progress();
    }

    void cancel() {
        Fetching now = fetching;
        if (now != null) {
            now.cancel();
        }
    }

    String reason(Throwable failure) {
        return remote.reason(failure);
    }

    @Override
    public void close() {
        remote.close();
        storage.leave();
    }
}
