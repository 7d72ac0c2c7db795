package io.precinct.recurring.templates;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.cases.api.Cases;
import io.precinct.cases.api.Cases.Author;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Transaction;
import io.precinct.recurring.DomainServices;
import io.precinct.recurring.RecurringSettings;
import io.precinct.recurring.firing.Generator;
import io.precinct.recurring.firing.Generator.Newest;
import io.precinct.recurring.schedule.Firing;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Idempotency;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Text;
import io.precinct.rest.api.Versions;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Handlers that change a template or generate a case from it; each writes in one transaction. */
final class TemplateEdits {
    private final Database database;
    private final Idempotency idempotency;
    private final DomainServices domains;
    private final Generator generator;
    private final RecurringSettings settings;
    private final InstantSource clock;

    TemplateEdits(
            Database database,
            Idempotency idempotency,
            DomainServices domains,
            RecurringSettings settings,
            InstantSource clock) {
        this.database = database;
        this.idempotency = idempotency;
        this.domains = domains;
        this.generator = new Generator(domains);
        this.settings = settings;
        this.clock = clock;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    Reply create(Input input) {
        Instant now = now();
        TemplateContent content = TemplateContent.read(
                Form.body(input), domains.cases(), Principal.authenticated(input), null, settings.now(), now);
        return idempotency.write(database, input, transaction -> {
            NextFiring next = NextFiring.from(content, now, null, null);
            Template made = new Template(
                    "recurring-" + UUID.randomUUID(),
                    content,
                    next.next(),
                    null,
                    null,
                    0,
                    next.waitingFor(),
                    null,
                    Template.FIRST_VERSION,
                    Map.of(),
                    now,
                    now);
            TemplateStore.insert(transaction, made);
            Reply reply = Reply.created("/api/recurring-templates/" + made.id(), made.toData());
            return Versions.tagged(reply, made.version());
        });
    }

    /**
     * Replaces a template. As the specification requires, responds with 400, not 404, if there is no such template.
     */
    Reply replace(Input input) {
        String id = id(input);
        Newest seen = generator.newest(database, id);
        Cases cases = domains.cases();
        return idempotency.write(database, input, transaction -> {
            Template before = TemplateStore.lock(transaction, id);
            if (before == null) {
                throw Refusal.notFound("template", id).withStatus(400);
            }
            Versions.check(input, before.version(), before::toData);
            Instant now = now();
            Form form = Form.body(input);
            Long base = form.integer(Template.VERSION.name(), 0, Long.MAX_VALUE);
            TemplateContent content = TemplateContent.read(
                    form, cases, Principal.authenticated(input), before.content(), settings.now(), now);
            return tagged(changed(transaction, before, content, base, seen, now));
        });
    }

    /** Enables or disables firing on schedule. */
    Reply enable(Input input, boolean enabled) {
        String id = id(input);
        Form.body(input).check();
        Newest seen = generator.newest(database, id);
        return idempotency.write(database, input, transaction -> {
            Template before = unchanged(input, transaction, id);
            TemplateContent content = before.content().enabled(enabled);
            return tagged(changed(transaction, before, content, null, seen, now()));
        });
    }

    /** Replies 200 with the template, tagged with its version. */
    static Reply tagged(Template template) {
        return Versions.tagged(Reply.ok(template.toData()), template.version());
    }

    /** Returns the template after the change; writes nothing if nothing changes. */
    private static Template changed(
            Transaction transaction,
            Template before,
            TemplateContent content,
            @Nullable Long base,
            Newest seen,
            Instant now) {
        List<String> fields = content.differences(before.content());
        refuseStale(before, base, fields);
        if (fields.isEmpty()) {
            return before;
        }
        long version = before.version() + 1;
        var versions = new HashMap<>(before.fieldVersions());
        fields.forEach(field -> versions.put(field, version));
        boolean replan = fields.stream().anyMatch(TemplateContent.PLANNED_BY::contains);
        NextFiring next = replan
                ? NextFiring.from(content, now, before.lastDate(), Generator.newest(transaction, before.id(), seen))
                : new NextFiring(before.next(), before.waitingFor());
        Template after = new Template(
                before.id(),
                content,
                next.next(),
                before.lastDate(),
                before.lastFired(),
                before.fireCount(),
                next.waitingFor(),
                null,
                version,
                versions,
                before.createdAt(),
                now);
        TemplateStore.update(transaction, after);
        return after;
    }

    /** Refuses a body based on an older version only if a member that it changes has changed since that version. */
    private static void refuseStale(Template before, @Nullable Long base, List<String> fields) {
        if (base == null || base >= before.version()) {
            return;
        }
        List<String> stale = fields.stream()
                .filter(field -> before.fieldVersions().getOrDefault(field, Template.FIRST_VERSION) > base)
                .toList();
        if (!stale.isEmpty()) {
            throw Refusal.stale(
                    "version " + base + " is not the present one, and since then changed: " + String.join(", ", stale),
                    "fields",
                    stale,
                    "current",
                    before.toData());
        }
    }

    Reply delete(Input input) {
        String id = id(input);
        return idempotency.write(database, input, transaction -> {
            unchanged(input, transaction, id);
            TemplateStore.delete(transaction, id);
            return Reply.empty(204);
        });
    }

    /** Generates a case now, for the current local date; the schedule is unaffected. */
    Reply trigger(Input input) {
        String id = id(input);
        Form.body(input).check();
        Newest seen = generator.newest(database, id);
        Author author = Author.once(Principal.of(input), input);
        return idempotency.write(database, input, transaction -> {
            Template template = unchanged(input, transaction, id);
            Instant now = now();
            LocalDate today =
                    now.atZone(template.content().schedule().timezone()).toLocalDate();
            var made = generator.generate(transaction, template, new Firing(today, now, now), true, seen, now, author);
            if (made == null) {
                throw new IllegalStateException(
                        "a manual firing of " + id + " met a limit that holds for scheduled ones");
            }
            String caseId = String.valueOf(made.get("id"));
            TemplateStore.triggered(transaction, template, caseId, now);
            Reply reply = Reply.created("/api/tasks/" + caseId, made);
            return made.get("version") instanceof Number version ? Versions.tagged(reply, version.longValue()) : reply;
        });
    }

    /** Locks the template and returns it, after a check of {@code If-Match}. */
    private static Template unchanged(Input input, Transaction transaction, String id) {
        Template template = TemplateStore.lock(transaction, id);
        if (template == null) {
            throw Refusal.notFound("template", id);
        }
        Versions.check(input, template.version(), template::toData);
        return template;
    }

    static String id(Input input) {
        String id = input.params().text("id");
        if (!Text.storable(id)) {
            throw Refusal.notFound("template", "");
        }
        return id;
    }
}
