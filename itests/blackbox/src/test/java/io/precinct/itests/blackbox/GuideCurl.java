package io.precinct.itests.blackbox;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/** What the guide asks of {@code curl} ({@code -s}, {@code -H}, an address), for machines that have none. */
final class GuideCurl {
    private GuideCurl() {}

    /** Puts a {@code curl} into a folder of the path, unless there is one. */
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
        var request = HttpRequest.newBuilder();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "-s" -> {}
                case "-H" -> {
                    String[] header = arguments[++i].split(": ", 2);
                    request.header(header[0], header[1]);
                }
                default -> request.uri(URI.create(arguments[i]));
            }
        }
        try (var client = HttpClient.newHttpClient()) {
            System.out.print(client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                    .body());
        }
    }
}
