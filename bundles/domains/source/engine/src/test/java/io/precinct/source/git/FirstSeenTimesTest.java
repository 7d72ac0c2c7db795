package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstSeenTimesTest {
    private static final String ONE = "1".repeat(40);
    private static final String OTHER = "2".repeat(40);

    @TempDir
    Path folder;

    private FirstSeenTimes open() {
        return new FirstSeenTimes(folder.resolve("first-seen"));
    }

    @Test
    void eachContentAtEachPathKeepsItsFirstSecond() {
        FirstSeenTimes times = open();
        assertThat(times.first("a", ONE, 10)).isEqualTo(10);
        assertThat(times.first("a", OTHER, 20)).isEqualTo(20);
        assertThat(times.first("b", ONE, 30)).isEqualTo(30);
        times.note(List.of(new TreeFile("a", 0, ONE), new TreeFile("c", 0, ONE)), 40);

        for (FirstSeenTimes each : List.of(times, open())) {
            assertThat(each.first("a", ONE, 50)).isEqualTo(10);
            assertThat(each.first("a", OTHER, 50)).isEqualTo(20);
            assertThat(each.first("b", ONE, 50)).isEqualTo(30);
            assertThat(each.first("c", ONE, 50)).isEqualTo(40);
        }
    }

    @Test
    void thousandsOfFilesAreToldApartAfterARestart() {
        var files = new ArrayList<TreeFile>();
        for (int i = 0; i < 5000; i++) {
            files.add(new TreeFile("src/f" + i + ".txt", 0, i % 2 == 0 ? ONE : OTHER));
        }
        FirstSeenTimes times = open();
        times.note(files.subList(0, 2500), 1);
        times.note(files, 2);

        FirstSeenTimes again = open();
        for (int i = 0; i < 5000; i++) {
            TreeFile file = files.get(i);
            assertThat(again.first(file.path(), file.blob(), 3)).as(file.path()).isEqualTo(i < 2500 ? 1 : 2);
            assertThat(again.first(file.path() + "x", file.blob(), 3)).isEqualTo(3);
        }
    }

    @Test
    void aLineThatWasCutOffIsNotRead() throws Exception {
        open().first("a", ONE, 10);
        Path file = folder.resolve("first-seen");
        Files.writeString(file, Files.readString(file) + "11 " + OTHER.substring(1));

        assertThat(open().first("a", ONE, 50)).isEqualTo(10);
    }

    @Test
    void aDamagedFileIsSetAsideAndBegunAnew() throws Exception {
        Path file = folder.resolve("first-seen");
        Files.writeString(file, "1234 " + ONE + " a\nyesterday " + OTHER + " b\n");

        assertThat(open().first("a", ONE, 50)).isEqualTo(50);
        assertThat(folder.resolve("first-seen.damaged")).exists();
        assertThat(open().first("a", ONE, 60)).isEqualTo(50);
    }
}
