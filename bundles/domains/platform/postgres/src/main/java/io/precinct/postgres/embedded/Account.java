package io.precinct.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operating system account that runs the programs of PostgreSQL.
 *
 * @param name human-readable
 * @param owner user and group that own the files, or null for user and group of this process
 * @param prefix command that precedes a program; it execs the program, and is never its parent
 */
record Account(String name, @Nullable Owner owner, List<String> prefix) {
    /** The user of this process, if that is not root. */
    static final Account SELF = new Account("the user of this process", null, List.of());

    /** Root in a user namespace without a mapping, and so without rights. PostgreSQL refuses to run as real root. */
    static final Account NAMESPACE =
            new Account("root without rights", new Owner(Owner.ROOT, Owner.ROOT), List.of("unshare", "-U"));

    /** The numeric ids of a user and a group. */
    record Owner(int user, int group) {
        static final int ROOT = 0;

        boolean owns(Path file) throws IOException {
            return Integer.valueOf(user).equals(userOf(file));
        }

        static int userOf(Path file) throws IOException {
            return (Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        }

        static int groupOf(Path file) throws IOException {
            return (Integer) Files.getAttribute(file, "unix:gid", LinkOption.NOFOLLOW_LINKS);
        }

        void take(Path file) throws IOException {
            Files.setAttribute(file, "unix:gid", group, LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(file, "unix:uid", user, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** Makes the account the owner of a file or an empty folder. */
    void own(Path file) throws IOException {
        if (owner != null) {
            owner.take(file);
        }
    }

    /**
     * Makes the account the owner of a folder and its content, which must not be in use; does nothing if that was done
     * before. The folder itself comes last, so that after a kill in between the next process repeats the change.
     */
    void ownAll(Path folder) throws IOException {
        Owner next = owner;
        if (next == null || next.owns(folder)) {
            return;
        }
        Cluster.bottomUp(folder, next::take);
    }
}
