package io.precinct.http.gateway;

import io.precinct.core.api.dispatch.GatewayUsers;
import io.precinct.core.api.launch.Launch;
import io.precinct.http.users.PasswordHash;
import io.precinct.http.users.User;
import io.precinct.http.users.Users;
import io.precinct.http.users.UsersFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The users as currently in the file. Checking costs a few microseconds, so a removed user is out with the next
 * request. A damaged file changes nothing, like a bad configuration. Thread-safe.
 */
@Component(service = {WatchedUsers.class, GatewayUsers.class})
public final class WatchedUsers implements GatewayUsers {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedUsers.class);

    private final UsersFile file;
    private volatile Seen seen = new Seen(Stamp.NEVER, Users.NONE);

    /** The state of a file at the last check. */
    private record Stamp(
            @Nullable FileTime modified,
            long size,
            @Nullable Object key) {
        static final Stamp NEVER = new Stamp(null, -2, null);
        static final Stamp ABSENT = new Stamp(null, -1, null);
    }

    private record Seen(Stamp stamp, Users users) {}

    /** Watches the file in the data folder. */
    @Activate
    public WatchedUsers(BundleContext context) {
        this(UsersFile.below(Path.of(Objects.requireNonNullElse(context.getProperty(Launch.DATA_DIR), "data"))));
    }

    /** Watches {@code file}, which need not exist. */
    WatchedUsers(UsersFile file) {
        this.file = file;
    }

    /** The current users. */
    Users current() {
        Seen last = seen;
        Stamp stamp = stamp(last);
        return stamp.equals(last.stamp()) ? last.users() : read();
    }

    @Override
    public Set<String> names() {
        return current().all().stream().map(User::name).collect(Collectors.toUnmodifiableSet());
    }

    private Stamp stamp(Seen last) {
        try {
            BasicFileAttributes now = Files.readAttributes(file.path(), BasicFileAttributes.class);
            return new Stamp(now.lastModifiedTime(), now.size(), now.fileKey());
        } catch (NoSuchFileException e) {
            return Stamp.ABSENT;
        } catch (IOException e) {
            LOG.warn("the users in {} cannot be looked at; those known stay", file.path(), e);
            return last.stamp();
        }
    }

    /**
     * Gives a user a new hash of the password that was just shown, unless the user has another password by now. If it
     * cannot be written, the old one stays until the next sign-in.
     *
     * @param shown the user whose password was compared
     * @return the user with the new hash, if that was written
     */
    Optional<User> renew(User shown, String password) {
        PasswordHash next = PasswordHash.of(password);
        try {
            return file.change(users -> users.find(shown.name())
                            .filter(now -> now.password().equals(shown.password()))
                            .map(now -> users.with(now.withPassword(next)))
                            .orElse(users))
                    .find(shown.name())
                    .filter(now -> now.password().equals(next));
        } catch (IOException e) {
            LOG.warn(
                    "{} keeps a password hash of {} iterations",
                    shown.name(),
                    shown.password().iterations(),
                    e);
            return Optional.empty();
        }
    }

    private synchronized Users read() {
        Seen last = seen;
        // Before the file is read: what is written meanwhile is then noticed next time.
        Stamp stamp = stamp(last);
        if (stamp.equals(last.stamp())) {
            return last.users();
        }
        Users users = last.users();
        try {
            users = file.read();
            LOG.info("{} users may pass the gateway", users.all().size());
        } catch (IOException e) {
            LOG.error("{}; the users known before stay", e.getMessage());
        }
        seen = new Seen(stamp, users);
        return users;
    }
}
