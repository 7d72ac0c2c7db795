package io.precinct.recurring.templates;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.recurring.Neighbours;
import io.precinct.recurring.RecurringSettings;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Idempotency;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Versions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What clients do with recurring templates. Stateless over the database. */
// @req:recurring-templates
@Component
@FamilyName("recurring")
public final class Templates implements BoundaryFamily {
    private static final String ROOT = "/api/recurring-templates";
    private static final int MOST_PREVIEWED = 1000;
    private static final int DEFAULT_PREVIEWED = 5;

    private final Database database;
    private final TemplateLists lists;
    private final TemplateEdits edits;
    private final InstantSource clock;

    /** Templates in this database. */
    @Activate
    public Templates(
            @Reference Databases databases, @Reference Neighbours neighbours, @Reference RecurringSettings settings) {
        this(databases, neighbours, settings, InstantSource.system());
    }

    /** As above, with a clock of one's own. */
    public Templates(Databases databases, Neighbours neighbours, RecurringSettings settings, InstantSource clock) {
        this.database = databases.open(TemplateStore.SCHEMA);
        this.clock = clock;
        lists = new TemplateLists(database, neighbours, clock);
        edits = new TemplateEdits(database, new Idempotency(databases), neighbours, settings, clock);
    }

    @Override
    public List<Member> members() {
        return List.of(
                list("", "list", "Recurring templates, newest first.", lists::all),
                list("/enabled", "enabled", "Enabled recurring templates.", lists::enabled),
                list("/upcoming", "upcoming", "Enabled templates by what is due next.", lists::upcoming),
                list("/search", "search", "Templates whose label, description or notes hold the text.", lists::search),
                item("post", "", "create", "Creates a recurring template.", edits::create),
                item("get", "/:id", "read", "A recurring template.", this::read),
                item("put", "/:id", "replace", "Replaces a recurring template.", edits::replace),
                item("delete", "/:id", "delete", "Deletes a recurring template; its cases stay.", edits::delete),
                list(
                        "/:id/instances",
                        "instances",
                        "The cases generated from a template, newest first.",
                        lists::instances),
                item("post", "/:id/enable", "enable", "Lets a template fire on schedule, from now on.", edits::enable),
                item("post", "/:id/disable", "disable", "Keeps a template from firing on schedule.", edits::disable),
                item(
                        "post",
                        "/:id/trigger",
                        "trigger",
                        "Generates a case now, bypassing the schedule.",
                        edits::trigger),
                Member.on(
                        RouteDeclaration.of("post", ROOT + "/:id/preview").sealedInHeader(),
                        "preview",
                        declaration("/:id/preview", "The next firings of a template."),
                        Endpoint.item(this::preview)));
    }

    private static Member list(String path, String name, String sentence, Member.Handler handler) {
        return Member.on(
                RouteDeclaration.of("get", ROOT + path).sealedInHeader(),
                name,
                declaration(path, sentence),
                Endpoint.list(handler));
    }

    private static Member item(String method, String path, String name, String sentence, Member.Handler handler) {
        return Member.on(
                RouteDeclaration.of(method, ROOT + path), name, declaration(path, sentence), Endpoint.item(handler));
    }

    private static Declaration declaration(String path, String sentence) {
        Declaration.Builder declaration = Declaration.terminal().describedAs(sentence);
        return (path.contains(":id") ? declaration.reads("params", Map.of("id", true)) : declaration).build();
    }

    private Reply read(Input input) {
        Template template = existing(input);
        return Versions.tagged(Reply.ok(template.toData()), template.version());
    }

    private Reply preview(Input input) {
        Form form = Form.body(input);
        Long count = form.integer("count", 1, MOST_PREVIEWED);
        form.check();
        int most = count == null ? DEFAULT_PREVIEWED : count.intValue();
        return Reply.ok(Upcoming.of(existing(input), most, clock.instant()));
    }

    private Template existing(Input input) {
        String id = TemplateEdits.id(input);
        Template template = database.read(handle -> TemplateStore.find(handle, id));
        if (template == null) {
            throw Refusal.notFound("template", id);
        }
        return template;
    }
}
