package io.precinct.launcher.client;

import io.precinct.launcher.Failure;
import io.precinct.launcher.data.DataFolder;
import io.precinct.launcher.data.RunFile;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The instance that a command sends requests to.
 *
 * @param url address of the instance; empty for the instance that runs on {@code folder}
 * @param token token that its admin operations require; empty for the token in {@code folder}
 * @param credentials credentials of a user of its gateway, in place of a token; only with {@code url}
 * @param trusted file with the trusted certificates, in PEM; empty for the certificates that the JDK trusts
 */
public record InstanceTarget(
        DataFolder folder,
        Optional<URI> url,
        Optional<String> token,
        Optional<Credentials> credentials,
        Optional<Path> trusted) {
    /** A target that is used without a user's credentials. */
    public InstanceTarget(DataFolder folder, Optional<URI> url, Optional<String> token) {
        this(folder, url, token, Optional.empty(), Optional.empty());
    }

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    /**
     * Address and token of an instance.
     *
     * @param token empty if none is known
     */
    record Address(URI url, Optional<String> token) {}

    /**
     * Finds the instance. The token of a data folder is used only for the instance that runs on it.
     *
     * @throws Failure if no instance runs
     */
    Address find() throws Failure {
        Optional<RunFile> running = RunFile.read(folder);
        if (url.isPresent() && credentials.isPresent()) {
            return new Address(url.get(), Optional.empty());
        }
        if (url.isPresent()) {
            Optional<String> known = running.filter(instance -> sameOrigin(instance.url(), url.get()))
                    .map(RunFile::token);
            return new Address(url.get(), token.or(() -> known));
        }
        RunFile instance = running.orElseThrow(() -> notRunning("there is no " + folder.runFile()));
        if (ProcessHandle.of(instance.pid()).isEmpty()) {
            throw notRunning("the process " + instance.pid() + " of " + folder.runFile() + " has ended");
        }
        if (!LOOPBACK.contains(instance.url().getHost())) {
            throw new Failure(folder.runFile() + " names " + instance.url()
                    + ", which is not on this machine; name it with --url and --token if you mean it");
        }
        return new Address(instance.url(), token.or(() -> Optional.of(instance.token())));
    }

    /** The failure for an instance that does not answer, with a hint on how to start it. */
    Failure notRunning(String why) {
        return url.isPresent()
                ? new Failure("no precinct answers on " + url.get() + ": " + why)
                : new Failure("no precinct runs on " + folder.path() + ": " + why + ". Start it: precinct run --data '"
                        + folder.path() + "'");
    }

    /** Whether an address is by its name on this machine, so that data sent to it does not leave the machine. */
    public static boolean isLoopback(URI url) {
        return LOOPBACK.contains(url.getHost());
    }

    private static boolean sameOrigin(URI a, URI b) {
        return a.getHost().equals(b.getHost())
                && a.getPort() == b.getPort()
                && a.getScheme().equals(b.getScheme());
    }
}
