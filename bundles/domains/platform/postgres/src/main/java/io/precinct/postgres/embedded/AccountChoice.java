package io.precinct.postgres.embedded;

import io.precinct.postgres.embedded.Account.Owner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the account that runs the programs if this process runs as root: the user who owns the cluster already, else
 * the first of {@code precinct}, {@code postgres} and {@code nobody} that exists and can access both folders.
 *
 * @param folder the folder of the cluster; must exist
 * @param home the folder of the programs
 */
record AccountChoice(Path folder, Path home) {
    private static final Logger LOG = LoggerFactory.getLogger(AccountChoice.class);
    private static final List<String> NAMES = List.of("precinct", "postgres", "nobody");

    /** Checks that an account can enter its folder and run the programs; if that fails, the output is the reason. */
    private static final String REACHES = "cd \"$1\" && exec \"$2\" --version";

    /** Chooses the account; if it is root without rights, logs the reason. */
    Account choose() throws IOException, InterruptedException {
        if (!"0".equals(output(List.of("id", "-u")))) {
            return Account.SELF;
        }
        List<String> refusals = new ArrayList<>();
        for (Account candidate : candidates()) {
            String refusal = refusal(candidate);
            if (refusal == null) {
                LOG.info("the database server runs as {}", candidate.name());
                return candidate;
            }
            refusals.add(candidate.name() + ": " + refusal);
        }
        LOG.warn(
                "the database server runs as root, though in a user namespace without rights, because no other user"
                        + " can run it on {} ({}){}",
                folder,
                refusals.isEmpty() ? "there is none of " + String.join(", ", NAMES) : String.join("; ", refusals),
                closedFolders());
        return Account.NAMESPACE;
    }

    private List<Account> candidates() throws IOException, InterruptedException {
        List<Account> candidates = new ArrayList<>();
        Path cluster = folder.resolve(Cluster.DATA);
        if (Files.exists(cluster) && Owner.userOf(cluster) != Owner.ROOT) {
            var owner = new Owner(Owner.userOf(cluster), Owner.groupOf(cluster));
            addAll(candidates, "the user " + Files.getOwner(cluster).getName(), owner);
            return candidates;
        }
        for (String name : NAMES) {
            String user = output(List.of("id", "-u", name));
            String group = output(List.of("id", "-g", name));
            if (user.matches("[0-9]{1,9}") && group.matches("[0-9]{1,9}") && !user.equals("0")) {
                addAll(candidates, "the user " + name, new Owner(Integer.parseInt(user), Integer.parseInt(group)));
            }
        }
        return candidates;
    }

    /**
     * Adds the account once per program that can exec the server as that account, so that signals reach the server
     * itself.
     */
    private static void addAll(List<Account> candidates, String name, Owner owner) {
        candidates.add(new Account(
                name,
                owner,
                List.of("setpriv", "--reuid=" + owner.user(), "--regid=" + owner.group(), "--clear-groups")));
        candidates.add(new Account(
                name, owner, List.of("chroot", "--userspec=" + owner.user() + ":" + owner.group(), "--groups=", "/")));
    }

    /** Returns why this account cannot be used, or null. */
    private @Nullable String refusal(Account account) throws InterruptedException {
        List<String> command = new ArrayList<>(account.prefix());
        command.addAll(List.of(
                "sh",
                "-c",
                REACHES,
                "sh",
                folder.toString(),
                home.resolve("bin/postgres").toString()));
        try {
            PostgresPrograms.run(command, home);
            return null;
        } catch (PostgresPrograms.Failed failed) {
            return failed.printed();
        } catch (IOException e) {
            return "there is no " + account.prefix().getFirst();
        }
    }

    /** Names the parent folders that only their owners may enter, and how to change that; empty if there are none. */
    private String closedFolders() throws IOException {
        List<String> closed = new ArrayList<>();
        for (Path end : List.of(folder, home)) {
            for (Optional<Path> path = Optional.of(end);
                    path.isPresent();
                    path = Optional.ofNullable(path.get().getParent())) {
                Path one = path.get();
                if (!Files.getPosixFilePermissions(one).contains(PosixFilePermission.OTHERS_EXECUTE)
                        && !closed.contains(one.toString())) {
                    closed.add(one.toString());
                }
            }
        }
        return closed.isEmpty()
                ? ""
                : ": let others enter " + String.join(" and ", closed)
                        + " (chmod o+x), or name another data folder with --data";
    }

    /** Returns the output of a program; empty if it fails. */
    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? printed.strip() : "";
    }
}
