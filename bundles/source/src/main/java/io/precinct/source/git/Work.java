package io.precinct.source.git;

import io.precinct.source.api.RefreshJob.Change;
import io.precinct.source.api.RepositoryStatus.Progress;
import io.precinct.source.settings.RepositorySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a tracker does on disk. One thread works; progress and cancelling are for any. */
final class Work implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Work.class);

    private final RepositorySettings settings;
    private final Storage storage;
    private final Home home;
    private final Remote remote;
    private final Seen seen;
    private volatile @Nullable Fetching fetching;

    /** Uses the storage until it is closed. */
    Work(RepositorySettings settings, Storage storage) {
        this.settings = settings;
        this.storage = storage;
        this.home = new Home(storage.folder(), settings.name(), settings.url());
        this.remote = new Remote(settings, home.folder());
        this.seen = new Seen(home.seen());
        storage.enter();
    }

    /** What a fetch brought. */
    record Brought(Tracker.Served served, Change change) {}

    /** Makes sure that the folder is there and nobody else's; before anything else. */
    void open() throws IOException {
        storage.hold();
        try {
            home.make();
        } catch (IOException e) {
            throw new IOException(home.folder() + " cannot be made: " + e, e);
        }
    }

    /** The newest clone that is whole, or null. */
    Tracker.@Nullable Served existing() {
        try {
            for (Path folder : home.clones()) {
                Clone clone = Clone.open(folder);
                Clone.Head head = clone.head();
                String damage = head == null ? "nothing says what was served of it" : clone.damage(head.commit());
                if (head != null && damage == null) {
                    return new Tracker.Served(clone, head);
                }
                LOG.warn("repository {}: {} is damaged and made anew: {}", settings.name(), folder, damage);
                clone.close();
            }
        } catch (IOException e) {
            LOG.warn("repository {}: its clone cannot be opened and is made anew: {}", settings.name(), e.toString());
        }
        return null;
    }

    /** Fetches into what is served, or clones where nothing is or {@code anew} says so. */
    Brought fetch(Tracker.@Nullable Served before, boolean anew) throws IOException {
        Tracker.Served now = before == null || anew ? cloned(before) : refreshed(before);
        return new Brought(now, change(before, now));
    }

    /** What differs between two states. */
    Change change(Tracker.@Nullable Served before, Tracker.Served now) throws IOException {
        boolean comparable = before != null && before.store() == now.store();
        ObjectId from = before == null ? null : before.head().commit();
        ObjectId to = now.head().commit();
        var changes = to.equals(from)
                ? new Changes(java.util.List.of(), java.util.List.of())
                : Changes.between(now.store().repository(), comparable ? from : null, to);
        seen.note(changes.present(), now.head().fetchedAt().getEpochSecond());
        return new Change(from == null ? null : from.name(), to.name(), changes.paths());
    }

    private Tracker.Served refreshed(Tracker.Served before) throws IOException {
        Clone clone = before.store();
        Clone.Head head = fetch(clone, "refreshing", before.head().ref());
        clone.keep(head);
        try {
            clone.tidy();
        } catch (IOException e) {
            LOG.warn("repository {}: {}", settings.name(), e.toString()); // it serves as well untidied
        }
        return new Tracker.Served(clone, head);
    }

    private Tracker.Served cloned(Tracker.@Nullable Served before) throws IOException {
        Path temporary = home.temporary();
        try {
            try (Clone clone = Clone.create(temporary)) {
                clone.keep(fetch(
                        clone, "cloning", before == null ? null : before.head().ref()));
            }
            Clone clone = Clone.open(home.publish(temporary));
            Clone.Head head = clone.head();
            if (head == null) {
                throw new IOException("the clone in " + clone.folder() + " was changed by somebody else");
            }
            return new Tracker.Served(clone, head);
        } finally {
            Folders.delete(temporary);
        }
    }

    private Clone.Head fetch(Clone clone, String work, @Nullable String before) throws IOException {
        var following = new Fetching(settings.name(), work, clone.folder(), settings.maxBytes());
        fetching = following;
        try {
            return new Fetch(settings, remote).into(clone, following, before);
        } finally {
            fetching = null;
        }
    }

    /** Removes other clones of this repository. */
    void keepOnly(Clone clone) {
        home.keepOnly(clone.folder());
    }

    GitCommit commit(Clone clone, ObjectId id, BiConsumer<Clone, IOException> damaged) {
        return new GitCommit(
                new GitCommit.Origin(settings.name(), settings.grammars(), clone, seen, e -> damaged.accept(clone, e)),
                id);
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
