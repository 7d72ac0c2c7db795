package io.precinct.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.http.users.User;
import io.precinct.http.users.UsersFile;
import io.precinct.launcher.Installation;
import io.precinct.launcher.RecordingConsole;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayUsersTest {
    @TempDir
    private Path folder;

    private RecordingConsole console = new RecordingConsole();

    private int execute(String input, String... words) {
        console = new RecordingConsole(input);
        return new CommandLine(
                        console.console(),
                        new Installation(folder, folder.resolve("config"), folder.resolve("data"), "1.2.3"))
                .execute(words);
    }

    private UsersFile file() {
        return UsersFile.below(folder.resolve("data"));
    }

    private Optional<User> find(String name) throws Exception {
        return file().read().find(name);
    }

    @Test
    void usersAreAddedChangedListedAndRemoved() throws Exception {
        assertThat(execute("first secret\nnot read\n", "user", "add", "ada", "--role", "operator", "--role=author"))
                .isZero();
        assertThat(console.out()).isEqualTo("added ada, roles author, operator\n");
        assertThat(file().read().verify(find("ada"), "first secret")).isTrue();
        assertThat(file().read().verify(find("ada"), "first secre")).isFalse();

        assertThat(execute("geheim", "user", "add", "Zoë@example.org")).isZero();
        assertThat(execute("", "user", "list")).isZero();
        assertThat(console.out()).contains("ada").contains("author").contains("Zoë@example.org");
        assertThat(execute("", "user", "list", "--json")).isZero();
        assertThat(console.out())
                .isEqualTo("{\"users\":[{\"name\":\"Zoë@example.org\",\"roles\":[]},"
                        + "{\"name\":\"ada\",\"roles\":[\"author\",\"operator\"]}]}\n");

        assertThat(execute("second secret\r\n", "user", "passwd", "ada")).isZero();
        assertThat(file().read().verify(find("ada"), "second secret")).isTrue();
        assertThat(find("ada").orElseThrow().roles()).isEqualTo(List.of("author", "operator"));

        assertThat(execute("", "user", "role", "ada", "--role", "reader")).isZero();
        assertThat(find("ada").orElseThrow().roles()).isEqualTo(List.of("reader"));
        assertThat(file().read().verify(find("ada"), "second secret")).isTrue();
        assertThat(execute("", "user", "role", "ada")).isZero();
        assertThat(console.out()).isEqualTo("changed ada, without roles\n");

        assertThat(execute("", "user", "remove", "ada")).isZero();
        assertThat(find("ada")).isEmpty();
        assertThat(find("Zoë@example.org")).isPresent();
    }

    @Test
    void rolesAreGivenByNameOrAsOptionsOrBoth() throws Exception {
        assertThat(execute("secret", "user", "add", "ada")).isZero();

        assertThat(execute("", "user", "role", "ada", "reader", "lead")).isZero();
        assertThat(console.out()).isEqualTo("changed ada, roles lead, reader\n");
        assertThat(execute("", "user", "role", "--role", "sync", "ada", "reader", "--role=reader", "reader"))
                .isZero();
        assertThat(find("ada").orElseThrow().roles()).containsExactly("reader", "sync");
        assertThat(execute("", "user", "role", "ada")).isZero();
        assertThat(find("ada").orElseThrow().roles()).isEmpty();
    }

    @Test
    void whatCannotBeDoneIsSaidAndChangesNothing() throws Exception {
        assertThat(execute("secret", "user", "add", "ada")).isZero();
        String before = Files.readString(file().path());

        assertThat(execute("other", "user", "add", "ada")).isEqualTo(1);
        assertThat(console.err()).contains("there is a user ada already; precinct user passwd ada");
        assertThat(execute("", "user", "remove", "adda")).isEqualTo(1);
        assertThat(console.err()).contains("there is no user adda; did you mean ada?");
        assertThat(execute("x", "user", "passwd", "bob")).isEqualTo(1);
        assertThat(execute("", "user", "role", "bob", "--role", "r")).isEqualTo(1);
        assertThat(execute("", "user", "add", "bob")).isEqualTo(1);
        assertThat(console.err()).contains("the password is empty; it is the first line of standard input");
        assertThat(execute("a\u0007b", "user", "add", "bob")).isEqualTo(1);
        assertThat(console.err()).contains("control character").doesNotContain("a\u0007b");
        assertThat(execute("secret", "user", "add", "b:b")).isEqualTo(1);
        assertThat(console.err()).contains("a user's name is up to 64 letters");
        assertThat(execute("secret", "user", "add", "bob", "--role", "a b")).isEqualTo(1);
        assertThat(console.err()).contains("a role is up to 64 letters");
        assertThat(Files.readString(file().path())).isEqualTo(before);
    }

    @Test
    void aRoleIsOneThatABundleDeclaresOrTheConfigurationNames() throws Exception {
        var manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes()
                .putValue(
                        "Provide-Capability",
                        "osgi.service;uses:=x,precinct.role;precinct.role:List<String>=\"reader,writer\","
                                + "precinct.role;precinct.role:List<String>=single,osgi.extender;osgi.extender=x");
        Path jar = Files.createDirectories(folder.resolve("bundles")).resolve("roles.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        Files.writeString(
                Files.createDirectories(folder.resolve("config")).resolve("service.yml"),
                "routes: {/x: {verify: {requires: prober}}} # frobnicate\n");

        assertThat(execute("s", "user", "add", "bob", "--role", "frobnicate")).isEqualTo(1);
        assertThat(console.err())
                .contains("there is no role frobnicate")
                .contains("Roles: operator, reader, single, writer; and those that files in ");
        assertThat(find("bob")).isEmpty();
        assertThat(execute("s", "user", "add", "bob", "--role", "writer", "--role", "prober"))
                .isZero();
        for (String[] misspelt : List.of(
                new String[] {"user", "role", "bob", "--role", "redaer"},
                new String[] {"user", "role", "bob", "writer", "redaer"})) {
            assertThat(execute("", misspelt)).isEqualTo(1);
            assertThat(console.err())
                    .contains("there is no role redaer; did you mean reader?")
                    .contains("Roles: operator, reader, single, writer; and those that files in ");
        }
        assertThat(find("bob").orElseThrow().roles()).containsExactly("prober", "writer");
        assertThat(execute("", "user", "role", "bob", "--role", "operator")).isZero();
        assertThat(execute("", "user", "role", "bob", "prober", "reader")).isZero();
        assertThat(find("bob").orElseThrow().roles()).containsExactly("prober", "reader");
    }

    @Test
    void theFileIsItsOwnersAloneAndHoldsNoPassword() throws Exception {
        assertThat(execute("correct horse battery staple", "user", "add", "ada"))
                .isZero();
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().path())))
                    .isEqualTo("rw-------");
        }
        assertThat(Files.readString(file().path()))
                .doesNotContain("horse")
                .containsPattern("ada\t\tpbkdf2-sha256\\$[0-9]{6,}\\$[^$]{24}\\$[^$]{44}\n");
        assertThat(console.out() + console.err()).doesNotContain("horse");
    }

    @Test
    void aDamagedFileIsNamedWithItsLineAndNotOverwritten() throws Exception {
        assertThat(execute("secret", "user", "add", "ada")).isZero();
        String damaged = Files.readString(file().path()) + "bob\t\tpbkdf2-sha256$1$AAAA$AAAA\n";
        Files.writeString(file().path(), damaged);

        assertThat(execute("secret", "user", "add", "eve")).isEqualTo(1);
        assertThat(console.err()).contains(file().path() + ", line 3: a hash takes from 210000");
        assertThat(Files.readString(file().path())).isEqualTo(damaged);
    }

    @Test
    void nobodyIsListedWhereThereIsNoFile() {
        assertThat(execute(
                        "",
                        "user",
                        "list",
                        "--data",
                        folder.resolve("elsewhere").toString()))
                .isZero();
        assertThat(console.out()).startsWith("no users");
        assertThat(folder.resolve("elsewhere")).doesNotExist();
    }
}
