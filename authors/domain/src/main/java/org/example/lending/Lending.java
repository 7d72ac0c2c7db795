package org.example.lending;

import io.precinct.api.data.Data;
import io.precinct.events.api.Events;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Idempotency;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Versions;
import java.time.LocalDate;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The rules by which tools are lent. What changes one is told as an event in the same transaction, so that there is no
 * change without its event and no event of a change that was rolled back. Stateless over the database.
 */
@Component(service = Lending.class)
public final class Lending {
    static final String TOPIC = "lending";

    private final Database database;
    private final Idempotency idempotency;
    private final Events events;
    private final LendingSettings settings;

    /** The tools in this database. */
    @Activate
    public Lending(@Reference Databases databases, @Reference Events events, @Reference LendingSettings settings) {
        this.database = databases.open(ToolTable.SCHEMA);
        this.idempotency = new Idempotency(databases);
        this.events = events;
        this.settings = settings;
    }

    Database database() {
        return database;
    }

    Idempotency idempotency() {
        return idempotency;
    }

    Events events() {
        return events;
    }

    LendingSettings.Values settings() {
        return settings.now();
    }

    /**
     * Lends a tool.
     *
     * @param ifMatch the versions that may be changed, or null for any
     */
    Tool lend(Transaction transaction, String id, String borrower, LocalDate due, String ifMatch) {
        ToolTable.queue(transaction, borrower);
        Tool tool = locked(transaction, id, ifMatch);
        if (tool.isLent()) {
            throw Refusal.of(
                    409,
                    "tool_lent",
                    tool.name() + " is lent until " + tool.due(),
                    "due",
                    tool.due().toString());
        }
        int most = settings().mostLoans();
        if (ToolTable.loans(transaction, borrower) >= most) {
            throw Refusal.of(
                    409,
                    "too_many_loans",
                    borrower + " has " + most + " tools or more, and nobody borrows another one then",
                    "most",
                    most);
        }
        Tool lent = ToolTable.lend(transaction, id, borrower, due);
        tell(transaction, "borrowed", lent, borrower);
        return lent;
    }

    /** Takes a tool back. */
    Tool takeBack(Transaction transaction, String id, String ifMatch) {
        Tool tool = locked(transaction, id, ifMatch);
        if (!tool.isLent()) {
            throw Refusal.of(409, "tool_not_lent", tool.name() + " is in its place");
        }
        return putBack(transaction, tool);
    }

    /**
     * Takes a tool back that lies in the return box. A delivery may come twice, and late: it says which version of the
     * tool was lent, so that it never ends a later loan.
     */
    Tool takeFromBox(Transaction transaction, String id, long version) {
        Tool tool = ToolTable.lock(transaction, id);
        return tool.isLent() && tool.version() == version ? putBack(transaction, tool) : tool;
    }

    private Tool locked(Transaction transaction, String id, String ifMatch) {
        Tool tool = ToolTable.lock(transaction, id);
        Versions.check(ifMatch, tool.version(), tool::toData);
        return tool;
    }

    private Tool putBack(Transaction transaction, Tool lent) {
        Tool back = ToolTable.putBack(transaction, lent.id());
        tell(transaction, "returned", back, lent.borrower());
        return back;
    }

    private void tell(Transaction transaction, String what, Tool tool, String borrower) {
        events.append(
                transaction,
                new Events.Event(TOPIC, what, null, Data.map("tool", tool.toData(), "borrower", borrower)));
    }
}
