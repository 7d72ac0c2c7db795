package io.precinct.dependencies.importer.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NpmPackagesTest {
    // @req:dependency-import-npm
    @Test
    void whatPackagesNeedToRunIsFound() {
        var found = ReadFiles.of(Map.of(
                "package.json",
                "{\"private\": true, \"workspaces\": [\"web\", \"kit\"], \"devDependencies\": {\"jest\": \"1\"},"
                        + " \"dependencies\": {\"lerna\": \"1\"}}",
                "web/package.json",
                """
                {"name": "@shop/web", "version": "1.0.0",
                 "dependencies": {"@shop/kit": "workspace:*", "react": "^19", "old": "npm:@other/new@^1", "f": "file:../f"},
                 "peerDependencies": {"react-dom": "*"}, "optionalDependencies": {"fsevents": "2"},
                 "devDependencies": {"vite": "7"}}
                """,
                "kit/package.json",
                "{\"name\": \"@shop/kit\"}"));
        assertThat(found.edges())
                .containsExactly(
                        "application:shop > library:npm/lerna",
                        "library:npm/@shop/web > library:npm/@other/new",
                        "library:npm/@shop/web > library:npm/@shop/kit",
                        "library:npm/@shop/web > library:npm/f",
                        "library:npm/@shop/web > library:npm/fsevents",
                        "library:npm/@shop/web > library:npm/react",
                        "library:npm/@shop/web > library:npm/react-dom");
        assertThat(found.faults()).isEmpty();
    }

    // @req:dependency-import-hostile
    @Test
    void whatIsNoPackageIsSaidWithItsLine() {
        assertThat(ReadFiles.of("a/package.json", "{\"name\": \"a\",\n \"dependencies\": {\"b\" \"1\"}}")
                        .faults())
                .singleElement()
                .asString()
                .startsWith("!a/package.json:2 ");
        assertThat(ReadFiles.of("package.json", "[]").faults())
                .containsExactly("!package.json:1 a package is a JSON object");
        assertThat(ReadFiles.of("package.json", "{\"dependencies\": []}").faults())
                .containsExactly("!package.json:1 dependencies is an object");
        assertThat(ReadFiles.of("package.json", "{\"a\":".repeat(100_000)).faults())
                .singleElement()
                .asString()
                .startsWith("!package.json:");
        assertThat(ReadFiles.of("package.json", "{} {}").faults()).hasSize(1);
        assertThat(ReadFiles.of("package.json", "").faults()).hasSize(1);
    }

    @Test
    void aNameThatIsTooLongIsLeftOut() {
        var found = ReadFiles.of(
                "package.json",
                "{\"name\": \"a\", \"dependencies\": {\"" + "x".repeat(400) + "\": \"1\", \"b\": \"1\"}}");
        assertThat(found.edges()).containsExactly("library:npm/a > library:npm/b");
        assertThat(found.faults()).singleElement().asString().contains("at most 300 characters");
    }

    @Test
    void aFolderIsThePackageInIt() {
        var found = ReadFiles.of(Map.of(
                "web/package.json",
                """
                {"name": "web", "dependencies": {"kit": "file:../libs/kit", "x": "link:../libs/unnamed",
                 "gone": "file:../gone", "old": "workspace:@shop/new@*", "same": "workspace:^1"}}
                """,
                "libs/kit/package.json",
                "{\"name\": \"@shop/kit\"}",
                "libs/unnamed/package.json",
                "{}"));
        assertThat(found.edges())
                .containsExactly(
                        "library:npm/web > application:shop/libs/unnamed",
                        "library:npm/web > library:npm/@shop/kit",
                        "library:npm/web > library:npm/@shop/new",
                        "library:npm/web > library:npm/gone",
                        "library:npm/web > library:npm/same");
        assertThat(found.files("library:npm/web", "library:npm/@shop/kit"))
                .isEqualTo(java.util.List.of("libs/kit/package.json", "web/package.json"));
    }
}
