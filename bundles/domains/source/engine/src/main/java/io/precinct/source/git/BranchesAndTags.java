package io.precinct.source.git;

import io.precinct.source.api.History.Name;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ResultPage;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;

/** Lists the branches or the tags of a clone. Of branches, it reads only the objects of a page. Thread-safe. */
record BranchesAndTags(Clone store, ObjectReader reader) {
    /** The order of tags, as in git's {@code --sort=-creatordate}. */
    private static final Comparator<Name> NEWEST_FIRST = Comparator.comparing(
                    (Name tag) -> tag.time().getEpochSecond(), Comparator.reverseOrder())
            .thenComparing(Name::name, PathRules::compare);

    /** A page of the branches, by name. */
    ResultPage<Name> branches(PageRequest window) throws IOException {
        List<Ref> refs = refs(Constants.R_HEADS)
                .filter(ref ->
                        window.after() == null || PathRules.compare(name(ref, Constants.R_HEADS), window.after()) > 0)
                .sorted(Comparator.comparing(ref -> name(ref, Constants.R_HEADS), PathRules::compare))
                .toList();
        List<Name> names = names(Constants.R_HEADS, refs, window.limit() + 1);
        boolean more = names.size() > window.limit();
        List<Name> shown = more ? names.subList(0, window.limit()) : names;
        return new ResultPage<>(shown, more ? shown.getLast().name() : null, null, List.of());
    }

    /** A page of the tags, the newest first. */
    ResultPage<Name> tags(PageRequest window) throws IOException {
        Name after = window.after() == null ? null : read(window.after());
        List<Name> names = names(Constants.R_TAGS, refs(Constants.R_TAGS).toList(), Integer.MAX_VALUE).stream()
                .filter(tag -> after == null || NEWEST_FIRST.compare(tag, after) > 0)
                .sorted(NEWEST_FIRST)
                .toList();
        boolean more = names.size() > window.limit();
        List<Name> shown = more ? names.subList(0, window.limit()) : names;
        return new ResultPage<>(shown, more ? written(shown.getLast()) : null, null, List.of());
    }

    private static String written(Name tag) {
        return tag.time().getEpochSecond() + " " + tag.name();
    }

    /** The place of a tag in the list: it may be gone by now. */
    private static Name read(String key) {
        int space = key.indexOf(' ');
        try {
            return new Name(
                    key.substring(space + 1),
                    "",
                    Instant.ofEpochSecond(Long.parseLong(key.substring(0, Math.max(0, space)))),
                    false);
        } catch (NumberFormatException | DateTimeException e) {
            throw CommitKey.bad();
        }
    }

    private Stream<Ref> refs(String prefix) throws IOException {
        return store.repository().getRefDatabase().getRefsByPrefix(prefix).stream();
    }

    /** The refs that lead to commits, in their order; at most so many. */
    private List<Name> names(String prefix, List<Ref> refs, int most) throws IOException {
        String followed = followed(prefix);
        var names = new ArrayList<Name>();
        try (var walk = new RevWalk(reader)) {
            for (Ref ref : refs) {
                ObjectId id = ref.getObjectId();
                Target target = id == null || names.size() == most ? null : target(walk, id);
                if (target != null) {
                    String name = name(ref, prefix);
                    names.add(new Name(name, target.commit(), target.time(), name.equals(followed)));
                }
            }
        }
        return names;
    }

    /**
     * What a branch or a tag leads to.
     *
     * @param commit its id
     * @param time see {@link Name}
     */
    record Target(String commit, Instant time) {}

    /** Null if it leads to a file or a folder, as a tag may. */
    private @Nullable Target target(RevWalk walk, ObjectId id) throws IOException {
        Target known = store.targets().get(id);
        if (known != null) {
            return known;
        }
        try {
            RevObject named = walk.parseAny(id);
            if (!(walk.peel(named) instanceof RevCommit commit)) {
                return null;
            }
            PersonIdent tagger = named instanceof RevTag tag ? Revisions.readable(tag::getTaggerIdent) : null;
            var target = new Target(
                    commit.name(),
                    tagger == null ? Instant.ofEpochSecond(commit.getCommitTime()) : tagger.getWhenAsInstant());
            store.targets().put(id.copy(), target);
            commit.disposeBody();
            if (named instanceof RevTag tag) {
                tag.disposeBody();
            }
            return target;
        } catch (MissingObjectException e) {
            return null; // a tag of an object that a shallow clone lacks
        }
    }

    private static String name(Ref ref, String prefix) {
        return ref.getName().substring(prefix.length());
    }

    /** The name of the followed ref if it is one of these: a branch comes before a tag of the same name. */
    private @Nullable String followed(String prefix) throws IOException {
        Clone.Head head = store.head();
        if (head == null) {
            return null;
        }
        boolean branch = store.repository().exactRef(Constants.R_HEADS + head.ref()) != null;
        return branch == prefix.equals(Constants.R_HEADS) ? head.ref() : null;
    }
}
