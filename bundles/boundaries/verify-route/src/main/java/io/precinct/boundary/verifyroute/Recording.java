package io.precinct.boundary.verifyroute;

import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.config.Configuration;
import io.precinct.shapes.RecordedShape;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The option {@code record:<name>}: generalises the answer to a scenario and writes it as a new fixture. */
final class Recording {
    private static final String PREFIX = "record:";
    private static final int FORBIDDEN = 403;

    private Recording() {}

    /** Whether the option requests a recording. If the service allows none, the option is the name of a scenario. */
    static boolean isRequested(Configuration configuration, String option) {
        return configuration.verify().record() && option.startsWith(PREFIX);
    }

    /** Records and answers with {@code _recorded}; never replaces a fixture. */
    static Reply answer(ChainContext chain, ProbeAnswer answer) throws IOException {
        if (!chain.caller().admin() || !chain.caller().loopback()) {
            // The core refuses this before the chain runs. It is checked again because files are written.
            return answer.error("recording needs the token of this instance", "code", "admin_required")
                    .status(FORBIDDEN);
        }
        String requestedName = answer.option().substring(PREFIX.length()).strip();
        Optional<FixtureName> name = FixtureName.parse(requestedName);
        if (name.isEmpty()) {
            return answer.error("bad fixture name", "expected", FixtureName.RULE);
        }
        return record(chain, answer, name.get());
    }

    private static Reply record(ChainContext chain, ProbeAnswer answer, FixtureName name) throws IOException {
        if (chain.configuration().fixtureDirs().isEmpty()) {
            return answer.error(
                    "no fixture directory", "expected", "resolvers.Fixture.fixture_dirs names at least one");
        }
        var store = new FixtureStore(chain.configuration().fixtureDirs());
        if (store.exists(name)) {
            return answer.error("fixture exists", "fixture", name.toString());
        }
        Shape.Fields expected =
                RecordedShape.of(ComparedPayload.of(chain.reply()).fields());
        Map<String, @Nullable Object> scenario = new LinkedHashMap<>();
        scenario.put(
                "description",
                "Recorded from " + route(chain) + " on " + Instant.now().truncatedTo(ChronoUnit.SECONDS));
        scenario.put("expected", expected);
        Path file;
        try {
            file = store.create(name, chain.configuration().yaml().write(scenario));
        } catch (FileAlreadyExistsException e) {
            return answer.error("fixture exists", "fixture", name.toString());
        }
        return answer.with(
                "_recorded",
                Data.map("fixture", name.toString(), "file", file.toString(), "expected", expected.toData()),
                "X-Service-Recorded",
                name);
    }

    private static String route(ChainContext chain) {
        return chain.route() == null
                ? chain.method()
                : chain.method() + " " + chain.route().declaration().path();
    }
}
