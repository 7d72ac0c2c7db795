package io.precinct.source.git;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;

/** Finds commits by name: a branch before a tag before an id. Expressions ({@code HEAD~1}, {@code x@{1}}) are no names. */
final class Refs {
    private static final Pattern ID = Pattern.compile("[0-9a-fA-F]{4,40}");
    /** How many branches, and how many tags, are shown. */
    private static final int SHOWN = 20;

    private Refs() {}

    /**
     * A resolved commit.
     *
     * @param ref full name of the branch or tag, or null for an id
     */
    record Resolved(ObjectId commit, @Nullable String ref) {}

    /** The commit of this name, or null. */
    static @Nullable Resolved resolve(Repository repository, String name) throws IOException {
        if (!Repository.isValidRefName(Constants.R_HEADS + name)) {
            return null;
        }
        boolean full = name.startsWith(Constants.R_HEADS) || name.startsWith(Constants.R_TAGS);
        for (String candidate : full ? List.of(name) : List.of(Constants.R_HEADS + name, Constants.R_TAGS + name)) {
            Ref ref = repository.exactRef(candidate);
            if (ref != null && ref.getObjectId() != null) {
                ObjectId commit = commit(repository, ref.getObjectId());
                return commit == null ? null : new Resolved(commit, candidate);
            }
        }
        ObjectId commit = ID.matcher(name).matches() ? byId(repository, name.toLowerCase(Locale.ROOT)) : null;
        return commit == null ? null : new Resolved(commit, null);
    }

    private static @Nullable ObjectId byId(Repository repository, String hex) throws IOException {
        if (hex.length() == Constants.OBJECT_ID_STRING_LENGTH) {
            return commit(repository, ObjectId.fromString(hex));
        }
        Collection<ObjectId> candidates;
        try (ObjectReader reader = repository.newObjectReader()) {
            candidates = reader.resolve(AbbreviatedObjectId.fromString(hex));
        }
        ObjectId found = null;
        for (ObjectId candidate : candidates) {
            // Only if it is itself a commit: files and tags with the same beginning make no name ambiguous.
            if (isCommit(repository, candidate)) {
                if (found != null) {
                    return null;
                }
                found = candidate;
            }
        }
        return found;
    }

    private static boolean isCommit(Repository repository, ObjectId id) throws IOException {
        try (ObjectReader reader = repository.newObjectReader()) {
            return reader.open(id).getType() == Constants.OBJ_COMMIT;
        }
    }

    /** The commit with this id, or of the tag with this id; null if there is none. */
    private static @Nullable ObjectId commit(Repository repository, ObjectId id) throws IOException {
        try (var walk = new RevWalk(repository)) {
            return walk.parseCommit(id).copy();
        } catch (MissingObjectException | IncorrectObjectTypeException e) {
            return null; // the answer to the question
        }
    }

    /** Short names of some branches, then of some tags, to suggest if a name does not exist. */
    static List<String> names(Repository repository) throws IOException {
        return Stream.concat(names(repository, Constants.R_HEADS), names(repository, Constants.R_TAGS))
                .distinct()
                .toList();
    }

    private static Stream<String> names(Repository repository, String prefix) throws IOException {
        return repository.getRefDatabase().getRefsByPrefix(prefix).stream()
                .map(ref -> Repository.shortenRefName(ref.getName()))
                .limit(SHOWN);
    }
}
