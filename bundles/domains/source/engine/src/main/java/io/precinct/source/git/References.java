package io.precinct.source.git;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jgit.errors.TransportException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.RefSpec;
import org.jspecify.annotations.Nullable;

/**
 * Brings the branches and tags of a clone to those of the remote, one after the other. Git's own fetch updates all of
 * them at once or none, and so refuses them if {@code feature} comes where {@code feature/foo} goes. Objects are never
 * dropped. Confined to a thread.
 */
record References(Repository repository) {
    /**
     * Deletes the branches and tags that the remote no longer has, then sets all others. The objects have arrived.
     *
     * @param advertised what the remote has
     * @param specs which of that the clone is to have, and under which names
     * @throws TransportException if one cannot be set
     */
    void follow(Collection<Ref> advertised, List<RefSpec> specs) throws IOException {
        Map<String, ObjectId> wanted = wanted(advertised, specs);
        for (Ref had : present()) {
            if (!wanted.containsKey(had.getName())) {
                delete(had.getName());
            }
        }
        for (Map.Entry<String, ObjectId> each : wanted.entrySet()) {
            set(each.getKey(), each.getValue());
        }
    }

    private static Map<String, ObjectId> wanted(Collection<Ref> advertised, List<RefSpec> specs) {
        var wanted = new TreeMap<String, ObjectId>();
        for (Ref ref : advertised) {
            for (RefSpec spec : specs) {
                if (ref.getObjectId() != null && spec.matchSource(ref)) {
                    wanted.put(spec.expandFromSource(ref).getDestination(), ref.getObjectId());
                }
            }
        }
        return wanted;
    }

    private List<Ref> present() throws IOException {
        var present = new ArrayList<Ref>(repository.getRefDatabase().getRefsByPrefix(Constants.R_HEADS));
        present.addAll(repository.getRefDatabase().getRefsByPrefix(Constants.R_TAGS));
        return present;
    }

    private void set(String name, ObjectId id) throws IOException {
        Ref had = repository.exactRef(name);
        if (had != null && id.equals(had.getObjectId())) {
            return;
        }
        for (Ref other : present()) {
            if (isBelow(other.getName(), name)) {
                delete(other.getName());
            }
        }
        makeRoomAbove(name);
        RefUpdate update = update(name);
        update.setNewObjectId(id);
        check(name, update.forceUpdate());
    }

    private void delete(String name) throws IOException {
        makeRoomAbove(name);
        check(name, update(name).delete());
    }

    /** Deletes a file where the folder of a name has to be: a process that was killed may leave such a clone. */
    private void makeRoomAbove(String name) throws IOException {
        for (Ref other : present()) {
            if (isBelow(name, other.getName())) {
                delete(other.getName());
            }
        }
    }

    private static boolean isBelow(String name, String folder) {
        return name.startsWith(folder + "/");
    }

    private RefUpdate update(String name) throws IOException {
        RefUpdate update = repository.updateRef(name, true);
        update.setForceUpdate(true);
        update.disableRefLog();
        return update;
    }

    private static void check(String name, RefUpdate.Result result) throws TransportException {
        if (isRefused(result)) {
            throw new TransportException(name + " cannot be updated in the clone: " + result);
        }
    }

    /** Whether a reference is not what it should be. */
    static boolean isRefused(RefUpdate.@Nullable Result result) {
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
}
