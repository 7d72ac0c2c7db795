package io.precinct.source.git;

import io.precinct.common.cache.WeightedLru;
import io.precinct.source.api.SourceFault;
import io.precinct.source.git.RepositoryTracker.Snapshot;
import io.precinct.source.pattern.AnnotationFormat;
import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Commits of a repository by their names. Recently requested ones are kept, with what they remember of their files.
 * Thread-safe.
 */
final class Commits {
    private static final int REMEMBERED = 16;

    private final String repository;
    private final List<String> grammars;
    private final List<AnnotationFormat> annotations;
    private final FirstSeenTimes firstSeen;
    private final BiConsumer<Clone, IOException> damaged;
    private final WeightedLru<Key, GitCommit> lately = WeightedLru.ofEntries(REMEMBERED);

    /** The same commit differs between clones: one of them may be damaged. */
    private record Key(Clone store, ObjectId id) {}

    /**
     * Starts without commits.
     *
     * @param repository name
     * @param grammars languages that may be parsed
     * @param annotations annotation formats besides {@code @tag:id}
     * @param firstSeen when each content was first seen
     * @param damaged receives clones that cannot be read properly
     */
    Commits(
            String repository,
            List<String> grammars,
            List<AnnotationFormat> annotations,
            FirstSeenTimes firstSeen,
            BiConsumer<Clone, IOException> damaged) {
        this.repository = repository;
        this.grammars = grammars;
        this.annotations = annotations;
        this.firstSeen = firstSeen;
        this.damaged = damaged;
    }

    /** The followed commit. */
    GitCommit followed(ServedCommit served) {
        return of(served.store(), served.head().commit());
    }

    /**
     * The commit at a ref.
     *
     * @param ref null for the followed one
     * @param stale whether the remote may have moved on
     * @throws SourceFault 404 {@code unknown_ref}, 503 {@code repository_failed}
     */
    Snapshot at(ServedCommit served, @Nullable String ref, boolean stale) {
        Clone.Head head = served.head();
        String asked = ref == null ? head.ref() : ref;
        boolean followed = asked.equals(head.ref())
                || asked.equals(Constants.HEAD)
                || head.isEmpty() && asked.equals(head.commit().name());
        ObjectId id = followed ? head.commit() : resolve(served.store(), asked);
        return new Snapshot(
                of(served.store(), id),
                asked,
                head.fetchedAt(),
                stale,
                !id.equals(Clone.Head.NONE) && id.name().equals(asked));
    }

    private ObjectId resolve(Clone clone, String ref) {
        try {
            Refs.Resolved resolved = Refs.resolve(clone.repository(), ref);
            if (resolved == null) {
                throw SourceFault.of(
                        404,
                        "unknown_ref",
                        "repository " + repository + " has no branch, tag or commit of this name: " + ref,
                        "available",
                        Refs.names(clone.repository()));
            }
            return resolved.commit();
        } catch (IOException e) {
            throw origin(clone).unreadable(e);
        }
    }

    private GitCommit of(Clone clone, ObjectId id) {
        return lately.get(new Key(clone, id), () -> new GitCommit(origin(clone), id));
    }

    private GitCommit.Origin origin(Clone clone) {
        return new GitCommit.Origin(repository, grammars, annotations, clone, firstSeen, e -> damaged.accept(clone, e));
    }

    /** Releases commits of clones that are no longer served. */
    void keepOnly(Clone clone) {
        lately.removeIf((key, _) -> key.store() != clone);
    }
}
