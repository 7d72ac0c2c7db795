package io.precinct.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.config.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Common mistakes in {@code service.yml}, and the problems that are reported for them. */
class BadFileTest {
    @TempDir
    Path root;

    private TestFolder folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = TestFolder.in(root);
    }

    /** A kind of mistake, the file, the line of the problem, its message and its hint. */
    static Stream<Arguments> badFiles() {
        return Stream.of(
                bad("unknown key", "service: a\nprot: 3000\n", 2, "unknown key \"prot\"", "did you mean \"port\"?"),
                bad(
                        "unknown key of a section",
                        "limits:\n  body_byte: 1\n",
                        2,
                        "unknown key \"body_byte\" in limits",
                        "did you mean \"body_bytes\"?"),
                bad(
                        "name that is not for sale",
                        "deploy:\n  replaces: [echo, seal]\n",
                        2,
                        "deploy.replaces: seal belongs to the tail of every chain",
                        "leave it out"),
                bad("name that is none", "deploy:\n  replaces: [a b c]\n", 2, "deploy.replaces takes names of", "echo"),
                bad("wrong type", "port: [3000]\n", 1, "port takes a whole number from 0 to 65535, got a list", null),
                bad("number in quotes", "port: \"3000\"\n", 1, "got \"3000\"", "remove the quotes"),
                bad("whole number with a point", "port: 3000.0\n", 1, "got 3000.0", "write 3000"),
                bad("fraction", "port: 3000.5\n", 1, "takes a whole number from 0 to 65535, got 3000.5", null),
                bad("number out of range", "\nport: 65536\n", 2, "port takes a whole number from 0 to 65535", null),
                bad("yes is no boolean", "access_log: yes\n", 1, "got \"yes\"", "in YAML 1.2 this is text; write true"),
                bad("text that looks like a number", "service: 010\n", 1, "service takes text, got 10", "\"010\""),
                bad("unknown tag", "port: !Evn {name: PORT}\n", 1, "unknown tag !Evn", "did you mean \"!Env\"?"),
                bad(
                        "unknown tag unlike any",
                        "port: !Secret x\n",
                        1,
                        "unknown tag !Secret",
                        "known tags: !Env, !UserConfig, !Fixture, !Graph, !Task, !Fields, !Match"),
                bad(
                        "variable that is not set",
                        "port: !Env {name: PRECINCT_NOBODY_SETS_THIS}\n",
                        1,
                        "PRECINCT_NOBODY_SETS_THIS is not set and there is no default",
                        "default: …"),
                bad(
                        "late tag outside of scenarios",
                        "port: !Fixture port\n",
                        1,
                        "!Fixture cannot stand in port",
                        "scenarios only"),
                bad(
                        "type to be constructed",
                        "service: !!javax.script.ScriptEngineManager []\n",
                        1,
                        "unknown tag !!javax.script.ScriptEngineManager",
                        "no types are constructed"),
                bad("duplicate key", "port: 1\nservice: a\nport: 2\n", 3, "duplicate key \"port\"", "line 1 already"),
                bad(
                        "merge key",
                        "deploy: {trust: &t {}}\nlimits:\n  <<: *t\n",
                        3,
                        "YAML 1.2 has no merge key",
                        "by an alias"),
                bad("key that is a number", "hosts: []\n8080: x\n", 2, "a key must be text, got 8080", "\"8080\""),
                bad("tab", "routes:\n\t/a: {}\n", 2, "invalid YAML", "indent with spaces"),
                bad("open quote", "service: \"a\nport: 1\n", 3, "invalid YAML", "a quote is not closed"),
                bad("colon in text", "service: a: b\n", 1, "invalid YAML", "in quotes"),
                bad(
                        "second document",
                        "service: a\n---\nport: 1\n",
                        2,
                        "a second document begins here",
                        "one document"),
                bad(
                        "route that does not begin with /",
                        route("echo", "method: get"),
                        2,
                        "does not begin with /",
                        "/notes/:id"),
                bad("variable twice", route("/:a/:a", "method: get"), 2, "has the variable a twice", "/notes/:id"),
                bad("braces", route("/a/{b}", "method: get"), 2, "has braces", "/notes/:id"),
                bad("braces within", route("/a/x{b}y", "method: get"), 2, "a variable is written :name", "/notes/:id"),
                bad(
                        "fixture folder that is not there",
                        "resolvers:\n  Fixture:\n    fixture_dirs: [nowhere]\n",
                        3,
                        "resolvers.Fixture.fixture_dirs: there is no folder ",
                        "create it"),
                bad(
                        "fixture folder that is a file",
                        "resolvers: {Fixture: {fixture_dirs: [service.yml]}}\n",
                        1,
                        "resolvers.Fixture.fixture_dirs: this is no folder: ",
                        "create it"),
                bad("bundles in a file", "boundary_path: service.yml\n", 1, "boundary_path takes a folder", "the jars"),
                bad("body without bounds", "limits: {body_bytes: 100000000000}\n", 1, "from 1 to 1073741824", null),
                bad("range of proxies too long", "trusted_proxies: [10.0.0.0/33]\n", 1, "10.0.0.0/33", "10.0.0.0/8"),
                bad("range of proxies amid", "trusted_proxies: [10.0.0.1/8]\n", 1, "10.0.0.1/8", "10.0.0.0/8"),
                bad(
                        "bounds that exclude each other",
                        "routes:\n  /e: {method: get, boundary: echo, name: e}\nscenarios:\n"
                                + "  e: {s: {expected: {n: {gte: 5, lte: 3}}}}\n",
                        4,
                        "gte 5 is above lte 3",
                        "matchers"),
                bad("wildcard before the end", route("/*a/b", "method: get"), 2, "*a before its end", "/files/*path"),
                bad(
                        "bad percent-encoding",
                        route("/%zz", "method: get"),
                        2,
                        "without two hexadecimal digits",
                        "/notes"),
                bad("upper-case method", route("/a", "method: GET"), 2, "got \"GET\"", "write get"),
                bad("unknown method", route("/a", "method: gte"), 2, "got \"gte\"", "did you mean \"get\"?"),
                bad("no method", route("/a", "name: a"), 2, "routes./a.method is missing", "get, post"),
                bad(
                        "unknown boundary",
                        "routes:\n  /a:\n    method: get\n    boundary: ehco\n",
                        4,
                        "no boundary \"ehco\"",
                        "did you mean \"echo\"?"),
                bad(
                        "boundary unlike any",
                        "routes:\n  /a:\n    method: get\n    boundary: billing\n",
                        4,
                        "no boundary \"billing\"",
                        "optional: true"),
                bad(
                        "the same route twice",
                        "routes:\n  /a/:x: {method: get, boundary: echo}\n  /a/:y: {method: get, boundary: echo}\n",
                        3,
                        "get /a/:y is the same route as get /a/:x",
                        "service.yml:2"),
                bad(
                        "the same name twice",
                        "routes:\n  /a: {method: get, boundary: echo, name: n}\n"
                                + "  /b: {method: get, boundary: echo, name: n}\n",
                        3,
                        "two routes are named \"n\"",
                        "service.yml:2"),
                bad("seal elsewhere", route("/a", "method: get, seal: haeder"), 2, "got \"haeder\"", "\"header\""),
                bad("verify: false", "verify: false\n", 1, "verify takes off or a map, got false", "verify: off"),
                bad(
                        "scenarios of an unknown route",
                        TestFolder.GOOD + "scenarios:\n  ecko: {}\n",
                        5,
                        "no route is named \"ecko\"",
                        "did you mean \"echo\"?"),
                bad(
                        "scenario named route",
                        scenario("route: {expected: {a: 1}}"),
                        6,
                        "a scenario cannot be named \"route\"",
                        "rename it"),
                bad("no expected", scenario("a: {expcted: {b: 1}}"), 6, "expected is missing", "\"expcted\""),
                bad(
                        "expected is no map",
                        scenario("a: {expected: 7}"),
                        6,
                        "expected takes a map of fields, got 7",
                        "say"),
                bad(
                        "bad pattern",
                        scenario("a:\n      expected:\n        b:\n          matches: '(['\n"),
                        9,
                        "b.matches",
                        "RE2 syntax"),
                bad(
                        "matcher with a wrong argument",
                        scenario("a: {expected: {b: {count: many}}}"),
                        6,
                        "count takes an integer",
                        "docs/configuration.md"),
                bad("bad fixture name", scenario("a: !Fixture ../../etc/passwd"), 6, "bad fixture name", "segments of"),
                bad("CORS for everybody", "cors: {origins: ['*']}\n", 1, "takes origins", "https://example.org"),
                bad("trusted hash", "deploy: {trust: {sha256: [abc]}}\n", 1, "64 hexadecimal digits", "sha256sum"),
                bad("bind", "bind: 300.1.1.1\n", 1, "bind takes an address", "127.0.0.1"),
                bad("archetype missing", "archetypes: {mail: {}}\n", 1, "archetypes.mail.archetype is missing", "name"),
                bad("resolver of an unknown tag", "resolvers: {Fixtures: {}}\n", 1, "unknown tag", "\"Fixture\""),
                bad("gateway without port", "gateway: {plain: true}\n", 1, "gateway.port is missing", "name the port"),
                bad("gateway on the port", "gateway: {port: 3000}\n", 1, "port of the internal listener", "another"),
                bad("gateway in clear text", gateway("bind: 0.0.0.0"), 3, "sent in clear text", "plain: true"),
                bad("gateway by name in clear text", gateway("bind: example.org"), 3, "in clear text", "tls"),
                bad(
                        "gateway bound to nothing",
                        gateway("bind: 300.1.1.1"),
                        3,
                        "gateway.bind takes an address",
                        "127.0.0.1"),
                bad(
                        "certificate alone",
                        gateway("tls: {certificate: no.pem}"),
                        3,
                        "a keystore or a certificate",
                        "key"),
                bad("certificate missing", gateway("tls: {keystore: no.p12}"), 3, "there is no file", "create it"),
                bad(
                        "certificate that is none",
                        gateway("tls: {certificate: service.yml, key: service.yml}"),
                        3,
                        "service.yml holds no certificate",
                        "BEGIN"),
                bad("keystore that is none", gateway("tls: {keystore: service.yml}"), 3, "not a keystore", "password"),
                bad(
                        "administration in clear text",
                        gateway("bind: 0.0.0.0\n  plain: true\n  admin: {role: operator}"),
                        5,
                        "gateway.admin needs gateway.tls",
                        "tls"),
                bad(
                        "console in clear text",
                        gateway("bind: 0.0.0.0\n  plain: true\n  console: {role: operator}"),
                        5,
                        "passwords of operators would be sent in clear text",
                        "tls"),
                bad("administration for nobody", gateway("admin: {}"), 3, "gateway.admin.role is missing", "operator"),
                bad("administration for no role", gateway("admin: {role: '*'}"), 3, "takes a role", "operator"),
                bad("gateway to everything", gateway("expose: ['/**']"), 3, "never exposed", "/notes"),
                bad("gateway to any first", gateway("expose: [/:any/bundles]"), 3, "never exposed", "/notes"),
                bad("gateway to operations", gateway("expose: [/admin/status]"), 3, "never exposed", "/notes"),
                bad("gateway to Inspection", gateway("expose: [/Inspect]"), 3, "never exposed", "/notes"),
                bad("gateway to it encoded", gateway("expose: ['/%69nspect/x']"), 3, "never exposed", "/notes"),
                bad("gateway with a rest within", gateway("expose: ['/a/**/b']"), 3, "segment \"**\"", "a last **"),
                bad("gateway with a part of a segment", gateway("expose: ['/a/b*']"), 3, "segment \"b*\"", "one"),
                bad("gateway to dots", gateway("expose: [/a/../b]"), 3, "segment \"..\"", "stands for"),
                bad("gateway to no path", gateway("expose: [api]"), 3, "takes paths", "/notes/**"),
                bad(
                        "gateway to inspection",
                        "gateway: {port: 1, expose: [/inspect/x]}\n",
                        1,
                        "never exposed",
                        "/notes"),
                bad("not a map", "- a\n- b\n", 1, "the file takes a map, got a list", null),
                bad("anchor inside itself", "hosts: &a [*a]\n", 1, "*a stands inside the value that it names", null),
                bad("alias without anchor", "service: *nobody\n", 1, "names no anchor above it", "&nobody"));
    }

    private static Arguments bad(String kind, String text, int line, String message, String hint) {
        return Arguments.of(kind, text, line, message, hint);
    }

    private static String gateway(String line) {
        return "gateway:\n  port: 1\n  " + line + "\n";
    }

    private static String route(String path, String entry) {
        return "routes:\n  \"" + path + "\": {boundary: echo, " + entry + "}\n";
    }

    private static String scenario(String scenario) {
        return TestFolder.GOOD + "scenarios:\n  echo:\n    " + scenario + "\n";
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badFiles")
    void eachKindOfMistakeIsToldWithFileLineAndHint(String kind, String text, int line, String message, String hint) {
        LoadResult load = folder.service(text).check();
        assertThat(load.configuration()).as(kind).isNull();
        List<Problem> errors =
                load.problems().stream().filter(p -> !p.warning()).toList();
        assertThat(errors).as(kind).hasSize(1);
        Problem problem = errors.getFirst();
        assertThat(problem.at().file()).isEqualTo(folder.file().toString());
        assertThat(problem.at().line()).as(problem.line()).isEqualTo(line);
        assertThat(problem.message()).contains(message);
        if (hint != null) {
            assertThat(problem.hint()).contains(hint);
        }
    }

    @Test
    void everythingWrongIsToldAtOnceAndInOrder() {
        String text = """
            prot: 3000
            access_log: yes
            bind: !Evn {name: X}
            routes:
              /a: {method: GET, boundary: ehco}
              /a/:b/:b: {method: get, boundary: echo}
            scenarios:
              ecko:
                route: {}
            """;
        List<Problem> problems = folder.service(text).load().problems();
        assertThat(problems).extracting(p -> p.at().line()).containsExactly(1, 2, 3, 5, 5, 6, 8, 9, 9);
        assertThat(problems).allSatisfy(p -> assertThat(p.hint()).isNotBlank());
    }

    @Test
    void aMissingFileIsNamed() {
        assertThat(folder.lines(folder.load().problems()))
                .containsExactly(
                        "service.yml: there is no such file (create it, or name another folder with --config)");
    }

    @Test
    void anEmptyFileDoesNotServe() {
        assertThat(folder.problems("# nothing yet\n")).containsExactly("service.yml: the file is empty");
    }

    @Test
    void aFileThatIsNotUtf8IsRefusedWithItsLine() throws IOException {
        Files.write(folder.file(), new byte[] {'a', ':', '1', '\n', 'b', ':', (byte) 0xe4, '\n'});
        assertThat(folder.lines(folder.load().problems()))
                .containsExactly("service.yml:2: the file is not UTF-8 (save it as UTF-8)");
    }

    @Test
    void aFolderInThePlaceOfTheFileIsNoFile() throws IOException {
        Files.createDirectory(folder.file());
        assertThat(folder.lines(folder.load().problems()))
                .singleElement()
                .asString()
                .contains("cannot be read");
    }

    @Test
    void aProblemIsPrintedAsFileLineMessageAndHint() {
        assertThat(folder.problems("prot: 1\n"))
                .containsExactly("service.yml:1: unknown key \"prot\" (did you mean \"port\"?)");
    }

    @Test
    void nothingFromAnEarlyTagIsNoValue() {
        String nothing = "!Env {name: PRECINCT_NOBODY_SETS_THIS, default: ~}\n";
        for (String key : List.of("strict_input", "port", "verify", "service", "hosts", "limits", "boundary_path")) {
            assertThat(folder.problems(key + ": " + nothing))
                    .as(key)
                    .isNotEmpty()
                    .allSatisfy(problem -> assertThat(problem).startsWith("service.yml:1: " + key + " takes "));
        }
    }

    @Test
    void whatAnEarlyTagBroughtNeverShowsInAProblem() {
        var plugins = DeployedPlugins.shipped().early("Env", call -> "s3cret");
        String text = """
            port: !Env {name: A}
            service: !Env {name: A}
            verify: !Env {name: A}
            deploy: {trust: {sha256: [!Env {name: A}]}}
            routes: !Env {name: A}
            scenarios:
              echo:
                a: {expected: {b: {count: !Env {name: A}}}}
            """;
        List<String> lines =
                folder.lines(folder.service(text).load(plugins.snapshot()).problems());
        assertThat(lines).hasSizeGreaterThanOrEqualTo(5);
        assertThat(lines).noneMatch(line -> line.contains("s3cret"));
        assertThat(lines).anyMatch(line -> line.contains("got text from !Env"));
    }

    @Test
    void aFloodOfProblemsIsCut() {
        var text = new StringBuilder("service: a\n");
        for (int i = 0; i < 5000; i++) {
            text.append("unknown").append(i).append(": 1\n");
        }
        List<String> lines = folder.problems(text.toString());
        assertThat(lines).hasSize(201);
        assertThat(lines.getLast()).contains("4800 further problems");
    }
}
