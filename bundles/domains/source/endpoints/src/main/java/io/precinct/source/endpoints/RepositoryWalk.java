package io.precinct.source.endpoints;

import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
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
    private final Wait wait = new Wait();
    private final long end;
    private final @Nullable Cursor at;

    /** @param time after which no further repository is looked into */
    RepositoryWalk(Listing<?> list, Duration time) {
        this.list = list;
        this.at = list.cursor();
        this.end = System.nanoTime() + time.toNanos();
    }

    /**
     * A page of what these repositories hold; one that fails is named in it, if another one answers.
     *
     * @param cache cache of the page
     * @param admitted makes the page, or refuses to
     */
    Listing.Page page(
            List<Repository> repositories, ResponseCache cache, UnaryOperator<Supplier<Listing.Page>> admitted) {
        Map<String, RepositoryLookup.Open> opened = open(repositories);
        return cache.to(list.cacheKey(opened.values()), admitted.apply(() -> page(opened)));
    }

    private Listing.Page page(Map<String, RepositoryLookup.Open> opened) {
        if (at != null && !opened.containsKey(at.repo())) {
            throw SourceFault.of(
                    409,
                    "stale_cursor",
                    "the repository " + at.repo() + " in which this list goes on is gone; begin without cursor");
        }
        Map<String, SourceFault> refusals = take(opened);
        refusals.forEach((name, fault) -> {
            if (!OF_THE_REPOSITORY.contains(fault.code())) {
                list.skip(name, fault);
            }
        });
        boolean pinned = !opened.isEmpty() && opened.values().stream().allMatch(RepositoryLookup.Open::lasting);
        return list.page(SourceResources.HEADS.view(List.copyOf(opened.values())), pinned);
    }

    /** Opens those that were there when the list began; one that cannot be opened is skipped. */
    private Map<String, RepositoryLookup.Open> open(List<Repository> repositories) {
        var opened = new LinkedHashMap<String, RepositoryLookup.Open>();
        var refusals = new ArrayList<SourceFault>();
        for (Repository repository : repositories) {
            String commit = at == null ? null : at.commits().get(repository.name());
            if (at != null && commit == null) {
                continue;
            }
            try {
                opened.put(repository.name(), list.open(repository, commit));
            } catch (SourceFault fault) {
                if (commit != null) {
                    throw fault;
                }
                refusals.add(fault);
                list.skip(repository.name(), fault);
            }
        }
        if (opened.isEmpty() && refusals.stream().allMatch(fault -> fault.status() < 500)) {
            refuse(refusals);
        }
        return opened;
    }

    /** Takes items from where the list goes on until the page is full; returns the faults of those that refused. */
    private Map<String, SourceFault> take(Map<String, RepositoryLookup.Open> opened) {
        var commits = new LinkedHashMap<String, String>();
        opened.forEach((name, open) -> commits.put(name, open.view().commit()));
        var refusals = new LinkedHashMap<String, SourceFault>();
        boolean answered = false;
        boolean begun = false;
        List<RepositoryLookup.Open> left = opened.values().stream()
                .dropWhile(open -> at != null && !open.repository().name().equals(at.repo()))
                .toList();
        for (RepositoryLookup.Open open : left) {
            String name = open.repository().name();
            if (list.endsBefore(name, commits)) {
                break;
            }
            if (begun && System.nanoTime() - end >= 0) {
                list.endForTime(name, commits);
                break;
            }
            begun = true;
            try {
                Cursor from = at != null && name.equals(at.repo()) ? at : null;
                list.take(wait.isOver() ? open.view().atOnce() : open.view(), from, commits, true);
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
