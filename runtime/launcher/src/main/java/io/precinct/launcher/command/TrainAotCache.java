package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Option;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.WrongUsage;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Trains the JVM's ahead-of-time cache (JEP 483, JEP 514): starts an instance on a temporary data folder, sends it some
 * requests, stops it, and keeps the cache that the JVM wrote. The start script uses the file from then on.
 *
 * @param config folder of the configuration to train with
 * @param output the cache; empty for the distribution's {@code lib/precinct.aot}
 */
record TrainAotCache(Installation installation, Path config, List<String> features, Optional<Path> output)
        implements Command {
    private static final Option OUTPUT =
            Option.value("--output", "FILE", "the cache, if not lib/precinct.aot of the distribution");
    private static final String READY = "precinct ready on ";
    private static final int REQUESTS = 50;
    private static final int EXIT_MINUTES = 3;
    /** JVM flags that only client commands use and an instance does not, and flags that conflict with training. */
    private static final Pattern OF_CLIENT_COMMANDS = Pattern.compile("^(-XX:AOT|-XX:TieredStopAtLevel|-Xshare|-Xlog)");

    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "aot",
                    "trains the cache that makes the next starts faster",
                    List.of(),
                    List.of(CommonOptions.CONFIG, CommonOptions.FEATURES, OUTPUT)),
            false,
            TrainAotCache::read);

    private static TrainAotCache read(Arguments arguments, Installation installation) throws WrongUsage {
        return new TrainAotCache(
                installation,
                CommonOptions.config(arguments, installation),
                CommonOptions.features(arguments),
                CommonOptions.path(arguments, OUTPUT));
    }

    @Override
    public int execute(Console console) throws Failure, InterruptedException {
        CommonOptions.requireConfiguration(config, installation);
        Path cache = output.orElse(installation.home().resolve("lib/precinct.aot"));
        Path unfinished = cache.resolveSibling(cache.getFileName() + ".new");
        if (!Files.isWritable(unfinished.toAbsolutePath().getParent())) {
            throw new Failure("cannot write " + cache + "; name another file with --output, and start with"
                    + " PRECINCT_JAVA_OPTS=-XX:AOTCache=FILE");
        }
        try (TemporaryFolder data = TemporaryFolder.create("precinct-aot")) {
            train(console, unfinished, data.path());
            Files.move(unfinished, cache, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw Failure.of("cannot train the cache", e);
        }
        console.out().println("trained " + cache);
        return DONE;
    }

    private void train(Console console, Path unfinished, Path data) throws IOException, Failure, InterruptedException {
        Process instance = new ProcessBuilder(commandLine(unfinished, data))
                .redirectErrorStream(true)
                .start();
        console.progress("training; this takes some seconds");
        try (BufferedReader out = instance.inputReader(StandardCharsets.UTF_8)) {
            List<String> said = new ArrayList<>();
            String line = out.readLine();
            while (line != null && !line.startsWith(READY)) {
                said.add(line);
                line = out.readLine();
            }
            if (line == null) {
                throw new Failure("the instance to train with did not start. It said" + CommonOptions.list(said));
            }
            exercise(URI.create(line.substring(READY.length())));
            instance.toHandle().destroy(); // unlike Process.destroy, it leaves the streams open
            out.lines().forEach(said::add);
            if (!instance.waitFor(EXIT_MINUTES, TimeUnit.MINUTES) || !Files.exists(unfinished)) {
                throw new Failure("the JVM left no cache. It said" + CommonOptions.list(said));
            }
        } finally {
            instance.destroyForcibly().waitFor(); // the instance writes into a folder that is deleted next
        }
    }

    private List<String> commandLine(Path unfinished, Path data) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The flags of this process, so that the cache fits the processes that will use it.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> !OF_CLIENT_COMMANDS.matcher(flag).find())
                .forEach(words::add);
        words.add("-XX:AOTCacheOutput=" + unfinished);
        words.addAll(List.of(
                "-jar", installation.home().resolve("lib/precinct-launcher.jar").toString()));
        words.addAll(List.of("run", "--port", "0", "--config", config.toString(), "--data", data.toString()));
        if (!features.isEmpty()) {
            words.addAll(List.of("--features", String.join(",", features)));
        }
        return words;
    }

    /** Sends requests through the chain, so that the JVM records its classes; the answers do not matter. */
    private static void exercise(URI url) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (int i = 0; i < REQUESTS; i++) {
                for (String path : List.of("/health", "/inspect/routes", "/")) {
                    client.send(HttpRequest.newBuilder(url.resolve(path)).build(), BodyHandlers.discarding());
                }
            }
        }
    }
}
