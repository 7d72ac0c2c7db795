import io.precinct.api.config.TagException;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.config.tag.YamlDocuments;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads every file of a folder with the configuration's YAML reader; prints {@code name} and {@code data} or
 * {@code error}.
 */
class Reading {
    public static void main(String[] args) throws IOException {
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        try (var files = Files.list(Path.of(args[0]))) {
            for (Path file : files.sorted().toList()) {
                out.println(Json.compact(read(file)));
            }
        }
        out.flush();
    }

    private static Object read(Path file) {
        String name = file.getFileName().toString();
        try {
            return Data.map("name", name, "data", new YamlDocuments().read(file));
        } catch (TagException e) {
            return Data.map("name", name, "error", e.getMessage());
        }
    }
}
