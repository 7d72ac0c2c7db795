package io.precinct.bench;

import io.precinct.itests.database.seed.SeededCases;
import io.precinct.itests.support.Http;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chooses the requests of the cases benchmark, and records the statements that the product executes for them.
 *
 * @param cases the seeded cases
 * @param postgres folder of the database
 * @param connection connection to the database as a superuser
 * @param url address of the product
 */
record CaseRecorder(SeededCases cases, Path postgres, Connection connection, URI url) {
    private static final int RECORDED = 40;
    private static final Pattern NEXT = Pattern.compile("<([^>]+)>; *rel=\"?next");

    /** Request targets for reading, listing, searching and counting, in this order. */
    List<List<String>> targets(Random random) {
        List<String> reads = new ArrayList<>();
        List<String> searches = new ArrayList<>();
        for (int i = 0; i < RECORDED; i++) {
            reads.add("/api/tasks/" + cases.id(random.nextInt(cases.size())));
            String q = i % 2 == 0
                    ? cases.phrase(random.nextInt(cases.size()))
                    : SeededCases.word(random.nextInt(200)) + " " + SeededCases.word(random.nextInt(SeededCases.WORDS));
            searches.add("/api/tasks/search?q=" + URLEncoder.encode(q, StandardCharsets.UTF_8));
        }
        List<String> lists = new ArrayList<>();
        var http = new Http(url);
        String target = "/api/tasks?status=active&limit=50";
        while (lists.size() < RECORDED) {
            lists.add(target);
            Http.Answer page = http.get(target);
            Matcher next =
                    NEXT.matcher(page.response().headers().firstValue("link").orElse(""));
            if (page.status() != 200 || !next.find()) {
                target = "/api/tasks?status=active&limit=50";
            } else {
                URI link = URI.create(next.group(1));
                target = link.getRawPath() + "?" + link.getRawQuery();
            }
        }
        return List.of(reads, lists, searches, List.of("/api/tasks/cases/statistics"));
    }

    /** The statements of each of these requests, followed by those of a change. */
    List<CaseStatements.Replay> record(List<List<String>> targets) throws Exception {
        var statements = new CaseStatements(find(postgres), connection);
        var http = new Http(url);
        List<CaseStatements.Replay> replays = new ArrayList<>();
        statements.log(true);
        for (List<String> some : targets) {
            for (String target : some) {
                replays.add(statements.of(() -> http.get(target).ok()));
            }
        }
        String changed = "/api/tasks/" + cases.id(0);
        String label = "{\"label\":\"recorded " + System.nanoTime() + "\"}";
        replays.add(statements.of(() -> http.send("PATCH", changed, label).ok()));
        statements.log(false);
        return replays;
    }

    private static Path find(Path postgres) throws Exception {
        try (var tree = Files.walk(postgres)) {
            return tree.filter(path -> path.endsWith("log") && Files.isDirectory(path))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("the server keeps no log below " + postgres));
        }
    }
}
