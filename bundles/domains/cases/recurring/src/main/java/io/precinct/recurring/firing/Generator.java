package io.precinct.recurring.firing;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.cases.api.Cases;
import io.precinct.cases.api.Cases.Author;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Transaction;
import io.precinct.recurring.DomainServices;
import io.precinct.recurring.schedule.Firing;
import io.precinct.recurring.templates.Checklist;
import io.precinct.recurring.templates.Template;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Generates a case from a template in the transaction that records the firing. Thread-safe. */
// @req:recurring-generate
public final class Generator {
    private static final String RECORD = """
            INSERT INTO recurring.firing (template_id, date, manual, at, fired_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (template_id, date) WHERE NOT manual DO NOTHING
            RETURNING seq
            """;
    private static final String NEWEST = """
            SELECT seq, case_id FROM recurring.firing WHERE template_id = ? AND case_id IS NOT NULL
            ORDER BY seq DESC LIMIT ?
            """;

    /** How many of the newest instances are checked in the search for one that still exists. */
    private static final int LOOK_BACK = 10;

    private final DomainServices domains;

    /** Creates a generator. */
    public Generator(DomainServices domains) {
        this.domains = domains;
    }

    private record Instance(long seq, String caseId) {}

    /**
     * The newest instance that still exists, as read before a transaction.
     *
     * @param seq the sequence number of the newest instance, whether it exists or not; 0 if there is none
     * @param caseId null if none was found
     */
    public record Newest(long seq, @Nullable String caseId) {}

    /**
     * Finds the newest instance that still exists. It calls the cases, so it must not be called inside a transaction.
     */
    public Newest newest(Database database, String templateId) {
        List<Instance> instances = database.read(transaction -> instances(transaction, templateId, LOOK_BACK));
        Cases cases = domains.cases();
        for (Instance instance : instances) {
            if (cases.find(instance.caseId) != null) {
                return new Newest(instances.getFirst().seq, instance.caseId);
            }
        }
        return new Newest(instances.isEmpty() ? 0 : instances.getFirst().seq, null);
    }

    private static List<Instance> instances(Transaction transaction, String templateId, int most) {
        return transaction
                .select(NEWEST, templateId, most)
                .map((row, _) -> new Instance(row.getLong(1), row.getString(2)))
                .list();
    }

    /** Returns the newest instance while the template is locked: the instance in {@code seen}, or a newer one. */
    public static @Nullable String newest(Transaction transaction, String templateId, Newest seen) {
        List<Instance> latest = instances(transaction, templateId, 1);
        return latest.isEmpty() || latest.getFirst().seq <= seen.seq ? seen.caseId : latest.getFirst().caseId;
    }

    /**
     * Generates a case.
     *
     * @param template a template that this transaction has locked
     * @param manual whether a user requested the case; else it is the scheduled case of its date
     * @param seen the result of {@link #newest(Database, String)} from before the transaction
     * @return the case, or null if the date was fired already
     */
    public @Nullable Map<String, @Nullable Object> generate(
            Transaction transaction,
            Template template,
            Firing firing,
            boolean manual,
            Newest seen,
            Instant now,
            Author author) {
        String previous = newest(transaction, template.id(), seen);
        Long seq = transaction
                .select(RECORD, template.id(), firing.date(), manual, firing.at(), now)
                .mapTo(Long.class)
                .findOne()
                .orElse(null);
        if (seq == null) {
            return null;
        }
        var origin = new Cases.Origin(template.id(), firing.date(), previous);
        Map<String, @Nullable Object> fields =
                template.content().caseOf(firing, now, domains.cases().timezone());
        Map<String, @Nullable Object> made = domains.cases().create(transaction, fields, origin, author);
        List<Checklist> lists = template.content().checklists();
        transaction.execute(
                "UPDATE recurring.firing SET case_id = ?, lists = ?, lists_at = ? WHERE seq = ?",
                String.valueOf(made.get("id")),
                lists.isEmpty()
                        ? null
                        : Json.compact(Data.freezeList(
                                lists.stream().map(Checklist::toData).toList())),
                lists.isEmpty() ? null : now,
                seq);
        return made;
    }
}
