package io.precinct.source.git;

import io.precinct.source.pattern.Glob;
import io.precinct.source.settings.RepositorySettings;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.TransportException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.transport.FetchConnection;
import org.eclipse.jgit.transport.FetchResult;
import org.eclipse.jgit.transport.RefSpec;
import org.eclipse.jgit.transport.TagOpt;
import org.eclipse.jgit.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * Brings the branches and tags of a remote into a clone, whatever happened to them there, and finds the commit to
 * follow. Never drops objects: what was served stays readable after a forced push.
 */
final class Fetch {
    /** The ref that keeps the remote's HEAD, which may be on no branch. */
    private static final String REMOTE_HEAD = "refs/precinct/HEAD";

    private static final RefSpec HEAD = new RefSpec("+HEAD:" + REMOTE_HEAD);
    private static final RefSpec TAGS = new RefSpec("+refs/tags/*:refs/tags/*");
    private static final List<RefSpec> ALL = List.of(new RefSpec("+refs/heads/*:refs/heads/*"), TAGS);

    private final RepositorySettings settings;
    private final Remote remote;

    Fetch(RepositorySettings settings, Remote remote) {
        this.settings = settings;
        this.remote = remote;
    }

    /**
     * Asks the remote for its branches and tags, and so finds out whether it answers.
     *
     * @throws IOException as of {@link #into}
     */
    void knock(Clone clone) throws IOException {
        explained(clone.repository(), repository -> {
            try (Transport transport = remote.open(repository);
                    FetchConnection listing = transport.openFetch()) {
                return listing.getRefsMap();
            }
        });
    }

    /**
     * Fetches.
     *
     * @param before the head served so far, or null
     * @throws IOException if it failed; its reason is to be shown through {@link Remote#reason}
     */
    Clone.Head into(Clone clone, Fetching fetching, Clone.@Nullable Head before) throws IOException {
        FetchResult result;
        try {
            result = explained(clone.repository(), repository -> run(repository, fetching));
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
        Refs.Resolved resolved = settings.ref() != null
                ? Refs.resolve(repository, settings.ref())
                : head(repository, result, before == null ? null : before.ref());
        if (resolved == null) {
            return nothing(repository, result, before);
        }
        String full = resolved.ref();
        return new Clone.Head(
                resolved.commit(), full != null ? Repository.shortenRefName(full) : followed(), Instant.now());
    }

    private String followed() {
        return settings.ref() != null ? settings.ref() : Constants.HEAD;
    }

    /**
     * The head of a remote without any branch or tag: nothing. A remote that has lost all its commits is not empty: it
     * is being made anew, or somebody made a mistake.
     */
    // @req:source-odd-repositories
    private Clone.Head nothing(Repository repository, FetchResult result, Clone.@Nullable Head before)
            throws IOException {
        // An empty repository may name its HEAD without an object.
        boolean any = result.getAdvertisedRefs().stream().anyMatch(ref -> ref.getObjectId() != null);
        boolean empty = !any && Refs.names(repository).isEmpty();
        if (empty && (before == null || before.isEmpty())) {
            return new Clone.Head(Clone.Head.NONE, followed(), Instant.now());
        }
        String lacking = settings.ref() == null ? "commit that its HEAD names" : "ref " + settings.ref();
        throw new TransportException("the remote has no " + lacking
                + (empty ? ", nor any other" : "; it has " + String.join(", ", Refs.names(repository))));
    }

    private IOException tooLarge() {
        return new IOException(
                "the clone is larger than the " + settings.maxBytes() + " bytes that max_bytes of source.yml allows");
    }

    /** What is asked of the remote. */
    private interface Talk<T> {
        T with(Repository repository) throws IOException;
    }

    private <T> T explained(Repository repository, Talk<T> talk) throws IOException {
        try {
            return talk.with(repository);
        } catch (TransportException e) {
            String partial = Unsupported.partial(e);
            String why = partial == null ? Unsupported.sha256(e) : partial;
            if (why == null && Unsupported.mayBeSha256(e)) {
                why = explainedByVersion0(repository);
            }
            throw why == null ? e : new TransportException(why, e);
        }
    }

    private @Nullable String explainedByVersion0(Repository repository) {
        StoredConfig config = repository.getConfig();
        config.setInt("protocol", null, "version", 0);
        try (Transport transport = remote.open(repository);
                FetchConnection _ = transport.openFetch()) {
            return null;
        } catch (IOException again) {
            return Unsupported.sha256(again);
        } finally {
            config.unset("protocol", null, "version");
        }
    }

    private FetchResult run(Repository repository, Fetching fetching) throws IOException {
        List<RefSpec> refs = settings.branches().isEmpty() ? ALL : wanted(repository);
        try {
            return run(
                    repository,
                    fetching,
                    Stream.concat(refs.stream(), Stream.of(HEAD)).toList());
        } catch (TransportException e) {
            if (String.valueOf(e.getMessage()).contains(Constants.HEAD)) {
                // It is empty, or its HEAD names a branch that does not exist.
                return run(repository, fetching, refs);
            }
            throw e;
        }
    }

    /** Tags, and the branches of the remote that the settings name. Others are removed from the clone. */
    // @req:source-branches
    private List<RefSpec> wanted(Repository repository) throws IOException {
        var branches = new TreeSet<String>();
        try (Transport transport = remote.open(repository);
                FetchConnection listing = transport.openFetch()) {
            Ref head = listing.getRef(Constants.HEAD);
            String followed = settings.ref() != null
                    ? settings.ref()
                    : head != null && head.isSymbolic() ? head.getTarget().getName() : null;
            for (Ref ref : listing.getRefs()) {
                if (ref.getName().startsWith(Constants.R_HEADS) && isWanted(ref.getName(), followed)) {
                    branches.add(ref.getName());
                }
            }
        }
        for (Ref had : repository.getRefDatabase().getRefsByPrefix(Constants.R_HEADS)) {
            if (!branches.contains(had.getName())) {
                RefUpdate update = repository.updateRef(had.getName());
                update.setForceUpdate(true);
                update.delete();
            }
        }
        var specs = new ArrayList<RefSpec>();
        branches.forEach(branch -> specs.add(new RefSpec("+" + branch + ":" + branch)));
        specs.add(TAGS);
        return specs;
    }

    private boolean isWanted(String branch, @Nullable String followed) {
        String name = Repository.shortenRefName(branch);
        return branch.equals(followed)
                || name.equals(followed)
                || settings.branches().stream().anyMatch(pattern -> Glob.matches(pattern, name));
    }

    private FetchResult run(Repository repository, Fetching fetching, List<RefSpec> specs) throws IOException {
        try (Transport transport = remote.open(repository)) {
            transport.setRemoveDeletedRefs(true);
            transport.setTagOpt(TagOpt.NO_TAGS);
            if (settings.depth() > 0) {
                transport.setDepth(settings.depth());
            } else if (remote.isDeeperThan(repository)) {
                transport.setDepth(Constants.INFINITE_DEPTH);
            }
            FetchResult result = transport.fetch(fetching, specs);
            if (result.getTrackingRefUpdates().stream().anyMatch(update -> References.isRefused(update.getResult()))) {
                new References(repository).follow(result.getAdvertisedRefs(), specs);
            }
            return result;
        }
    }

    /** The target of the remote's HEAD: the branch that it names, else the likeliest branch at its commit. */
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
