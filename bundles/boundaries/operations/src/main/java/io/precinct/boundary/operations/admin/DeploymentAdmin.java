package io.precinct.boundary.operations.admin;

import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.boundary.operations.Container;
import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.deploy.Diagnosis;
import io.precinct.core.api.inspect.Inspection;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The endpoints that deploy, roll back and list bundles; each waits for its outcome. Thread-safe. */
public final class DeploymentAdmin {
    private static final int LONGEST_NAME = 200;

    private static final Schema BY_BUNDLE = Schema.map(Schema.any());
    private static final Schema LINES = Schema.list(Schema.text());

    /** The deployed bundles of a container. */
    private record Deployed(Container container, Deployments deployments) {
        static final View<Deployed> VIEW = View.<Deployed>object()
                .list("bundles", BundleView.VIEW, deployed -> deployed.deployments.bundles())
                .with("lingering", BY_BUNDLE, deployed -> deployed.found(Diagnosis::lingering))
                .with("held_by", BY_BUNDLE, deployed -> deployed.found(Diagnosis::holders))
                .with(
                        "troubles",
                        LINES,
                        deployed -> deployed.container.listIfThere(Inspection.class, Inspection::troubles))
                .list("outcomes", Outcome.VIEW, deployed -> deployed.deployments.outcomes())
                .open();

        /** A report on class loaders of old generations that are still in memory, by bundle; it should be empty. */
        private Map<String, ?> found(Function<Diagnosis, @Nullable Map<String, ?>> of) {
            return Objects.requireNonNullElse(container.askIfThere(Diagnosis.class, of), Map.of());
        }
    }

    /** The answer of {@link #bundles}. */
    public static final Schema BUNDLES = Deployed.VIEW.schema();

    private final Container container;

    /** Deploys into this container. */
    public DeploymentAdmin(Container container) {
        this.container = container;
    }

    /**
     * {@code POST /admin/deploy?name=&dry_run=&replace=&force=} with the jar as body; {@code replace} may be repeated.
     */
    // @req:gateway-trust
    public io.precinct.api.boundary.Outcome deploy(Input input) {
        // A body that is neither JSON nor text arrives with one character per byte.
        byte[] jar = String.valueOf(Objects.requireNonNullElse(input.params().get("body"), ""))
                .getBytes(StandardCharsets.ISO_8859_1);
        String name = fileName(input.query().text("name", "upload.jar"));
        boolean dryRun = input.query().truth("dry_run", false);
        List<String> replaces = replaces(input.query().get("replace"));
        boolean force = input.query().truth("force", false);
        Outcome outcome = container.ask(
                Deployments.class,
                deployments -> deployments
                        .as(Deployments.Operator.of(input))
                        .deploy(new ByteArrayInputStream(jar), name, dryRun, replaces, force));
        Audit.note(input, dryRun ? "dry run of deploying " + name : "deploying " + name, ended(outcome));
        return answer(outcome);
    }

    /** Result, bundle, version and hash, as far as they are known, and the reasons. */
    private static String ended(Outcome outcome) {
        return Stream.of(
                        outcome.result().wireName(),
                        outcome.bundle(),
                        outcome.version(),
                        outcome.sha256().isEmpty() ? null : "sha256 " + outcome.sha256(),
                        outcome.reasons().isEmpty() ? null : "because " + String.join("; ", outcome.reasons()))
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" "));
    }

    /** The values of a parameter: one text, or a list if it is repeated. */
    private static List<String> replaces(@Nullable Object value) {
        return switch (value) {
            case null -> List.of();
            case List<?> several -> several.stream().map(String::valueOf).toList();
            default -> List.of(String.valueOf(value));
        };
    }

    /** The last segment of the file name that the client sent, without unprintable characters. */
    static String fileName(String name) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        String printable = last.codePoints()
                .filter(c -> !Character.isISOControl(c))
                .limit(LONGEST_NAME)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return printable.isBlank() ? "upload.jar" : printable;
    }

    /**
     * {@code POST /admin/rollback} and similar endpoints.
     *
     * @param name name of the change, for the log
     * @param change the change of the bundle that {@code params.bundle} names; forced if {@code params.force} is true
     */
    public io.precinct.api.boundary.Outcome change(Input input, String name, Change change) {
        String bundle = input.params().text("bundle");
        boolean force = input.params().truth("force", false);
        Outcome outcome = container.ask(
                Deployments.class,
                deployments -> change.of(deployments.as(Deployments.Operator.of(input)), bundle, force));
        Audit.note(input, name + " of " + bundle + (force ? " by force" : ""), ended(outcome));
        return answer(outcome);
    }

    /** A change of a bundle. */
    @FunctionalInterface
    public interface Change {
        /** Changes the bundle of this name. */
        Outcome of(Deployments deployments, String bundle, boolean force);
    }

    /** The answer with an outcome; a refusal is an error with every member of the outcome. */
    private static io.precinct.api.boundary.Outcome answer(Outcome outcome) {
        Map<String, @Nullable Object> data = outcome.toData();
        return outcome.result() == Result.REFUSED
                ? Denial.of(422, "refused, nothing changed: " + String.join("; ", outcome.reasons()))
                        .withAll(data)
                : Reply.ok(data);
    }

    /** {@code GET /admin/bundles}. */
    public io.precinct.api.boundary.Outcome bundles(Input input) {
        return container.ask(
                Deployments.class, deployments -> Reply.ok(Deployed.VIEW.toData(new Deployed(container, deployments))));
    }
}
