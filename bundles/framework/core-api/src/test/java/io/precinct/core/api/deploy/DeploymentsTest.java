package io.precinct.core.api.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.contract.Schema;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Operator;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.plugin.Replacement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeploymentsTest {
    private static final Replacement TAKEN = new Replacement("boundary echo", "a.echo", "1.0.0");

    private static final Outcome FULL = new Outcome(
            Result.DEPLOYED,
            "b.echo",
            "2.0.0",
            "ab",
            "b.jar",
            "1.0.0 cd",
            List.of("reason"),
            Instant.EPOCH,
            12,
            List.of(TAKEN),
            List.of("note"),
            new Operator("ada", "10.0.0.7"));

    /** An outcome without any of its optional parts. */
    private static final Outcome BARE =
            new Outcome(Result.REFUSED, null, null, "", "b.jar", null, List.of("reason"), Instant.EPOCH, 12);

    private static final BundleView BUNDLE = new BundleView(
            7,
            "b.echo",
            "2.0.0",
            "active",
            "deployed",
            "ab",
            List.of("boundary echo"),
            List.of(FULL, BARE),
            "folder",
            "b.jar",
            true,
            List.of(TAKEN));

    private static final BundleView BARE_BUNDLE =
            new BundleView(7, "b.echo", "2.0.0", "active", "feature", null, List.of(), List.of());

    @Test
    void whatIsServedOfAnOutcomeIsWhatItsSchemaSays() {
        assertFits(Outcome.VIEW.schema(), FULL.toData());
        assertFits(Outcome.VIEW.schema(), BARE.toData());
    }

    @Test
    void whatIsServedOfABundleIsWhatItsSchemaSays() {
        assertFits(BundleView.VIEW.schema(), BUNDLE.toData());
        assertFits(BundleView.VIEW.schema(), BARE_BUNDLE.toData());
    }

    @Test
    void everyComponentIsServed() {
        // The operator is served as two members.
        assertThat(FULL.toData()).hasSize(Outcome.class.getRecordComponents().length + 1);
        assertThat(FULL.toData()).containsEntry("by", "ada").containsEntry("from", "10.0.0.7");
        assertThat(BUNDLE.toData()).hasSameSizeAs(BundleView.class.getRecordComponents());
        assertThat(TAKEN.toData()).hasSameSizeAs(Replacement.class.getRecordComponents());
    }

    @Test
    void whatHasNoFileHasNoHash() {
        assertThat(BARE.toData()).containsEntry("sha256", null);
        assertThat(FULL.toData()).containsEntry("sha256", "ab");
    }

    private static void assertFits(Schema schema, Object value) {
        List<?> types = schema.keyword("type") instanceof List<?> several
                ? several
                : List.of(String.valueOf(schema.keyword("type")));
        String type = switch (value) {
            case null -> "null";
            case Map<?, ?> _ -> "object";
            case List<?> _ -> "array";
            case Boolean _ -> "boolean";
            case Number _ -> "integer";
            default -> "string";
        };
        assertThat(types).as("%s", value).map(String::valueOf).contains(type);
        if (value instanceof Map<?, ?> map) {
            Map<String, Schema> members = schema.members();
            assertThat(List.copyOf(map.keySet())).isEqualTo(List.copyOf(members.keySet()));
            assertThat(members.keySet()).allMatch(schema::requires);
            members.forEach((name, member) -> assertFits(member, map.get(name)));
        } else if (value instanceof List<?> list) {
            list.forEach(item -> assertFits((Schema) schema.keyword("items"), item));
        }
    }
}
