package io.precinct.boundary.operations.admin;

import io.precinct.api.boundary.BadInput;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.boundary.operations.Container;
import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.deploy.Diagnosis;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Deploys, goes back, lists; waits for each outcome. Thread-safe. */
public final class DeploymentAdmin {
    private static final int LONGEST_NAME = 200;

    private final Container container;

    /** Deploys into this container. */
    public DeploymentAdmin(Container container) {
        this.container = container;
    }

    /** {@code POST /admin/deploy?name=&dry_run=} with the jar as body. */
    public io.precinct.api.boundary.Outcome deploy(Input input) {
        // A body that is neither JSON nor text arrives as one character a byte.
        byte[] jar = input.params().text("body").getBytes(StandardCharsets.ISO_8859_1);
        if (jar.length == 0) {
            throw new BadInput("body", "a bundle", "an empty body");
        }
        String name = fileName(input.query().text("name", "upload.jar"));
        boolean dryRun = input.query().truth("dry_run", false);
        return answer(container.ask(
                Deployments.class, deployments -> deployments.deploy(new ByteArrayInputStream(jar), name, dryRun)));
    }

    /** The last segment of what a client calls its file, fit to be printed. */
    static String fileName(String name) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        String printable = last.codePoints()
                .filter(c -> !Character.isISOControl(c))
                .limit(LONGEST_NAME)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return printable.isBlank() ? "upload.jar" : printable;
    }

    /** {@code POST /admin/rollback}. */
    public io.precinct.api.boundary.Outcome rollback(Input input) {
        String bundle = input.params().text("bundle");
        return answer(container.ask(Deployments.class, deployments -> deployments.rollback(bundle)));
    }

    /** What is refused is an error for whoever asked, and carries every member of the outcome all the same. */
    private static io.precinct.api.boundary.Outcome answer(Outcome outcome) {
        Map<String, @Nullable Object> data = Records.of(outcome);
        if (outcome.result() != Result.REFUSED) {
            return Reply.ok(data);
        }
        Denial denial = Denial.of(422, "refused, nothing changed: " + String.join("; ", outcome.reasons()));
        for (Map.Entry<String, @Nullable Object> member : data.entrySet()) {
            denial = denial.with(member.getKey(), member.getValue());
        }
        return denial;
    }

    /** {@code GET /admin/bundles}. */
    public io.precinct.api.boundary.Outcome bundles(Input input) {
        return container.ask(
                Deployments.class,
                deployments -> Reply.ok(Data.map(
                        "bundles",
                                deployments.bundles().stream().map(Records::of).toList(),
                        "lingering", lingering(deployments),
                        "outcomes",
                                deployments.outcomes().stream().map(Records::of).toList())));
    }

    /** Class loaders of old generations that are still in memory, by bundle; none is as it should be. */
    private Map<String, @Nullable Object> lingering(Deployments deployments) {
        var counts = Data.mapBuilder();
        deployments.bundles().stream()
                .map(Deployments.BundleView::bundle)
                .distinct()
                .forEach(bundle -> {
                    Integer count = container.askIfThere(Diagnosis.class, diagnosis -> diagnosis.lingering(bundle));
                    if (count != null && count > 0) {
                        counts.put(bundle, count);
                    }
                });
        return counts.build();
    }
}
