package io.precinct.build.tests;

import io.precinct.build.Launch;
import io.precinct.build.tests.ClassResult.Failure;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** A JVM that runs test classes of a module one after the other; used by one thread. */
final class WorkerProcess implements AutoCloseable {
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** Longer than any class takes on a slow machine: after this, it hangs. */
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private final int number = COUNT.incrementAndGet();
    private final Process process;
    private final BufferedWriter input;
    private final BufferedReader output;
    private final Path log;
    private final LoadedClasses loaded;
    private long cpuMillis;
    private volatile boolean killed;
    private volatile List<ProcessHandle> started = List.of();

    /** Starts the JVM in the module's folder; it records the classes it loads if its tests run packaged bundles. */
    WorkerProcess(TestGroup group, boolean assembled, RunFolder folder) {
        Launch launch = Launch.of(group.module());
        loaded = new LoadedClasses(folder.loads(), "w" + number);
        log = folder.output().resolve("worker-" + number + ".txt");
        try {
            process = builder(group, assembled, launch, folder).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        input = process.outputWriter(StandardCharsets.UTF_8);
        output = process.inputReader(StandardCharsets.UTF_8);
    }

    private ProcessBuilder builder(TestGroup group, boolean assembled, Launch launch, RunFolder folder)
            throws IOException {
        List<String> options = new ArrayList<>(launch.arguments());
        options.add("-ea");
        options.add("-Dbasedir=" + group.module().path());
        options.add("-Djava.io.tmpdir=" + folder.temporary());
        launch.properties().forEach((name, value) -> options.add("-D" + name + "=" + value));
        folder.properties().forEach((name, value) -> options.add("-D" + name + "=" + value));
        if (assembled) {
            options.add(loaded.option());
        }
        List<Path> path = new ArrayList<>(launch.testPath());
        path.addAll(folder.launcherPath());
        options.add("-cp");
        options.add(path.stream().distinct().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        Path file = folder.output().resolve("worker-" + number + ".args");
        Files.write(
                file,
                options.stream()
                        .map(option -> '"' + option.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                        .toList());
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@" + file,
                        Worker.class.getName(),
                        folder.output().toString())
                .directory(group.module().path().toFile())
                .redirectErrorStream(true);
        builder.environment().put("TMPDIR", folder.temporary().toString());
        if (group.startsProducts()) {
            String given = builder.environment().getOrDefault("PRECINCT_JAVA_OPTS", "");
            String quick = group.asShipped() ? "" : "-XX:TieredStopAtLevel=1";
            builder.environment()
                    .put(
                            "PRECINCT_JAVA_OPTS",
                            String.join(" ", given, quick, loaded.option()).trim());
        }
        return builder;
    }

    /** Runs a class; if the JVM ends meanwhile, that is a failure of the class. */
    ClassResult run(TestClass test) {
        long before = cpuMillis;
        RunningClass running = runToItsEnd(test);
        long took = running.millis();
        cpuMillis = Math.max(before, CpuTime.millis(process.toHandle()));
        return running.result(took, cpuMillis - before);
    }

    private RunningClass runToItsEnd(TestClass test) {
        var running = new RunningClass(test.name());
        Thread watch = Thread.ofVirtual().start(this::endWhatHangs);
        try {
            input.write(test.name() + "\n");
            input.flush();
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                int mark = line.indexOf(Worker.MARK);
                if (mark < 0) {
                    Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                } else if (running.ended(line.substring(mark + 1).split("\t", -1))) {
                    return running;
                }
            }
            running.fail("(the JVM)", "it ended with " + process.waitFor() + "; what it printed is in " + log);
        } catch (IOException e) {
            running.fail("(the JVM)", "it ended: " + e.getMessage() + "; what it printed is in " + log);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            running.fail("(the JVM)", "interrupted");
        } finally {
            watch.interrupt();
        }
        return running;
    }

    private void endWhatHangs() {
        try {
            Thread.sleep(PATIENCE);
            new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(process.pid()),
                            "Thread.print")
                    .redirectErrorStream(true)
                    .redirectOutput(log.resolveSibling("worker-" + number + ".threads.txt")
                            .toFile())
                    .start()
                    .waitFor(30, TimeUnit.SECONDS);
            process.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            process.destroyForcibly();
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The classes of ours that it, and the products that it started, have loaded. */
    LoadedClasses loaded() {
        return loaded;
    }

    /** Lets the JVM end as after its last class, and waits for that. */
    @Override
    public void close() {
        try {
            input.close();
            // The output of shutdown hooks has to be read; nobody waits for the reader, since a child may hold the pipe
            // open.
            Thread.ofPlatform().daemon().name("worker-output").start(this::drain);
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
        loaded.delete();
    }

    private void drain() {
        try (Writer rest = Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            output.transferTo(rest);
        } catch (IOException e) {
            // The process is gone, or the folder of the next run replaced this one's.
            return;
        }
    }

    /** Waits for the end of a killed JVM; any thread may call this. */
    void awaitEnd() {
        try {
            process.waitFor(10, TimeUnit.SECONDS);
            CompletableFuture.allOf(started.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .get(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            started.forEach(ProcessHandle::destroyForcibly);
        }
        process.destroyForcibly();
    }

    /** Whether it was killed. */
    boolean isKilled() {
        return killed;
    }

    /** Kills the JVM; any thread may call this. */
    void kill() {
        killed = true;
        started = process.descendants().toList();
        started.forEach(ProcessHandle::destroy);
        process.destroy();
    }

    /** What a class has reported so far. */
    private static final class RunningClass {
        private final String name;
        private final long began = System.nanoTime();
        private final List<Failure> failures = new ArrayList<>();
        private int tests;
        private int skipped;
        private boolean empty;

        RunningClass(String name) {
            this.name = name;
        }

        boolean ended(String[] words) {
            switch (words[0]) {
                case "test" -> {
                    tests++;
                    if (words[2].equals("FAILED")) {
                        fail(words[3], new String(Base64.getDecoder().decode(words[4]), StandardCharsets.UTF_8));
                    } else if (words[2].equals("SKIPPED")) {
                        skipped++;
                    }
                }
                case "empty" -> empty = true;
                default -> {
                    return true;
                }
            }
            return false;
        }

        void fail(String test, String trace) {
            failures.add(new Failure(test, trace));
        }

        /** The time since it began, in milliseconds. */
        long millis() {
            return (System.nanoTime() - began) / 1_000_000;
        }

        ClassResult result(long millis, long cpuMillis) {
            if (empty && failures.isEmpty()) {
                fail("(discovery)", "it has no test");
            }
            return new ClassResult(name, tests, skipped, List.copyOf(failures), millis, cpuMillis);
        }
    }
}
