package io.precinct.build.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordsTest {
    @TempDir
    Path root;

    @Test
    void anotherCheckoutKnowsWhatWasShipped() throws Exception {
        var records = new Records(root);
        records.add(new ClassResult("p.SlowTest", 3, 0, List.of(), 7000, 900));
        records.add(new ClassResult("p.RemovedTest", 1, 0, List.of(), 10, 10));
        records.add("p.SlowTest", List.of("p.base.Base", "p.base.Other", "java.lang.String"));

        records.ship(Set.of("p.SlowTest", "p.UnknownTest"), name -> name.startsWith("p.base.") ? "base" : "");

        assertThat(root.resolve("build/records/durations.tsv")).hasContent("p.SlowTest\t7000\t-\t900");
        assertThat(root.resolve("build/records/modules.tsv")).hasContent("p.SlowTest\tbase");
        var other = new Records(root);
        assertThat(other.millis("p.SlowTest")).isEqualTo(7000);
        assertThat(other.modules("p.SlowTest")).contains(Set.of("base"));
        assertThat(other.modules("p.UnknownTest")).isEmpty();
    }

    @Test
    void aFailureElsewhereIsNoneHere() {
        var records = new Records(root);
        records.add(new ClassResult(
                "p.BrokenTest", 1, 0, List.of(new ClassResult.Failure("broken()", "a trace")), 7000, 900));
        assertThat(records.failed("p.BrokenTest")).isTrue();

        records.ship(Set.of("p.BrokenTest"), name -> "");

        assertThat(new Records(root).failed("p.BrokenTest")).isFalse();
        assertThat(new Records(root).millis("p.BrokenTest")).isEqualTo(7000);
    }

    @Test
    void whatIsShippedStaysIfItIsNotRecordedAnew() throws Exception {
        Files.createDirectories(root.resolve("build/records"));
        Files.writeString(root.resolve("build/records/modules.tsv"), "p.OldTest\tbase,core\n");

        new Records(root).ship(Set.of("p.OldTest"), name -> "");

        assertThat(root.resolve("build/records/modules.tsv")).hasContent("p.OldTest\tbase,core");
    }
}
