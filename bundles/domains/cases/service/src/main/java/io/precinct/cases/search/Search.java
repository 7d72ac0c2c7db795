package io.precinct.cases.search;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Reply;
import io.precinct.cases.CaseRequest;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.query.Filters;
import io.precinct.cases.query.TaskList;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Endpoints for free text search over cases and notes, structured filters, and fuzzy search in the notes of one case.
 */
@Component
@FamilyName("search")
public final class Search implements BoundaryFamily {
    private final CaseServices services;
    private final TextSearch text;
    private final NoteSearch notes;
    private final TaskList list;

    /** Creates the endpoints on these services. */
    @Activate
    public Search(@Reference CaseServices services) {
        this.services = services;
        text = new TextSearch(services.database());
        notes = new NoteSearch(services.database());
        list = new TaskList(services.database());
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                Member.get(
                        "/api/tasks/search",
                        "text",
                        Declaration.terminal()
                                .describedAs("Free text q over label, notes and investigation notes, best match first.")
                                .under(TextSearch.CONTRACT)
                                .build(),
                        Endpoint.list(text::search)),
                Member.get(
                        "/api/tasks/cases/search",
                        "fields",
                        Declaration.terminal()
                                .describedAs("Cases by any of their fields, by ranges, tags and links.")
                                .under(Filters.list("The cases.", TaskList.NEWEST, FieldFilters.CONTRACT))
                                .build(),
                        Endpoint.list(this::fields)),
                Member.get(
                        "/api/tasks/:id/notes/search",
                        "notes",
                        CaseRequest.ofCase("Fuzzy search for q in the notes of one case.")
                                .under(NoteSearch.CONTRACT)
                                .build(),
                        Endpoint.list(notes::search)));
    }

    // @req:search-fields
    private Reply fields(Input input) {
        Form query = Form.query(input);
        return list.answer(input, query, FieldFilters.read(query, services.zone()), TaskList.NEWEST);
    }
}
