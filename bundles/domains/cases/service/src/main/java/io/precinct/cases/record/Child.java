package io.precinct.cases.record;

import io.precinct.api.contract.Type;
import io.precinct.cases.api.CaseStatus;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import java.time.Instant;

/**
 * A direct child of a case.
 *
 * @param caseId the id of the child
 * @param createdAt when it became a child
 */
public record Child(String caseId, String label, String status, Instant createdAt) {
    /** The members of a child as served, without progress. */
    public static final Resource<Child> RESOURCE = Resource.of(
            Property.of(Relation.CASE_ID.name(), CaseTypes.CASE_ID, Child::caseId),
            Property.of("label", Type.text(), Child::label),
            Property.of("status", Type.oneOf(CaseStatus.NAMES), Child::status));
}
