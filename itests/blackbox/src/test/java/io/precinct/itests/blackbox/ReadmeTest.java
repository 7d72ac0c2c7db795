package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The README's curls answer as they are printed there; {@code {…}} stands for a seal. */
class ReadmeTest {
    private static final Pattern EXAMPLE = Pattern.compile("```sh\\ncurl (.*)\\n```\\n```json\\n(.*)\\n```");
    private static final Pattern HEADER = Pattern.compile("-H '([^:]+): ([^']*)'");
    private static final Pattern TARGET = Pattern.compile("http://127\\.0\\.0\\.1:3000(\\S+)");

    @TempDir
    private Path folder;

    @TestFactory
    List<DynamicTest> every_curl_answers_as_printed() throws Exception {
        String readme = Files.readString(Path.of(System.getProperty("precinct.root"), "README.md"));
        var examples = EXAMPLE.matcher(readme);
        Map<String, String> printed = new LinkedHashMap<>();
        Map<String, String> answered = new LinkedHashMap<>();
        try (var service = Service.onDefaults(folder)) {
            while (examples.find()) {
                printed.put(examples.group(1), examples.group(2));
                answered.put(examples.group(1), answer(service.http, examples.group(1)));
            }
        }
        assertThat(printed).hasSizeGreaterThanOrEqualTo(4);
        return printed.keySet().stream()
                .map(curl -> DynamicTest.dynamicTest(
                        curl, () -> assertThat(unsealed(answered.get(curl))).isEqualTo(unsealed(printed.get(curl)))))
                .toList();
    }

    private static String answer(Http http, String curl) {
        var target = TARGET.matcher(curl);
        assertThat(target.find()).isTrue();
        List<String> headers = new ArrayList<>();
        var header = HEADER.matcher(curl);
        while (header.find()) {
            headers.add(header.group(1));
            headers.add(header.group(2));
        }
        return http.get(target.group(1), headers.toArray(String[]::new)).text();
    }

    private static String unsealed(String json) {
        return json.replaceAll("\"_seal\":\\{[^}]*}", "\"_seal\":{}");
    }
}
