package io.precinct.core.api.deploy;

import io.precinct.api.boundary.Input;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.plugin.Replacement;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Hot deployment. A service, implemented by the deployer. Thread-safe; deployments happen one after the other.
 *
 * <p>A bundle is shipped with a feature, deployed by command, or deployed from the watched folder. If several have a
 * symbolic name, the generation that was deployed last serves, from either source; if there is none, the shipped bundle
 * does, unless it is disabled.
 */
@ProviderType
public interface Deployments {
    /**
     * Deploys a bundle and waits for the outcome: it serves, or nothing changed.
     *
     * @param jar the bundle; read to its end
     * @param name file name, for people
     * @param dryRun true: everything is tried except taking requests, then it is reverted
     */
    default Outcome deploy(InputStream jar, String name, boolean dryRun) {
        return deploy(jar, name, dryRun, List.of());
    }

    /**
     * Deploys a bundle that may take names of other bundles.
     *
     * @param replaces the names it is meant to take, each as {@code <kind> <name>} or the name alone; it is refused if
     *     it does not offer one or may not take one
     * @since 1.1
     */
    default Outcome deploy(InputStream jar, String name, boolean dryRun, List<String> replaces) {
        return deploy(jar, name, dryRun, replaces, false);
    }

    /**
     * Deploys a bundle that may remove names.
     *
     * @param force true: names that the configuration uses may be removed; the notes name their users. False: it is
     *     refused for that, naming every user
     * @since 1.2
     */
    Outcome deploy(InputStream jar, String name, boolean dryRun, List<String> replaces, boolean force);

    /** As {@link #rollback(String, boolean)}, but refused if the configuration uses names that would be removed. */
    default Outcome rollback(String bundle) {
        return rollback(bundle, false);
    }

    /**
     * Goes back to the generation of a bundle that served before the present one, or before the bundle was undeployed.
     * A first generation that took names of other bundles is removed.
     *
     * @param force whether names that the configuration uses may be removed, see {@link #deploy(InputStream, String,
     *     boolean, List, boolean)}
     * @since 1.2
     */
    Outcome rollback(String bundle, boolean force);

    /**
     * As {@link #undeploy(String, boolean)}, but refused if the configuration uses names that would be removed.
     *
     * @since 1.1
     */
    default Outcome undeploy(String bundle) {
        return undeploy(bundle, false);
    }

    /**
     * Takes the deployed generation of a bundle out of service for good; requests in flight end on it. The shipped
     * bundle of its name, and the owners of names that it had taken, serve again. {@link #rollback} undoes it.
     *
     * @param force whether names that the configuration uses may be removed, see {@link #deploy(InputStream, String,
     *     boolean, List, boolean)}
     * @since 1.2
     */
    Outcome undeploy(String bundle, boolean force);

    /**
     * As {@link #undeploy(String, boolean)} with force, on behalf of the service itself and not of an operator.
     *
     * @param reason the reason, for people; part of the outcome's notes
     * @since 1.4
     */
    Outcome eject(String bundle, String reason);

    /**
     * As {@link #disable(String, boolean)}, but refused if the configuration uses names that would be removed.
     *
     * @since 1.1
     */
    default Outcome disable(String bundle) {
        return disable(bundle, false);
    }

    /**
     * Keeps a shipped bundle from serving, now and after every restart; refused if the service cannot run without it. A
     * deployed generation of its name stays in service.
     *
     * @param force whether names that the configuration uses may be removed, see {@link #deploy(InputStream, String,
     *     boolean, List, boolean)}
     * @since 1.2
     */
    Outcome disable(String bundle, boolean force);

    /**
     * Undoes {@link #disable}.
     *
     * @since 1.1
     */
    Outcome enable(String bundle);

    /**
     * The same service on behalf of an operator: the outcomes of changes made through it name the operator.
     *
     * @since 1.1
     */
    default Deployments as(Operator operator) {
        return this;
    }

    /**
     * The operator who changes what is deployed.
     *
     * @param name of a user of the gateway; or, without an address, {@code local}: the holder of the instance's token,
     *     {@code folder}: a file of the watched folder, {@code service}: the service itself
     * @param address from which a user of the gateway came, or null
     * @since 1.1
     */
    record Operator(String name, @Nullable String address) {
        /** The holder of the instance's token. */
        public static final Operator LOCAL = new Operator("local", null);

        /** A file of the watched folder that was added, changed or removed. */
        public static final Operator FOLDER = new Operator("folder", null);

        /** The service itself: at a start, or if a bundle exhausts the memory. */
        public static final Operator SERVICE = new Operator("service", null);

        /**
         * The sender of an administrator's request: a user of the gateway, else {@link #LOCAL}.
         *
         * @since 1.3
         */
        public static Operator of(Input input) {
            return input.context() instanceof ChainContext chain
                            && chain.caller().identity() != null
                            && chain.caller().identity().get("name") instanceof String name
                    ? new Operator(name, chain.caller().address())
                    : LOCAL;
        }

        /** The name, and the address if there is one: {@code ada from 10.0.0.7}. */
        @Override
        public String toString() {
            return address == null ? name : name + " from " + address;
        }
    }

    /** Every bundle of the container, in order of installation. */
    List<BundleView> bundles();

    /** The retained outcomes, newest first. */
    List<Outcome> outcomes();

    /**
     * The outcome of a deployment.
     *
     * @param result what happened
     * @param bundle symbolic name, or null if the file is no bundle
     * @param version of the bundle, or null
     * @param sha256 of the file, lower-case hex; empty if there is no file
     * @param file name of the file
     * @param replaced the generation it replaced as {@code <version> <sha256>}, or null
     * @param reasons why it was refused; empty otherwise
     * @param at time of the outcome
     * @param millis from the file being complete to the new generation serving
     * @param replaces names of other bundles that it takes
     * @param notes further information, each a sentence
     * @param by its operator, or null if not recorded
     */
    record Outcome(
            Result result,
            @Nullable String bundle,
            @Nullable String version,
            String sha256,
            String file,
            @Nullable String replaced,
            List<String> reasons,
            Instant at,
            long millis,
            List<Replacement> replaces,
            List<String> notes,
            @Nullable Operator by) {
        /**
         * The form in which it is served: {@code sha256} is null if it is empty, {@code by} and {@code from} are the
         * operator's name and address.
         *
         * @since 1.1
         */
        public static final View<Outcome> VIEW = View.<Outcome>object()
                .with(
                        "result",
                        Schema.text().example("deployed"),
                        outcome -> outcome.result().wireName())
                .with("bundle", Schema.text().orNull(), Outcome::bundle)
                .with("version", Schema.text().orNull(), Outcome::version)
                .with("sha256", Schema.text().orNull(), outcome -> outcome.sha256.isEmpty() ? null : outcome.sha256)
                .with("file", Schema.text(), Outcome::file)
                .with("replaced", Schema.text().orNull(), Outcome::replaced)
                .with("reasons", Schema.list(Schema.text()), Outcome::reasons)
                .with(
                        "at",
                        Schema.text().format("date-time").example("2026-01-31T12:00:00Z"),
                        outcome -> outcome.at.toString())
                .with("millis", Schema.integer().atLeast(0), Outcome::millis)
                .list("replaces", Replacement.VIEW, Outcome::replaces)
                .with("notes", Schema.list(Schema.text()), Outcome::notes)
                .with(
                        "by",
                        Schema.text().orNull().example("local"),
                        outcome -> outcome.by == null ? null : outcome.by.name())
                .with("from", Schema.text().orNull(), outcome -> outcome.by == null ? null : outcome.by.address())
                .named("DeploymentOutcome");

        public Outcome {
            reasons = List.copyOf(reasons);
            replaces = List.copyOf(replaces);
            notes = List.copyOf(notes);
        }

        /** The outcome of a deployment that takes no other bundle's name. */
        public Outcome(
                Result result,
                @Nullable String bundle,
                @Nullable String version,
                String sha256,
                String file,
                @Nullable String replaced,
                List<String> reasons,
                Instant at,
                long millis) {
            this(result, bundle, version, sha256, file, replaced, reasons, at, millis, List.of(), List.of());
        }

        /** An outcome without an operator so far. */
        public Outcome(
                Result result,
                @Nullable String bundle,
                @Nullable String version,
                String sha256,
                String file,
                @Nullable String replaced,
                List<String> reasons,
                Instant at,
                long millis,
                List<Replacement> replaces,
                List<String> notes) {
            this(result, bundle, version, sha256, file, replaced, reasons, at, millis, replaces, notes, null);
        }

        /**
         * The same outcome, by this operator.
         *
         * @since 1.1
         */
        public Outcome wantedBy(Operator operator) {
            return new Outcome(
                    result, bundle, version, sha256, file, replaced, reasons, at, millis, replaces, notes, operator);
        }

        /**
         * The data form of {@link #VIEW}.
         *
         * @since 1.1
         */
        public Map<String, @Nullable Object> toData() {
            return VIEW.toData(this);
        }
    }

    /** The result of a deployment. */
    enum Result {
        /** The new generation serves. */
        DEPLOYED,
        /** The same file serves already. */
        UNCHANGED,
        /** A dry run found nothing against it. */
        WOULD_DEPLOY,
        /** Refused; nothing changed. */
        REFUSED,
        /** An earlier generation serves again. */
        ROLLED_BACK,
        /** The bundle was taken out of service. */
        REMOVED,
        /** The shipped bundle does not serve until it is enabled. */
        DISABLED,
        /** The shipped bundle may serve again. */
        ENABLED;

        /** The name in answers. */
        public String wireName() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * A bundle.
     *
     * @param id of the container
     * @param bundle symbolic name
     * @param version its version
     * @param state {@code active}, {@code starting}, {@code resolved}, …
     * @param origin {@code feature} or {@code deployed}
     * @param sha256 of its jar, or null if unknown
     * @param plugins registered plug-ins, each as {@code <kind> <name>}
     * @param generations earlier and present generations of a deployed bundle, the newest first
     * @param source how it was deployed: {@code feature}, {@code command} or {@code folder}
     * @param file the file of the watched folder that it came from, or null
     * @param disabled whether the bundle that was shipped under its name is disabled
     * @param replaces names of other bundles that it has taken
     */
    record BundleView(
            long id,
            String bundle,
            String version,
            String state,
            String origin,
            @Nullable String sha256,
            List<String> plugins,
            List<Outcome> generations,
            String source,
            @Nullable String file,
            boolean disabled,
            List<Replacement> replaces) {
        /**
         * The form in which it is served.
         *
         * @since 1.1
         */
        public static final View<BundleView> VIEW = View.<BundleView>object()
                .with("id", Schema.integer().atLeast(0), BundleView::id)
                .with("bundle", Schema.text(), BundleView::bundle)
                .with("version", Schema.text(), BundleView::version)
                .with("state", Schema.text().example("active"), BundleView::state)
                .with("origin", Schema.text(), BundleView::origin)
                .with("sha256", Schema.text().orNull(), BundleView::sha256)
                .with("plugins", Schema.list(Schema.text()), BundleView::plugins)
                .list("generations", Outcome.VIEW, BundleView::generations)
                .with("source", Schema.text().example("feature"), BundleView::source)
                .with("file", Schema.text().orNull(), BundleView::file)
                .with("disabled", Schema.truth(), BundleView::disabled)
                .list("replaces", Replacement.VIEW, BundleView::replaces)
                .named("Bundle");

        public BundleView {
            plugins = List.copyOf(plugins);
            generations = List.copyOf(generations);
            replaces = List.copyOf(replaces);
        }

        /** A bundle that takes no other bundle's name, with the source implied by its origin. */
        public BundleView(
                long id,
                String bundle,
                String version,
                String state,
                String origin,
                @Nullable String sha256,
                List<String> plugins,
                List<Outcome> generations) {
            this(
                    id,
                    bundle,
                    version,
                    state,
                    origin,
                    sha256,
                    plugins,
                    generations,
                    origin.equals("deployed") ? "command" : origin,
                    null,
                    false,
                    List.of());
        }

        /**
         * The data form of {@link #VIEW}.
         *
         * @since 1.1
         */
        public Map<String, @Nullable Object> toData() {
            return VIEW.toData(this);
        }
    }
}
