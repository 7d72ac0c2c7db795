package io.precinct.cases.views;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.api.CaseType;
import io.precinct.cases.api.Urgency;
import io.precinct.cases.query.Criteria;
import io.precinct.cases.query.FilterFields;
import io.precinct.cases.query.Filters;
import io.precinct.cases.query.TaskList;
import io.precinct.cases.record.CaseLimits;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Text;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The lists of cases. Each takes the filters of {@code GET /api/tasks} in addition to its own condition. */
@Component
@FamilyName("views")
public final class ViewEndpoints implements BoundaryFamily {
    private final TaskList list;

    /** Lists of these cases. */
    @Activate
    public ViewEndpoints(@Reference CaseServices services) {
        list = new TaskList(services.database());
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                view("/api/tasks", "list", "Cases, newest first.", this::all),
                view("/api/tasks/active", "active", "Cases with status active.", this::active),
                view("/api/tasks/pinned", "pinned", "Pinned cases.", this::pinned),
                view("/api/tasks/cases/urgent", "urgent", "Cases of urgency urgent or above.", this::urgent),
                view("/api/tasks/cases/emergency", "emergency", "Cases of urgency emergency.", this::emergency),
                of("detective", "Cases of one detective.", FilterFields.text(CaseLimits.NAME), this::ofDetective),
                of("type", "Cases of one case_type.", Schema.oneOf(FilterFields.types()), this::ofType),
                view(
                        "/api/tasks/activity/today",
                        "today",
                        "Cases that changed this UTC day.",
                        TaskList.LATEST,
                        this::today));
    }

    private static Member view(String path, String name, String sentence, Member.Handler handler) {
        return view(path, name, sentence, TaskList.NEWEST, handler);
    }

    private static Member view(String path, String name, String sentence, List<String> sorts, Member.Handler handler) {
        return Member.on(
                RouteDeclaration.of("get", path),
                name,
                Declaration.terminal()
                        .describedAs(sentence)
                        .under(FilterFields.list(sentence, sorts, FilterFields.FILTERS))
                        .build(),
                Endpoint.list(handler));
    }

    private static Member of(String variable, String sentence, Schema value, Member.Handler handler) {
        return Member.on(
                RouteDeclaration.of("get", "/api/tasks/cases/" + variable + "/:" + variable),
                "of_" + variable,
                Declaration.terminal()
                        .takes(Parameter.path(variable, value))
                        .describedAs(sentence)
                        .under(FilterFields.list(sentence, TaskList.NEWEST, FilterFields.FILTERS))
                        .build(),
                Endpoint.list(handler));
    }

    private Reply all(Input input) {
        Form query = Form.query(input);
        return list.answer(input, query, Filters.read(query), TaskList.NEWEST);
    }

    // @req:view-active
    private Reply active(Input input) {
        Form query = Form.query(input);
        List<String> active = List.of(CaseStatus.ACTIVE.wireName());
        return list.answer(
                input, query, Filters.read(query).counted("status", active, "status", active), TaskList.NEWEST);
    }

    private Reply pinned(Input input) {
        Form query = Form.query(input);
        return list.answer(input, query, Filters.read(query).where("t.pinned"), TaskList.NEWEST);
    }

    // @req:view-urgent
    private Reply urgent(Input input) {
        return ofUrgency(input, List.of(Urgency.URGENT, Urgency.CRITICAL, Urgency.EMERGENCY));
    }

    // @req:view-emergency
    private Reply emergency(Input input) {
        return ofUrgency(input, List.of(Urgency.EMERGENCY));
    }

    private Reply ofUrgency(Input input, List<Urgency> levels) {
        Form query = Form.query(input);
        return list.answer(input, query, Filters.urgency(Filters.read(query), levels), TaskList.NEWEST);
    }

    // @req:view-detective
    private Reply ofDetective(Input input) {
        String detective = input.params().text("detective");
        if (detective.isBlank() || detective.length() > CaseLimits.NAME || !Text.storable(detective)) {
            throw Refusal.invalid(
                    "/detective", "format", "detective is text of 1 to " + CaseLimits.NAME + " characters", null);
        }
        Form query = Form.query(input);
        return list.answer(input, query, Filters.detective(Filters.read(query), List.of(detective)), TaskList.NEWEST);
    }

    // @req:view-type
    private Reply ofType(Input input) {
        String type = input.params().text("type");
        if (!CaseType.NAMES.contains(type) && !type.equals(Filters.NO_TYPE)) {
            throw Refusal.invalid(
                    "/type", "enum", "type is one of " + String.join(", ", CaseType.NAMES), CaseType.NAMES);
        }
        Form query = Form.query(input);
        return list.answer(input, query, Filters.types(Filters.read(query), List.of(type)), TaskList.NEWEST);
    }

    // @req:view-today
    private Reply today(Input input) {
        Form query = Form.query(input);
        Criteria criteria = Filters.read(query);
        var midnight = LocalDate.now(Clock.systemUTC()).atStartOfDay().toInstant(ZoneOffset.UTC);
        return list.answer(input, query, criteria.where("t.updated_at >= ?", midnight), TaskList.LATEST);
    }
}
