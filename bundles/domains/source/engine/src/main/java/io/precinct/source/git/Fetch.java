package io.precinct.source.git;

import io.precinct.source.settings.RepositorySettings;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.eclipse.jgit.errors.TransportException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.FetchResult;
import org.eclipse.jgit.transport.RefSpec;
import org.eclipse.jgit.transport.TagOpt;
import org.eclipse.jgit.transport.TrackingRefUpdate;
import org.eclipse.jgit.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * Brings every branch and tag of a remote into a clone, whatever became of them there, and finds the commit to follow.
 * Never gives up objects: what was served stays readable after a forced push.
 */
final class Fetch {
    /** Where the remote's HEAD is kept; it may be on no branch. */
    private static final String REMOTE_HEAD = "refs/precinct/HEAD";

    private static final RefSpec HEAD = new RefSpec("+HEAD:" + REMOTE_HEAD);
    private static final List<RefSpec> REFS =
            List.of(new RefSpec("+refs/heads/*:refs/heads/*"), new RefSpec("+refs/tags/*:refs/tags/*"));

    private final RepositorySettings settings;
    private final Remote remote;

    Fetch(RepositorySettings settings, Remote remote) {
        this.settings = settings;
        this.remote = remote;
    }

    /**
     * Fetches.
     *
     * @param before ref that was followed so far, or null
     * @throws IOException why it failed, to be shown through {@link Remote#reason}
     */
    Clone.Head into(Clone clone, Fetching fetching, @Nullable String before) throws IOException {
        FetchResult result;
        try {
            result = run(clone.repository(), fetching);
        } catch (TransportException e) {
            if (fetching.isTooLarge()) {
                throw tooLarge();
            }
            throw e;
        }
        if (fetching.isTooLarge()) {
            throw tooLarge();
        }
        Repository repository = clone.repository();
        Refs.Resolved resolved =
                settings.ref() != null ? Refs.resolve(repository, settings.ref()) : head(repository, result, before);
        if (resolved == null) {
            throw new TransportException(
                    settings.ref() == null
                            ? "the remote has no commit that its HEAD names"
                            : "the remote has no ref " + settings.ref() + "; it has the branches "
                                    + String.join(", ", Refs.branches(repository)));
        }
        String full = resolved.ref();
        String ref = full != null
                ? Repository.shortenRefName(full)
                : settings.ref() != null ? settings.ref() : Constants.HEAD;
        return new Clone.Head(resolved.commit(), ref, Instant.now());
    }

    private IOException tooLarge() {
        return new IOException(
                "the clone is larger than the " + settings.maxBytes() + " bytes that max_bytes of source.yml allows");
    }

    private FetchResult run(Repository repository, Fetching fetching) throws IOException {
        try {
            return run(repository, fetching, List.of(REFS.get(0), REFS.get(1), HEAD));
        } catch (TransportException e) {
            if (String.valueOf(e.getMessage()).contains(Constants.HEAD)) {
                // Empty, or its HEAD names a branch that is not there.
                return run(repository, fetching, REFS);
            }
            throw e;
        }
    }

    private FetchResult run(Repository repository, Fetching fetching, List<RefSpec> specs) throws IOException {
        try (Transport transport = remote.open(repository)) {
            transport.setRemoveDeletedRefs(true);
            transport.setTagOpt(TagOpt.NO_TAGS);
            if (settings.depth() > 0) {
                transport.setDepth(settings.depth());
            }
            FetchResult result = transport.fetch(fetching, specs);
            for (TrackingRefUpdate update : result.getTrackingRefUpdates()) {
                if (isRefused(update.getResult())) {
                    throw new TransportException(
                            update.getLocalName() + " cannot be updated in the clone: " + update.getResult());
                }
            }
            return result;
        }
    }

    private static boolean isRefused(RefUpdate.@Nullable Result result) {
        return switch (result) {
            case REJECTED,
                    REJECTED_CURRENT_BRANCH,
                    REJECTED_MISSING_OBJECT,
                    REJECTED_OTHER_REASON,
                    LOCK_FAILURE,
                    IO_FAILURE -> true;
            case null, default -> false;
        };
    }

    /** What the remote's HEAD names: the branch that it says, else the likeliest of those at its commit. */
    private static Refs.@Nullable Resolved head(Repository repository, FetchResult result, @Nullable String before)
            throws IOException {
        Ref head = result.getAdvertisedRef(Constants.HEAD);
        if (head == null || head.getObjectId() == null) {
            return null;
        }
        ObjectId commit = head.getObjectId();
        if (head.isSymbolic()) {
            return new Refs.Resolved(commit, head.getTarget().getName());
        }
        for (String likely : new String[] {before, "main", "master"}) {
            Ref branch = likely == null ? null : repository.exactRef(Constants.R_HEADS + likely);
            if (branch != null && commit.equals(branch.getObjectId())) {
                return new Refs.Resolved(commit, branch.getName());
            }
        }
        for (Ref branch : repository.getRefDatabase().getRefsByPrefix(Constants.R_HEADS)) {
            if (commit.equals(branch.getObjectId())) {
                return new Refs.Resolved(commit, branch.getName());
            }
        }
        return new Refs.Resolved(commit, null);
    }
}
