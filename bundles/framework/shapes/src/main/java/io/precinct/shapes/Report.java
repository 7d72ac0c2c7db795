package io.precinct.shapes;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the failures of one value. */
final class Report {
    private final String absent;
    private final List<Failure> failures = new ArrayList<>();

    /** {@code absent} is the text that failures give in place of a missing value. */
    Report(String absent) {
        this.absent = absent;
    }

    void failed(Path path, String expected, @Nullable Object got) {
        failures.add(new Failure(path.text(), expected, BoundedJson.text(got)));
    }

    /** Elements of a list that fail beside those already reported. */
    void further(Path path, String expected, int elements) {
        failures.add(new Failure(path.text(), expected, elements + " further elements that do not match"));
    }

    void absent(Path path, String expected) {
        failures.add(new Failure(path.text(), expected, absent));
    }

    List<Failure> failures() {
        return List.copyOf(failures);
    }
}
