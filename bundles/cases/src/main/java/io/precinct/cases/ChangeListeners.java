package io.precinct.cases;

import io.precinct.cases.export.AutomaticExport;
import io.precinct.cases.record.ChangeListener;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The listeners to every change of a case. */
final class ChangeListeners {
    private ChangeListeners() {}

    /** All of them; a case is queued for export while {@code autoExport} is true. */
    static List<ChangeListener> all(BooleanSupplier autoExport) {
        return List.of(new AutomaticExport(autoExport));
    }
}
