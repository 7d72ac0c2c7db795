package io.precinct.source.parse;

import io.github.treesitter.jtreesitter.NativeLibraryLookup;
import io.precinct.api.service.Extension;
import io.precinct.lib.re2j.Patterns;
import io.precinct.lib.treesitter.CoreLibrary;
import io.precinct.source.api.grammar.Language;
import io.precinct.treesitter.TreeSitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.stream.Stream;

/** Starts parsing processes. Thread-safe. */
public final class Workers implements AutoCloseable {
    /** One class of each jar that such a process needs. */
    private static final List<Class<?>> NEEDED = List.of(
            WorkerMain.class,
            Language.class,
            Extension.class,
            TreeSitter.class,
            NativeLibraryLookup.class,
            CoreLibrary.class,
            Patterns.class);

    private final Path folder;
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("workers").factory());
    /** At most one thread a process. */
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("worker").factory());

    private final List<Class<?>> needed;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private List<Path> classPath = List.of();
    private volatile boolean closed;

    /** @param folder below the data folder, for the code and the leftovers of processes */
    public Workers(Path folder) {
        this(folder, List.of());
    }

    /** @param more a class of each further jar that the processes need, such as one with operations */
    Workers(Path folder, List<Class<?>> more) {
        this.folder = folder.toAbsolutePath();
        this.clock.setRemoveOnCancelPolicy(true);
        this.needed = Stream.concat(NEEDED.stream(), more.stream()).toList();
    }

    /** A process for one language, started when it is first used. */
    WorkerProcess process(Language language, Path library) {
        return new WorkerProcess(this, language, library);
    }

    ScheduledExecutorService clock() {
        return clock;
    }

    /** Platform threads that wait for processes; interrupted when all are ended. */
    ExecutorService threads() {
        return threads;
    }

    /** Starts a Java process with {@code main}; its standard input and output are the caller's. */
    Process start(String name) throws IOException {
        Files.createDirectories(folder);
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-XX:-UsePerfData",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:+DisplayVMOutputToStderr",
                "-XX:ErrorFile=" + folder.resolve(name + "-crash.log"),
                "--enable-native-access=ALL-UNNAMED"));
        command.add("-cp");
        command.add(String.join(
                System.getProperty("path.separator"),
                classPath().stream().map(Path::toString).toList()));
        command.add(WorkerMain.class.getName());
        var builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        // The code that runs there is not trusted: it does not get our secrets.
        builder.environment().keySet().removeIf(key -> !key.equals("PATH") && !key.equals("LANG"));
        Process process = builder.start();
        running.add(process);
        var unused = process.onExit().thenRun(() -> running.remove(process));
        if (closed) {
            process.destroyForcibly();
        }
        return process;
    }

    private synchronized List<Path> classPath() throws IOException {
        if (classPath.isEmpty()) {
            var paths = new ArrayList<Path>();
            for (Class<?> one : needed) {
                paths.add(BundleJar.of(one, folder.resolve("lib")));
            }
            classPath = List.copyOf(paths);
        }
        return classPath;
    }

    /** Ends every remaining process; threads that wait for one learn that it ended. */
    @Override
    public void close() {
        closed = true;
        running.forEach(Process::destroyForcibly);
        clock.shutdownNow();
        threads.shutdownNow();
    }
}
