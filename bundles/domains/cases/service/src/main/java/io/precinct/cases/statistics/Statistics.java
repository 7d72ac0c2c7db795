package io.precinct.cases.statistics;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.day.RequestZone;
import io.precinct.cases.record.TaskField;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Schemas;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoint for the counts of cases. */
@Component
@FamilyName("statistics")
public final class Statistics implements BoundaryFamily {
    private static final Schema COUNT = Schema.integer().atLeast(0);
    private static final Schema BY_NAME = Schema.map(COUNT);

    private static final Schema COUNTS = counts();

    private final CaseServices services;

    private static Schema counts() {
        Schema counts = Schema.object().with("total", COUNT);
        for (TaskField field : CaseCounts.COUNTED) {
            counts = counts.with(CaseCounts.name(field), BY_NAME);
        }
        return counts.with("overdue", COUNT)
                .with("timezone", Schema.text().example("UTC").describedAs("Where the day of overdue ends."))
                .with("as_of", Schemas.TIME)
                .named("Statistics");
    }

    /** Creates the endpoint on these services. */
    @Activate
    public Statistics(@Reference CaseServices services) {
        this.services = services;
    }

    @Override
    public List<Member> members() {
        Declaration.Builder declaration = Declaration.terminal()
                .describedAs("Counts by status, type, detective and urgency. Nobody is unassigned, no type is none.")
                .under(Contracts.LISTING)
                .takes(RequestZone.PARAMETER)
                .answers(Answer.ok("The counts.", COUNTS));
        return Endpoint.family(
                CaseRoutes::exposed,
                Member.get(
                        "/api/tasks/cases/statistics", "read", declaration.build(), Endpoint.list(this::statistics)));
    }

    // @req:view-statistics
    private Reply statistics(Input input) {
        Form query = Form.query(input);
        RequestZone zone = RequestZone.of(query, services.zone());
        query.check();
        CaseCounts counts = services.database().readAtOnce(transaction -> CaseCounts.read(transaction, zone.today()));
        return Reply.ok(Data.mapBuilder()
                .put("total", counts.total())
                .putAll(counts.byAll())
                .put("overdue", counts.overdue())
                .put("timezone", zone.zone().getId())
                .put("as_of", Timestamps.text(Timestamps.now()))
                .build());
    }
}
