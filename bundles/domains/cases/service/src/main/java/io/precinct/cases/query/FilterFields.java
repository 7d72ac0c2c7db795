package io.precinct.cases.query;

import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Schema;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.api.Urgency;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Schemas;
import java.util.List;

/** The parameters that {@link Filters} and the search by fields read, as clients are told of them. */
public final class FilterFields {
    /** What every list of cases can be filtered by; a parameter given several times asks for any of its values. */
    public static final Contract FILTERS = Field.query(
            Field.several("status", Schema.oneOf(CaseStatus.NAMES)),
            Field.several("urgency_level", Schema.oneOf(Urgency.NAMES)),
            Field.several("detective", text(CaseLimits.NAME))
                    .describedAs("unassigned asks for cases without a detective, too."),
            Field.several("case_type", Schema.oneOf(Filters.TYPES)).describedAs("none asks for cases without a type."),
            Field.truth("is_case").describedAs("Whether the type is one of the group Detective."),
            Field.several("priority", Schema.oneOf("1", "2", "3", "4", "5")),
            Field.several("scheduled_date", Schemas.DAY),
            Field.several("due_date", Schemas.DAY));

    private FilterFields() {}

    /** A list of cases with these filters. */
    public static Contract list(String sentence, List<String> sorts, Contract filters) {
        return filters.and(ListRequest.contract(sentence, sorts, CaseSchemas.LISTED));
    }

    /** Text that is asked for. */
    public static Schema text(int most) {
        return Schema.text().atLeast(1).atMost(most).matching("\\S");
    }
}
