package io.precinct.postgres.embedded;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whom the programs of PostgreSQL run as.
 *
 * @param name for people
 * @param owner user and group that own the files, or null: those of this process, whoever that is
 * @param prefix what stands before a program's command line; it is replaced by the program, never its parent
 */
record Account(String name, @Nullable Owner owner, List<String> prefix) {
    /** An ordinary user runs them as himself. */
    static final Account SELF = new Account("the user of this process", null, List.of());

    /** PostgreSQL refuses to run as root, so this root has no rights: a user namespace without a mapping. */
    static final Account NAMESPACE =
            new Account("root without rights", new Owner(Owner.ROOT, Owner.ROOT), List.of("unshare", "-U"));

    /** Numbers of a user and a group. */
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

    /** Hands over a file or an empty folder. */
    void own(Path file) throws IOException {
        if (owner != null) {
            owner.take(file);
        }
    }

    /**
     * Hands over a folder with all that is in it, which nobody uses meanwhile; does nothing where that was done before.
     * The folder itself comes last, so that a process which is killed in the middle leaves what the next one goes on with.
     */
    void ownAll(Path folder) throws IOException {
        Owner next = owner;
        if (next == null || next.owns(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                next.take(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                    Path visited, java.io.@org.jspecify.annotations.Nullable IOException thrown) throws IOException {
                if (thrown != null) {
                    throw thrown;
                }
                next.take(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
