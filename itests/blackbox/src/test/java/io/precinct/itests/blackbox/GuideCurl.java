package io.precinct.itests.blackbox;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The part of {@code curl} that the documents use, for machines without it: {@code -s -i -N -X -H -d --json -o -w -m}
 * and an address.
 */
final class GuideCurl {
    private static final Pattern VARIABLE = Pattern.compile("%\\{http_code}|%header\\{([^}]+)}|\\\\n");

    private String method = "GET";
    private String body = "";
    private String output = "";
    private String written = "";
    private boolean included;
    private Duration patience = Duration.ofMinutes(1);
    private final HttpRequest.Builder request = HttpRequest.newBuilder();

    private GuideCurl(String[] arguments) {
        boolean named = false;
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "-s", "-sN", "-N" -> {}
                case "-i" -> included = true;
                case "-X" -> {
                    method = arguments[++i];
                    named = true;
                }
                case "-H" -> header(arguments[++i]);
                case "-d" -> body = arguments[++i];
                case "--json" -> {
                    body = arguments[++i];
                    header("Content-Type: application/json");
                    header("Accept: application/json");
                }
                case "-o" -> output = arguments[++i];
                case "-w" -> written = arguments[++i];
                case "-m" -> patience = Duration.ofSeconds(Long.parseLong(arguments[++i]));
                default -> request.uri(URI.create(arguments[i]));
            }
        }
        method = named || body.isEmpty() ? method : "POST";
    }

    private void header(String line) {
        String[] header = line.split(": ", 2);
        request.setHeader(header[0], header[1]);
    }

    /** Puts a {@code curl} into a folder of the path, unless the machine has one. */
    static void where(Path bin) throws IOException {
        boolean there = Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "curl")));
        if (!there) {
            Path script = Files.writeString(bin.resolve("curl"), """
                    #!/bin/sh
                    exec "$JAVA_HOME/bin/java" -cp '%s' %s "$@"
                    """.formatted(
                            System.getProperty("java.class.path"), GuideCurl.class.getName()));
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        new GuideCurl(arguments).run();
    }

    private void run() throws IOException, InterruptedException {
        var publisher =
                body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
        try (var client = HttpClient.newHttpClient()) {
            HttpResponse<InputStream> answer =
                    client.send(request.method(method, publisher).build(), HttpResponse.BodyHandlers.ofInputStream());
            Thread.ofVirtual().start(() -> read(answer)).join(patience);
            System.out.print(said(answer));
            System.out.flush();
            Runtime.getRuntime().halt(0); // otherwise the client would wait for the end of a stream
        }
    }

    private void read(HttpResponse<InputStream> answer) {
        try (InputStream in = answer.body()) {
            byte[] head = included ? head(answer) : new byte[0];
            if (output.isEmpty()) {
                System.out.writeBytes(head);
                in.transferTo(System.out);
            } else {
                Files.write(Path.of(output), head);
                Files.write(Path.of(output), in.readAllBytes(), StandardOpenOption.APPEND);
            }
        } catch (IOException e) {
            System.err.println(e);
        }
    }

    private static byte[] head(HttpResponse<InputStream> answer) {
        var head = new StringBuilder("HTTP/1.1 ").append(answer.statusCode()).append("\r\n");
        answer.headers()
                .map()
                .forEach((name, values) -> values.forEach(
                        value -> head.append(name).append(": ").append(value).append("\r\n")));
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private String said(HttpResponse<InputStream> answer) {
        return VARIABLE.matcher(written).replaceAll(found -> {
            String name = found.group(1);
            String value = found.group().equals("\\n")
                    ? "\n"
                    : name == null
                            ? Integer.toString(answer.statusCode())
                            : answer.headers().firstValue(name).orElse("");
            return Matcher.quoteReplacement(value);
        });
    }
}
