package io.precinct.recurring.templates;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Contract;
import io.precinct.cases.api.CaseRoles;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.recurring.DomainServices;
import io.precinct.recurring.RecurringSettings;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Idempotency;
import io.precinct.rest.api.Principal;
import java.time.InstantSource;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints for recurring templates. Stateless apart from the database. */
// @req:recurring-templates
@Component
@FamilyName("recurring")
public final class Templates implements BoundaryFamily {
    private static final String ROOT = "/api/recurring-templates";
    static final int MOST_PREVIEWED = 1000;
    static final int DEFAULT_PREVIEWED = 5;

    private final Database database;
    private final DomainServices domains;
    private final TemplateLists lists;
    private final TemplateEdits edits;
    private final InstantSource clock;

    /** Creates the endpoints on this database. */
    @Activate
    public Templates(
            @Reference Databases databases, @Reference DomainServices domains, @Reference RecurringSettings settings) {
        this(databases, domains, settings, InstantSource.system());
    }

    /** Creates the endpoints with the given clock. */
    public Templates(Databases databases, DomainServices domains, RecurringSettings settings, InstantSource clock) {
        this.database = databases.open(TemplateContent.TABLES);
        this.clock = clock;
        this.domains = domains;
        lists = new TemplateLists(database, domains, clock);
        edits = new TemplateEdits(database, new Idempotency(databases), domains, settings, clock);
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoles::permitted,
                list(
                        "",
                        "list",
                        "Recurring templates, newest first.",
                        TemplateDocuments.list(TemplateDocuments.ENABLED),
                        lists::all),
                list("/enabled", "enabled", "Enabled recurring templates.", TemplateDocuments.list(), lists::enabled),
                list(
                        "/upcoming",
                        "upcoming",
                        "Enabled templates by what is due next.",
                        TemplateDocuments.upcoming(),
                        lists::upcoming),
                list(
                        "/search",
                        "search",
                        "Templates whose label, description or notes hold the text.",
                        TemplateDocuments.list(TemplateDocuments.QUESTION),
                        lists::search),
                item("post", "", "create", "Creates a recurring template.", TemplateDocuments.CREATE, edits::create),
                item("get", "/:id", "read", "A recurring template.", TemplateDocuments.READ, this::read),
                item(
                        "put",
                        "/:id",
                        "replace",
                        "Replaces a recurring template.",
                        TemplateDocuments.REPLACE,
                        edits::replace),
                item(
                        "delete",
                        "/:id",
                        "delete",
                        "Deletes a recurring template; its cases stay.",
                        TemplateDocuments.DELETE,
                        edits::delete),
                list(
                        "/:id/instances",
                        "instances",
                        "The cases generated from a template, newest first.",
                        TemplateDocuments.instances(domains.cases().listedMembers()),
                        lists::instances),
                item(
                        "post",
                        "/:id/enable",
                        "enable",
                        "Lets a template fire on schedule, from now on.",
                        TemplateDocuments.SWITCH,
                        input -> edits.enable(input, true)),
                item(
                        "post",
                        "/:id/disable",
                        "disable",
                        "Keeps a template from firing on schedule.",
                        TemplateDocuments.SWITCH,
                        input -> edits.enable(input, false)),
                item(
                        "post",
                        "/:id/trigger",
                        "trigger",
                        "Generates a case now, bypassing the schedule.",
                        TemplateDocuments.TRIGGER,
                        edits::trigger),
                Member.on(
                        RouteDeclaration.of("post", ROOT + "/:id/preview").permitting(CaseRoles.READING),
                        "preview",
                        TemplateDocuments.of("/:id/preview", "The next firings of a template.")
                                .under(TemplateDocuments.PREVIEW)
                                .build(),
                        Endpoint.item(this::preview)));
    }

    private static Member list(String path, String name, String sentence, Contract contract, Member.Handler handler) {
        return Member.get(
                ROOT + path,
                name,
                TemplateDocuments.of(path, sentence).under(contract).build(),
                Endpoint.list(handler));
    }

    private static Member item(
            String method, String path, String name, String sentence, Contract contract, Member.Handler handler) {
        return Member.on(
                changing(RouteDeclaration.of(method, ROOT + path)).principalIn(Principal.HEADER),
                name,
                TemplateDocuments.of(path, sentence).under(contract).build(),
                Endpoint.item(handler));
    }

    /** Permits only leads to change templates, because a template may concern everyone. */
    private static RouteDeclaration changing(RouteDeclaration route) {
        return route.method().equals("get") ? route : route.permitting(CaseRoles.LEADING);
    }

    private Reply read(Input input) {
        return TemplateEdits.tagged(existing(input));
    }

    private Reply preview(Input input) {
        Form form = Form.body(input);
        Long count = TemplateDocuments.PREVIEWED.in(form);
        form.check();
        int most = count == null ? DEFAULT_PREVIEWED : count.intValue();
        return Reply.ok(Upcoming.FIRING.views(
                Upcoming.of(existing(input), most, clock.instant()).firings()));
    }

    private Template existing(Input input) {
        String id = TemplateEdits.id(input);
        return database.read(transaction -> TemplateStore.get(transaction, id));
    }
}
