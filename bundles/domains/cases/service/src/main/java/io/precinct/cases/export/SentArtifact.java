package io.precinct.cases.export;

import io.precinct.api.boundary.Input;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.record.CaseContext;
import io.precinct.cases.record.CaseFields;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.ListMembers;
import io.precinct.cases.sync.CaseHash;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import java.util.List;
import java.util.Map;

/** Reads an artifact that a client sends back as a case, unchanged or edited. */
public final class SentArtifact {
    private static final String VERSION = "schema_version";
    private static final String TYPE = "artifact_type";
    private static final String HASH = "content_hash";
    /** The member with the case. */
    public static final String TASK = "task";

    /** Members that describe the origin of an artifact; they are ignored. */
    private static final List<String> ORIGIN = List.of("exported_at", "exported_by", "export_reason", "version");

    /** The schema of the request body. */
    public static final Schema SCHEMA = CaseContext.taken(origin(Schema.object()
                            .with(VERSION, Schema.integer().atLeast(1).atMost(Artifact.SCHEMA_VERSION))
                            .with(TYPE, Schema.oneOf(Artifact.TYPE)))
                    .optionally(
                            HASH,
                            Schema.text()
                                    .orNull()
                                    .describedAs("If it is there, task and checklists must be as they were exported."))
                    .with(TASK, CaseFields.REPLACEMENT)
                    .with(Field.body(ListMembers.LISTS)))
            .closed()
            .named("SentArtifact");

    private SentArtifact() {}

    private static Schema origin(Schema schema) {
        Schema whole = schema;
        for (String name : ORIGIN) {
            whole = whole.optionally(name, Schema.any().and("readOnly", true));
        }
        return whole;
    }

    /** Whether the body of a request is an artifact: no case has one of its first two members. */
    public static boolean is(Input input) {
        Map<String, ?> members = input.params().map();
        return members.containsKey(VERSION) || members.containsKey(TYPE);
    }

    /**
     * Whether an artifact without faults carries a hash, which its case and checklists then match. That shows that it
     * was not edited by mistake; it is no signature, and does not cover relations and the text of the node.
     */
    public static boolean isAsExported(Form form) {
        return form.value(HASH) != null;
    }

    /**
     * Returns the case in the body of a request that {@link #is} an artifact; faults go into the form.
     *
     * @param id the id of the case that the request addresses
     * @return a form without members if the artifact contains no case
     */
    // @req:export-import
    public static Form task(Form form, String id) {
        ORIGIN.forEach(form::ignoring);
        form.integer(VERSION, 1, Artifact.SCHEMA_VERSION);
        form.mustHave(VERSION);
        form.mustHave(TYPE);
        form.oneOf(TYPE, List.of(Artifact.TYPE));
        form.mustHave(TASK);
        checkHash(form);
        Form task = form.object(TASK);
        if (task == null) {
            return Form.of(Map.of());
        }
        boolean other = task.value("id") instanceof String of
                && CaseLimits.CASE_ID.matcher(of).matches()
                && !of.equals(id);
        if (other) {
            task.fault("id", "conflict", "the artifact is of " + task.value("id") + ", not of " + id, id);
        }
        return task;
    }

    private static void checkHash(Form form) {
        String hash = form.text(HASH, 64);
        Object lists = form.value(ListMembers.LISTS.name());
        if (hash != null
                && !hash.equals(CaseHash.hash(Data.map(TASK, form.value(TASK), ListMembers.LISTS.name(), lists)))) {
            form.fault(
                    HASH,
                    "mismatch",
                    "task and checklists are not as they were exported; leave content_hash out if that is meant",
                    null);
        }
    }
}
