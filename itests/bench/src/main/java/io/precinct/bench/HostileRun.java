package io.precinct.bench;

import io.precinct.itests.hostile.HostileBundle;
import io.precinct.itests.hostile.HostileBundle.Told;
import io.precinct.itests.hostile.HostileBundles;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import io.precinct.itests.support.ServerProcess;
import java.io.IOException;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One run of {@link HostileBench}: deploys the bundles, calls them and records the outcomes. Not thread-safe. */
final class HostileRun {
    /** How long the bundles are called again and again. */
    private static final Duration LENGTH = Duration.ofMinutes(Integer.getInteger("bench.minutes", 0));

    private static final Duration ROUND = Duration.ofSeconds(10);

    /** Selects the bundles by name; all by default. */
    private static final Pattern WANTED = Pattern.compile(System.getProperty("bench.bundles", ".*"));

    static final List<HostileBundle> BUNDLES = HostileBundles.all().stream()
            .filter(bundle -> WANTED.matcher(bundle.name()).matches())
            .toList();

    private static final int AT_ONCE = 4;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private final Http http;
    private final ServerProcess server;
    private final Path watched;
    final String authorization;
    final List<String> notes = new ArrayList<>();
    int rounds;

    HostileRun(Http http, ServerProcess server, Path watched, String authorization) {
        this.http = http;
        this.server = server;
        this.watched = watched;
        this.authorization = authorization;
    }

    interface Condition {
        boolean holds() throws Exception;
    }

    /** Whether the condition became true within a minute. */
    boolean await(Condition condition) throws Exception {
        long end = System.nanoTime() + PATIENCE;
        while (!condition.holds()) {
            if (System.nanoTime() > end) {
                return false;
            }
            Thread.sleep(20);
        }
        return true;
    }

    /** Deploys all bundles at once, as if a folder of jars was dropped. */
    void deploy() throws Exception {
        for (HostileBundle bundle : BUNDLES) {
            PluginJar.drop(bundle.jar("1.0.0"), watched.resolve(bundle.name() + ".jar"));
        }
        if (!await(() -> outcomes().keySet().containsAll(names(BUNDLES)))) {
            notes.add("Not every deployment had an outcome within a minute.");
        }
        Map<String, Map<?, ?>> outcomes = outcomes();
        for (HostileBundle bundle : BUNDLES) {
            Map<?, ?> outcome = outcomes.getOrDefault(bundle.bundle(), Map.of());
            if (bundle.admitted() != "deployed".equals(outcome.get("result"))) {
                notes.add(bundle + ": " + outcome.get("result") + " " + outcome.get("reasons"));
            }
        }
    }

    /** Closes the connections of the first calls, and calls the bundles again and again. */
    void keepCalling(List<Socket> first) throws Exception {
        long end = System.nanoTime() + LENGTH.toNanos();
        List<Socket> asked = first;
        for (rounds = 1; System.nanoTime() < end; rounds++) {
            close(asked);
            asked = ask();
            Thread.sleep(ROUND);
        }
        close(asked);
    }

    void undeploy() throws Exception {
        Map<String, Map<?, ?>> outcomes = outcomes();
        for (HostileBundle bundle : BUNDLES) {
            Map<?, ?> latest = outcomes.getOrDefault(bundle.bundle(), Map.of());
            if ("removed".equals(latest.get("result"))) {
                notes.add(bundle + " was taken out by the service: " + latest.get("notes"));
            } else if (bundle.admitted()) {
                var answer = http.post(
                        "/admin/undeploy", "{\"bundle\": \"" + bundle.bundle() + "\"}", "Authorization", authorization);
                if (answer.status() != 200) {
                    notes.add(bundle + " is not undeployed: " + answer.text());
                }
            }
            // Only after the undeployment, because removing the file undeploys the bundle as well.
            Files.deleteIfExists(watched.resolve(bundle.name() + ".jar"));
        }
    }

    private static List<String> names(List<HostileBundle> bundles) {
        return bundles.stream().map(HostileBundle::bundle).toList();
    }

    /** The latest outcome of each bundle. */
    private Map<String, Map<?, ?>> outcomes() {
        return ((List<?>) Objects.requireNonNull(admin("/admin/bundles").json().get("outcomes")))
                .stream()
                        .map(outcome -> (Map<?, ?>) outcome)
                        .collect(Collectors.toMap(
                                outcome -> String.valueOf(outcome.get("bundle")), outcome -> outcome, (a, b) -> a));
    }

    List<Socket> ask() throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (HostileBundle bundle : BUNDLES) {
            if (bundle.admitted() && bundle.path() != null) {
                ask(bundle.path(), sockets);
            }
        }
        return sockets;
    }

    private static void close(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private Http.Answer admin(String path) {
        return http.get(path, "Authorization", authorization);
    }

    private void ask(String path, List<Socket> sockets) throws IOException {
        for (int i = 0; i < AT_ONCE; i++) {
            var socket = new Socket("127.0.0.1", server.url().getPort());
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            sockets.add(socket);
        }
    }

    /** Measures how long after its requests each overstaying bundle is named by {@code explain}. */
    void awaitNamed() throws Exception {
        long asked = System.nanoTime();
        List<HostileBundle> unnamed = new ArrayList<>(BUNDLES);
        unnamed.removeIf(bundle -> bundle.told() != Told.OVERSTAYS);
        int all = unnamed.size();
        await(() -> {
            unnamed.removeIf(bundle -> admin("/admin/explain?what="
                            + URLEncoder.encode("bundle:" + bundle.bundle(), StandardCharsets.UTF_8))
                    .text()
                    .contains("\"stack\""));
            return unnamed.isEmpty();
        });
        notes.add(String.format(
                java.util.Locale.ROOT,
                "%d of %d that overstay named by explain within %.1f s of being asked (3 s of them are their"
                        + " deadline).",
                all - unnamed.size(),
                all,
                (System.nanoTime() - asked) / 1e9));
    }

    /** Finds the bundles whose class loaders are still in memory after a minute. */
    void remains() throws Exception {
        await(() -> {
            server.collectGarbage();
            return left().isEmpty();
        });
        List<String> left = left();
        notes.add(
                "Class loaders in memory a minute after the last was undeployed, of bundles that leave no thread behind: "
                        + (left.isEmpty() ? "none." : left.size() + ": " + holders(left)));
    }

    /** The first reason that {@code precinct bundles} gives for each bundle. */
    private String holders(List<String> left) {
        var all = (Map<?, ?>)
                Objects.requireNonNull(admin("/admin/bundles").json().get("held_by"));
        return left.stream()
                .map(bundle -> bundle + " by "
                        + (all.get(bundle) instanceof List<?> reasons && !reasons.isEmpty()
                                ? reasons.getFirst()
                                : "what is not found"))
                .collect(Collectors.joining("; "));
    }

    private List<String> left() {
        String metrics = http.get("/metrics").text();
        return BUNDLES.stream()
                .filter(bundle -> !bundle.mayStick())
                .map(HostileBundle::bundle)
                .filter(bundle -> metrics.contains("precinct_generations_alive{bundle=\"" + bundle + "\"}"))
                .toList();
    }
}
