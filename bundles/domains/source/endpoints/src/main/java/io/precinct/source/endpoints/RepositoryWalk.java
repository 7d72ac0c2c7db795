package io.precinct.source.endpoints;

import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceFault;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Takes a page of a list from all repositories, one after the other. For a single use; not thread-safe. */
// @req:source-across
final class RepositoryWalk {
    /** Faults that concern one repository only; they are not reported if another one answers. */
    private static final Set<String> OF_THE_REPOSITORY =
            Set.of("unknown_kind", "unknown_grammar", "unknown_ref", "unknown_path", "lang_mismatch");

    private static final Set<String> OF_THE_CURSOR = Set.of("bad_cursor", "stale_cursor");

    private final Listing<?> list;
    private final WalkedCommits walked;
    private final Wait wait = new Wait();
    private final long end;
    private final @Nullable Cursor at;

    /**
     * A walk.
     *
     * @param walked the commits of other walks and of this one
     * @param time after which no further repository is searched
     */
    RepositoryWalk(Listing<?> list, WalkedCommits walked, Duration time) {
        this.list = list;
        this.walked = walked;
        this.at = list.cursor();
        this.end = System.nanoTime() + time.toNanos();
    }

    /**
     * A page of these repositories; one that fails is named in it if another one answers.
     *
     * @param cache cache of the page
     * @param admitted makes the page, or refuses to
     */
    Listing.Page page(
            List<Repository> repositories, ResponseCache cache, UnaryOperator<Supplier<Listing.Page>> admitted) {
        Map<String, RepositoryLookup.Open> opened = open(repositories);
        String began = walked.keep(commits(opened));
        return cache.to(list.cacheKey(true, opened.values()), admitted.apply(() -> page(opened, began)));
    }

    private Listing.Page page(Map<String, RepositoryLookup.Open> opened, String began) {
        if (at != null && !opened.containsKey(at.repo())) {
            throw SourceFault.of(
                    409,
                    "stale_cursor",
                    "the repository " + at.repo() + " in which this list goes on is gone; begin without cursor");
        }
        Map<String, SourceFault> refusals = take(opened, began);
        refusals.forEach((name, fault) -> {
            if (!OF_THE_REPOSITORY.contains(fault.code())) {
                list.skip(name, fault);
            }
        });
        boolean pinned = !opened.isEmpty() && opened.values().stream().allMatch(RepositoryLookup.Open::lasting);
        return list.page(SourceResources.HEADS.view(List.copyOf(opened.values())), pinned);
    }

    /** Opens the repositories of the list, which excludes those that cannot be opened when it begins. */
    private Map<String, RepositoryLookup.Open> open(List<Repository> repositories) {
        if (at == null) {
            return begin(repositories);
        }
        Map<String, String> commits = walked.of(at.digestOfAll());
        return commits == null ? beginAgain(repositories, at.digestOfAll()) : goOn(repositories, commits);
    }

    /** Opens all; one that cannot be opened is skipped. */
    private Map<String, RepositoryLookup.Open> begin(List<Repository> repositories) {
        var refusals = new LinkedHashMap<String, SourceFault>();
        Map<String, RepositoryLookup.Open> opened = openNow(repositories, refusals);
        refusals.forEach(list::skip);
        if (opened.isEmpty() && refusals.values().stream().allMatch(fault -> fault.status() < 500)) {
            refuse(refusals.values());
        }
        return opened;
    }

    /**
     * Opens all if the commits of the list are forgotten: after a restart, in another instance, or much later. It
     * continues if the served commits are still the same.
     */
    private Map<String, RepositoryLookup.Open> beginAgain(List<Repository> repositories, String digest) {
        var refusals = new LinkedHashMap<String, SourceFault>();
        Map<String, RepositoryLookup.Open> opened = openNow(repositories, refusals);
        if (WalkedCommits.digest(commits(opened)).equals(digest)) {
            return opened;
        }
        for (SourceFault fault : refusals.values()) {
            if (fault.code().equals("cloning")) {
                throw fault; // it may be one that the digest includes
            }
        }
        throw SourceFault.of(
                409,
                "stale_cursor",
                "the commits at which this list began are no longer remembered, and others are served; begin without cursor");
    }

    /** Opens those that existed when the list began, in their order at that time. */
    private Map<String, RepositoryLookup.Open> goOn(List<Repository> repositories, Map<String, String> commits) {
        var configured = new HashMap<String, Repository>();
        repositories.forEach(repository -> configured.put(repository.name(), repository));
        var opened = new LinkedHashMap<String, RepositoryLookup.Open>();
        commits.forEach((name, commit) -> {
            Repository repository = configured.get(name);
            if (repository != null) {
                opened.put(name, list.open(repository, commit));
            }
        });
        return opened;
    }

    private Map<String, RepositoryLookup.Open> openNow(
            List<Repository> repositories, Map<String, SourceFault> refusals) {
        var opened = new LinkedHashMap<String, RepositoryLookup.Open>();
        for (Repository repository : repositories) {
            try {
                opened.put(repository.name(), list.open(repository, null));
            } catch (SourceFault fault) {
                refusals.put(repository.name(), fault);
            }
        }
        return opened;
    }

    private static Map<String, String> commits(Map<String, RepositoryLookup.Open> opened) {
        var commits = new LinkedHashMap<String, String>();
        opened.forEach((name, open) -> commits.put(name, open.view().commit()));
        return commits;
    }

    /**
     * Takes items from the point at which the list continues until the page is full; returns the faults of repositories
     * that refused.
     */
    private Map<String, SourceFault> take(Map<String, RepositoryLookup.Open> opened, String began) {
        var refusals = new LinkedHashMap<String, SourceFault>();
        boolean answered = false;
        boolean begun = false;
        List<RepositoryLookup.Open> left = opened.values().stream()
                .dropWhile(open -> at != null && !open.repository().name().equals(at.repo()))
                .toList();
        for (RepositoryLookup.Open open : left) {
            String name = open.repository().name();
            if (list.endsBefore(name, began)) {
                break;
            }
            if (begun && System.nanoTime() - end >= 0) {
                list.endForTime(name, began);
                break;
            }
            begun = true;
            try {
                Cursor from = at != null && name.equals(at.repo()) ? at : null;
                list.take(wait.isOver() ? open.view().atOnce() : open.view(), from, began, true);
                answered = true;
            } catch (SourceFault fault) {
                if (OF_THE_CURSOR.contains(fault.code())) {
                    throw fault;
                }
                refusals.put(name, fault);
            }
        }
        if (!answered && at == null && refusals.size() == left.size()) {
            refuse(refusals.values());
        }
        return refusals;
    }

    /**
     * Refuses a request that no repository could answer, with one of their faults: preferably one that concerns the
     * request itself and not a single repository.
     */
    private static void refuse(Collection<SourceFault> faults) {
        faults.stream()
                .max(Comparator.comparing((SourceFault fault) -> fault.status() < 500)
                        .thenComparing(fault -> !OF_THE_REPOSITORY.contains(fault.code())))
                .ifPresent(fault -> {
                    throw fault;
                });
    }
}
