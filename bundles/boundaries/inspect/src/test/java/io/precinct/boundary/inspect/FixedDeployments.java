package io.precinct.boundary.inspect;

import io.precinct.core.api.deploy.Deployments;
import java.io.InputStream;
import java.util.List;

/** A deployer that once deployed one bundle. */
record FixedDeployments(Outcome last) implements Deployments {
    @Override
    public Outcome deploy(InputStream jar, String name, boolean dryRun, List<String> replaces, boolean force) {
        throw new UnsupportedOperationException("inspection deploys nothing");
    }

    @Override
    public Outcome rollback(String bundle, boolean force) {
        throw new UnsupportedOperationException("inspection rolls nothing back");
    }

    @Override
    public Outcome undeploy(String bundle, boolean force) {
        throw new UnsupportedOperationException("inspection takes nothing out");
    }

    @Override
    public Outcome eject(String bundle, String reason) {
        throw new UnsupportedOperationException("inspection ejects nothing");
    }

    @Override
    public Outcome disable(String bundle, boolean force) {
        throw new UnsupportedOperationException("inspection disables nothing");
    }

    @Override
    public Outcome enable(String bundle) {
        throw new UnsupportedOperationException("inspection enables nothing");
    }

    @Override
    public List<BundleView> bundles() {
        return List.of(
                new BundleView(7, "b", "1.0.0", "active", "deployed", "ab", List.of("boundary greet"), List.of(last)));
    }

    @Override
    public List<Outcome> outcomes() {
        return List.of(last);
    }
}
