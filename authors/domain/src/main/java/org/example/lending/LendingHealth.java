package org.example.lending;

import io.precinct.api.data.Data;
import io.precinct.api.service.HealthCheck;
import io.precinct.postgres.api.DatabaseUnavailable;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Whether the tools can be read; a deployment waits until its table is there. */
@Component
public final class LendingHealth implements HealthCheck {
    private final Lending lending;

    /** The health of these tools. */
    @Activate
    public LendingHealth(@Reference Lending lending) {
        this.lending = lending;
    }

    @Override
    public String subject() {
        return "lending";
    }

    @Override
    public Verdict check() {
        try {
            LocalDate today = LocalDate.now(ZoneOffset.UTC);
            long overdue = lending.database().read(transaction -> ToolTable.overdue(transaction, today));
            return new Verdict(Status.UP, "tools that are overdue: " + overdue, Data.map("overdue", overdue));
        } catch (DatabaseUnavailable e) {
            // Restarting this process or deploying another version would not help, so it is not down.
            return Verdict.waiting(String.valueOf(e.getMessage()));
        }
    }
}
