package io.precinct.source.git;

import io.precinct.source.api.History.Name;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ResultPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;

/** Lists the branches or the tags of a clone. Reads only the objects of a page. Thread-safe. */
record BranchesAndTags(Clone store, ObjectReader reader) {
    /**
     * A page of the refs whose full name has a prefix.
     *
     * @param prefix {@link Constants#R_HEADS} or {@link Constants#R_TAGS}
     */
    ResultPage<Name> list(String prefix, PageRequest window) throws IOException {
        List<Ref> refs = store.repository().getRefDatabase().getRefsByPrefix(prefix).stream()
                .filter(ref -> ref.getObjectId() != null)
                .filter(ref -> window.after() == null || PathRules.compare(name(ref, prefix), window.after()) > 0)
                .sorted(Comparator.comparing(ref -> name(ref, prefix), PathRules::compare))
                .toList();
        String followed = followed(prefix);
        var names = new ArrayList<Name>();
        try (var walk = new RevWalk(reader)) {
            for (Ref ref : refs) {
                RevCommit commit = commit(walk, ref);
                if (commit == null) {
                    continue;
                }
                if (names.size() == window.limit()) {
                    return new ResultPage<>(names, names.getLast().name(), null, List.of());
                }
                String name = name(ref, prefix);
                names.add(new Name(name, commit.name(), name.equals(followed)));
            }
        }
        return new ResultPage<>(names, null, null, List.of());
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

    /** Null if it leads to a file or a folder, as a tag may. */
    private static @Nullable RevCommit commit(RevWalk walk, Ref ref) throws IOException {
        try {
            RevObject object = walk.peel(walk.parseAny(ref.getObjectId()));
            return object instanceof RevCommit commit ? commit : null;
        } catch (MissingObjectException e) {
            return null; // a tag of an object that a shallow clone lacks
        }
    }
}
