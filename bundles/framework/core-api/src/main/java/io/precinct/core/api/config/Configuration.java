package io.precinct.core.api.config;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A configuration that was checked as a whole; immutable. Requests keep the one they started with.
 *
 * @param service name of the service
 * @param dir the configuration folder
 * @param http the listener
 * @param deploy hot deployment
 * @param routes in the order of the file
 * @param scenarios route name, then scenario name, to scenario; in the order of the file
 * @param resolvers {@code resolvers}: settings by tag; relative paths in {@code *_dirs} made absolute
 * @param fixtureDirs {@code resolvers.Fixture.fixture_dirs}, absolute; default {@code fixtures} beside the file
 * @param strictInput {@code strict_input}, or null if the file has none
 * @param verify who may probe, unless a route says otherwise
 * @param verifyOutput treatment of payloads that do not fit, unless a route says otherwise
 * @param archetypes slots in the order in which they boot
 * @param gateway {@code gateway} as plain data, for the domain that serves it
 * @param yaml reads and writes further documents
 * @param loadedAt when it was loaded
 * @param warnings oddities that are no obstacle
 */
public record Configuration(
        String service,
        Path dir,
        HttpSettings http,
        DeploySettings deploy,
        List<RouteEntry> routes,
        Map<String, Map<String, ScenarioSource>> scenarios,
        Map<String, Map<String, @Nullable Object>> resolvers,
        List<Path> fixtureDirs,
        @Nullable Boolean strictInput,
        VerifyPolicy verify,
        VerifyOutput verifyOutput,
        List<ArchetypeSlot> archetypes,
        Map<String, @Nullable Object> gateway,
        Yaml yaml,
        Instant loadedAt,
        List<Problem> warnings) {
    // Spelled out: in a compact constructor javac drops the type annotations of generic parameters from the class file.
    public Configuration(
            String service,
            Path dir,
            HttpSettings http,
            DeploySettings deploy,
            List<RouteEntry> routes,
            Map<String, Map<String, ScenarioSource>> scenarios,
            Map<String, Map<String, @Nullable Object>> resolvers,
            List<Path> fixtureDirs,
            @Nullable Boolean strictInput,
            VerifyPolicy verify,
            VerifyOutput verifyOutput,
            List<ArchetypeSlot> archetypes,
            Map<String, @Nullable Object> gateway,
            Yaml yaml,
            Instant loadedAt,
            List<Problem> warnings) {
        this.service = service;
        this.dir = dir;
        this.http = http;
        this.deploy = deploy;
        this.routes = List.copyOf(routes);
        this.scenarios = scenarios;
        this.resolvers = resolvers;
        this.fixtureDirs = List.copyOf(fixtureDirs);
        this.strictInput = strictInput;
        this.verify = verify;
        this.verifyOutput = verifyOutput;
        this.archetypes = List.copyOf(archetypes);
        this.gateway = gateway;
        this.yaml = yaml;
        this.loadedAt = loadedAt;
        this.warnings = List.copyOf(warnings);
    }

    /** A configuration in which payloads that do not fit are {@linkplain VerifyOutput#LOG logged}. */
    public Configuration(
            String service,
            Path dir,
            HttpSettings http,
            DeploySettings deploy,
            List<RouteEntry> routes,
            Map<String, Map<String, ScenarioSource>> scenarios,
            Map<String, Map<String, @Nullable Object>> resolvers,
            List<Path> fixtureDirs,
            @Nullable Boolean strictInput,
            VerifyPolicy verify,
            List<ArchetypeSlot> archetypes,
            Map<String, @Nullable Object> gateway,
            Yaml yaml,
            Instant loadedAt,
            List<Problem> warnings) {
        this(
                service,
                dir,
                http,
                deploy,
                routes,
                scenarios,
                resolvers,
                fixtureDirs,
                strictInput,
                verify,
                VerifyOutput.LOG,
                archetypes,
                gateway,
                yaml,
                loadedAt,
                warnings);
    }

    /** The scenarios of a route, in the order of the file. */
    public Map<String, ScenarioSource> scenariosOf(String route) {
        return scenarios.getOrDefault(route, Map.of());
    }
}
