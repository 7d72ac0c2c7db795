package io.precinct.source.settings;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.eclipse.jgit.transport.URIish;
import org.jspecify.annotations.Nullable;

/** One entry of {@code repos}. */
final class RepositoryEntry {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://.*", Pattern.DOTALL);
    private static final Pattern SCP = Pattern.compile("[^/\\\\:]{2,}:(?!//).+", Pattern.DOTALL);
    private static final int MOST_SECONDS = 366 * 24 * 3600;

    private final Keys keys;
    private final Path folder;

    private RepositoryEntry(Keys keys, Path folder) {
        this.keys = keys;
        this.folder = folder;
    }

    /** The entry of this name, or null where it is not good, which is reported. */
    static @Nullable RepositorySettings read(Keys repos, String name) {
        if (!NAME.matcher(name).matches()) {
            repos.problem(
                    name,
                    "a repository has a name of letters, digits, '.', '_' and '-', got \"" + name + "\"",
                    "it stands in paths: /repos/NAME/tree");
        }
        try (Keys keys = repos.keys(name)) {
            return new RepositoryEntry(keys, repos.folder()).settings(name);
        }
    }

    private @Nullable RepositorySettings settings(String name) {
        Address address = address();
        Credentials credentials = credentials(address);
        var settings = new RepositorySettings(
                name,
                address == null ? "" : address.url(),
                credentials,
                Duration.ofSeconds(keys.whole("refresh", 0, MOST_SECONDS, SourceFile.REFRESH.toSeconds())),
                keys.texts("grammars"),
                keys.text("ref"),
                (int) keys.whole("depth", 1, Integer.MAX_VALUE, 0),
                keys.whole("max_bytes", 1, 1L << 50, SourceFile.CLONE_BYTES),
                Duration.ofSeconds(keys.whole("timeout", 1, 3600, SourceFile.TIMEOUT.toSeconds())),
                keys.text("webhook_secret"));
        return address == null ? null : settings;
    }

    /** How a repository is reached. */
    private enum Way {
        LOCAL,
        HTTP,
        SSH,
        GIT
    }

    /** A url, taken apart. */
    private record Address(
            String url,
            Way way,
            @Nullable String user,
            @Nullable String password) {}

    private @Nullable Address address() {
        String url = keys.text("url");
        if (url == null) {
            if (!keys.has("url")) {
                keys.problem("url", keys.named("url") + " is missing", "a url, or the path of a repository");
            }
            return null;
        }
        var scheme = SCHEME.matcher(url);
        Way way = Way.LOCAL;
        if (scheme.matches()) {
            switch (scheme.group(1)) {
                case "http", "https" -> way = Way.HTTP;
                case "ssh", "git+ssh", "ssh+git" -> way = Way.SSH;
                case "git" -> way = Way.GIT;
                case "file" -> way = Way.LOCAL;
                default -> {
                    keys.wrong("url", "a url of https, http, ssh, git or file, or a path", null);
                    return null;
                }
            }
        } else if (SCP.matcher(url).matches()) {
            way = Way.SSH;
        }
        return way == Way.LOCAL ? local(url) : remote(url, way);
    }

    private @Nullable Address local(String url) {
        try {
            Path path = url.startsWith("file:")
                    ? Path.of(new URIish(url).getPath())
                    : folder.resolve(url).toAbsolutePath();
            return new Address(path.normalize().toString(), Way.LOCAL, null, null);
        } catch (InvalidPathException | URISyntaxException e) {
            // What the exception says would show what a variable held.
            keys.wrong("url", "a url or the path of a repository", null);
            return null;
        }
    }

    private @Nullable Address remote(String url, Way way) {
        try {
            var uri = new URIish(url);
            if (uri.getHost() == null || uri.getHost().isEmpty() || uri.getPath() == null) {
                keys.wrong("url", "a url with a host and a path", null);
                return null;
            }
            URIish bare = uri.setPass(null);
            return new Address(
                    (way == Way.HTTP ? bare.setUser(null) : bare).toString(), way, uri.getUser(), uri.getPass());
        } catch (URISyntaxException e) {
            keys.wrong("url", "a url or the path of a repository", null);
            return null;
        }
    }

    private Credentials credentials(@Nullable Address address) {
        try (Keys given = keys.keys("credentials")) {
            Path sshKey = given.path("ssh_key");
            Path knownHosts = given.path("known_hosts");
            String username = given.text("username");
            String password = given.text("password");
            String passphrase = given.text("passphrase");
            if (address == null) {
                return Credentials.NONE;
            }
            if (address.way() == Way.SSH) {
                checkFile(given, "ssh_key", sshKey);
                checkFile(given, "known_hosts", knownHosts);
            } else if (sshKey != null || knownHosts != null) {
                given.odd(
                        sshKey != null ? "ssh_key" : "known_hosts",
                        given.named(sshKey != null ? "ssh_key" : "known_hosts") + " has no use without ssh",
                        "the url is one of another kind");
            }
            if (address.way() == Way.HTTP && password != null && username == null && address.user() == null) {
                given.problem("password", given.named("username") + " is missing beside the password", null);
            }
            if (passphrase != null && sshKey == null) {
                given.problem("passphrase", given.named("ssh_key") + " is missing beside the passphrase", null);
            }
            String user = username == null ? address.user() : username;
            return new Credentials(
                    sshKey, knownHosts, user, password == null ? address.password() : password, passphrase);
        }
    }

    private static void checkFile(Keys given, String key, @Nullable Path file) {
        if (file != null && !Files.isReadable(file)) {
            given.problem(key, given.named(key) + ": there is no readable file " + file, null);
        }
    }
}
