package io.precinct.http.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsersFileTest {
    private static final PasswordHash HASH = PasswordHash.of("secret");

    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsReadAgain() throws Exception {
        UsersFile file = UsersFile.below(folder.resolve("not/there/yet"));
        assertThat(file.read().all()).isEmpty();
        file.change(
                users -> users.with(new User("zoë", List.of("b", "a"), HASH)).with(new User("Ada", List.of(), HASH)));
        Users users = file.read();
        assertThat(users.all()).extracting(User::name).containsExactly("Ada", "zoë");
        assertThat(users.find("zoë").orElseThrow().roles()).containsExactly("a", "b");
        assertThat(users.find("zoë").orElseThrow().password()).isEqualTo(HASH);
        assertThat(users.verify(users.find("Ada"), "secret")).isTrue();
        assertThat(users.verify(users.find("Ada"), "Secret")).isFalse();
        assertThat(users.verify(Optional.empty(), "secret")).isFalse();
    }

    @Test
    void manyWritersLoseNobody() throws Exception {
        UsersFile file = UsersFile.below(folder);
        var writers = new ArrayList<ProcessOfItsOwn>();
        for (int i = 0; i < 3; i++) {
            writers.add(new ProcessOfItsOwn(folder, i));
        }
        for (ProcessOfItsOwn writer : writers) {
            assertThat(writer.process.waitFor()).as(writer.output()).isZero();
        }
        assertThat(file.read().all()).hasSize(60);
        try (var left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("users", "users.lock", "0.log", "1.log", "2.log");
        }
    }

    /** A process that writes. File locks work only between processes, so each writer is a process. */
    private static final class ProcessOfItsOwn {
        final Process process;
        private final Path log;

        ProcessOfItsOwn(Path folder, int number) throws IOException {
            log = folder.resolve(number + ".log");
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Writer.class.getName(),
                            folder.toString(),
                            Integer.toString(number))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        }

        String output() throws IOException {
            return Files.readString(log);
        }
    }

    /** Adds twenty users, one by one. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            PasswordHash hash = PasswordHash.ofNobody(PasswordHash.ITERATIONS);
            for (int i = 0; i < 20; i++) {
                var user = new User("user" + arguments[1] + "." + i, List.of(), hash);
                UsersFile.below(Path.of(arguments[0])).change(users -> users.with(user));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | line 1: expected 'precinct users 1'",
                "precinct users 2 | line 1: expected 'precinct users 1'",
                "precinct users 1;ada | line 2: expected name, roles and hash between tabs",
                "precinct users 1;ada~~plain | line 2: the hash is not pbkdf2-sha256$ITERATIONS$SALT$HASH",
                "precinct users 1;;ada~~pbkdf2-sha256$10$AA==$AA== | line 3: a hash takes from 210000",
                "precinct users 1;ada~~pbkdf2-sha256$99999999$AA==$AA== | line 2: a hash takes from 210000",
                "precinct users 1;ada~~pbkdf2-sha256$300000$AA==$AA== | line 2: the salt or the hash is too short",
                "precinct users 1;-x~~HASH | line 2: a user's name is up to 64",
                "precinct users 1;ada~a b~HASH | line 2: a role is up to 64",
                "precinct users 1;ada~~HASH;ada~~HASH | line 3: the user ada is listed twice",
            })
    void aDamagedFileIsRefusedWithItsLine(String text, String message) throws Exception {
        UsersFile file = UsersFile.below(folder);
        Files.writeString(
                file.path(), text.replace(';', '\n').replace('~', '\t').replace("HASH", HASH.text()));
        if (message.contains("ITERATIONS")) {
            assertThatThrownBy(file::read).hasMessage(file.path() + ", " + message);
        } else {
            assertThatThrownBy(file::read)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(file.path() + ", " + message)
                    .hasMessageNotContaining(HASH.text());
        }
    }

    @Test
    void hashesDifferForEqualPasswordsAndTellNothing() {
        PasswordHash other = PasswordHash.of("secret");
        assertThat(other).isNotEqualTo(HASH);
        assertThat(other.text()).isNotEqualTo(HASH.text());
        assertThat(PasswordHash.parse(other.text())).isEqualTo(other);
        assertThat(other.toString()).doesNotContain(other.text().split("\\$")[3]);
        assertThat(other.matches("", PasswordHash.ITERATIONS)).isFalse();
    }
}
