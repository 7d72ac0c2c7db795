package io.precinct.cases.views;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.api.CaseType;
import io.precinct.cases.api.Urgency;
import io.precinct.cases.day.RequestZone;
import io.precinct.cases.query.Criteria;
import io.precinct.cases.query.Filters;
import io.precinct.cases.query.TaskList;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.TaskField;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Text;
import java.util.List;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Endpoints for the lists of cases. Each accepts the filters of {@code GET /api/tasks} in addition to its own
 * condition.
 */
@Component
@FamilyName("views")
public final class ViewEndpoints implements BoundaryFamily {
    private final CaseServices services;
    private final TaskList list;

    /** Creates the endpoints on these services. */
    @Activate
    public ViewEndpoints(@Reference CaseServices services) {
        this.services = services;
        list = new TaskList(services.database());
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                view("/api/tasks", "list", "Cases, newest first.", (_, _, cases) -> cases),
                view("/api/tasks/active", "active", "Cases with status active.", ViewEndpoints::active),
                view("/api/tasks/pinned", "pinned", "Pinned cases.", (_, _, cases) -> cases.where("t.pinned")),
                view("/api/tasks/cases/urgent", "urgent", "Cases of urgency urgent or above.", ViewEndpoints::urgent),
                view(
                        "/api/tasks/cases/emergency",
                        "emergency",
                        "Cases of urgency emergency.",
                        ViewEndpoints::emergency),
                view(
                        "/api/tasks/cases/detective/:detective",
                        "of_detective",
                        "Cases of one detective.",
                        TaskList.NEWEST,
                        ViewEndpoints::ofDetective,
                        Parameter.path("detective", Filters.text(CaseLimits.NAME))),
                view(
                        "/api/tasks/cases/type/:type",
                        "of_type",
                        "Cases of one case_type.",
                        TaskList.NEWEST,
                        ViewEndpoints::ofType,
                        Parameter.path("type", Schema.oneOf(TaskField.CASE_TYPE.words()))),
                view(
                        "/api/tasks/activity/today",
                        "today",
                        "Cases that changed today.",
                        TaskList.LATEST,
                        this::today,
                        RequestZone.PARAMETER));
    }

    /** Adds the condition of a view to the requested filters. */
    @FunctionalInterface
    private interface Condition {
        Criteria addTo(Input input, Form query, Criteria cases);
    }

    private Member view(String path, String name, String sentence, Condition condition) {
        return view(path, name, sentence, TaskList.NEWEST, condition);
    }

    private Member view(
            String path,
            String name,
            String sentence,
            List<String> sorts,
            Condition condition,
            Parameter... parameters) {
        return Member.get(
                path,
                name,
                Declaration.terminal()
                        .takes(parameters)
                        .describedAs(sentence)
                        .under(Filters.list(sentence, sorts, Filters.CONTRACT))
                        .build(),
                Endpoint.list(input -> {
                    Form query = Form.query(input);
                    return list.answer(input, query, condition.addTo(input, query, Filters.read(query)), sorts);
                }));
    }

    // @req:view-active
    private static Criteria active(Input input, Form query, Criteria cases) {
        return Filters.any(cases, TaskField.STATUS, List.of(CaseStatus.ACTIVE.wireName()));
    }

    // @req:view-urgent
    private static Criteria urgent(Input input, Form query, Criteria cases) {
        List<String> levels = Stream.of(Urgency.URGENT, Urgency.CRITICAL, Urgency.EMERGENCY)
                .map(Urgency::wireName)
                .toList();
        return Filters.any(cases, TaskField.URGENCY_LEVEL, levels);
    }

    // @req:view-emergency
    private static Criteria emergency(Input input, Form query, Criteria cases) {
        return Filters.any(cases, TaskField.URGENCY_LEVEL, List.of(Urgency.EMERGENCY.wireName()));
    }

    // @req:view-detective
    private static Criteria ofDetective(Input input, Form query, Criteria cases) {
        String detective = input.params().text("detective");
        if (detective.isBlank() || detective.length() > CaseLimits.NAME || !Text.storable(detective)) {
            throw Refusal.invalid(
                    "/detective", "format", "detective is text of 1 to " + CaseLimits.NAME + " characters", null);
        }
        return Filters.any(cases, TaskField.DETECTIVE, List.of(detective));
    }

    // @req:view-type
    private static Criteria ofType(Input input, Form query, Criteria cases) {
        String type = input.params().text("type");
        if (!TaskField.CASE_TYPE.words().contains(type)) {
            throw Refusal.invalid(
                    "/type", "enum", "type is one of " + String.join(", ", CaseType.NAMES), CaseType.NAMES);
        }
        return Filters.any(cases, TaskField.CASE_TYPE, List.of(type));
    }

    // @req:view-today
    private Criteria today(Input input, Form query, Criteria cases) {
        RequestZone zone = RequestZone.of(query, services.zone());
        return cases.where("t.updated_at >= ?", zone.start(zone.today()));
    }
}
