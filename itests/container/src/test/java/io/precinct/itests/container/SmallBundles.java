package io.precinct.itests.container;

import io.precinct.itests.support.PluginJar;

/** Tiny bundles that tests install, one plug-in each. */
final class SmallBundles {
    private static final String FORMATTER = "io.precinct.api.format.Formatter";
    private static final String RESOLVER = "io.precinct.api.config.TagResolver";

    private SmallBundles() {}

    /** The boundary {@code guest}, an ordinary user slot. */
    static PluginJar guest() {
        return PluginJar.of("test.guest", "1.0.0").boundary("guest", "test.Guest", """
                package test;
                import io.precinct.api.boundary.*;
                import io.precinct.api.data.Data;
                public final class Guest implements Boundary {
                    public Declaration declaration() {
                        return Declaration.terminal().writes("guest", true).build();
                    }
                    public Outcome cross(Input input) {
                        return Reply.ok(Data.map("guest", true));
                    }
                }
                """);
    }

    /** The boundary {@code usher}, which injects itself at the head of every chain. */
    static PluginJar usher() {
        return PluginJar.of("test.usher", "1.0.0").boundary("usher", "test.Usher", """
                package test;
                import io.precinct.api.boundary.*;
                public final class Usher implements Boundary {
                    public Declaration declaration() {
                        return Declaration.passthrough().at(Position.FIRST).build();
                    }
                    public Outcome cross(Input input) {
                        return Reply.ok(input.payload());
                    }
                }
                """);
    }

    /** A formatter for {@code text/brief} that renders a payload as its length. */
    static PluginJar brief() {
        return PluginJar.of("test.brief", "1.0.0")
                .source("test.Brief", """
                        package test;
                        import io.precinct.api.format.Formatter;
                        public final class Brief implements Formatter {
                            public Rendition render(Target target) {
                                return new Rendition("text/brief", ("brief " + target.route()).getBytes());
                            }
                        }
                        """)
                .component(
                        "test.Brief",
                        FORMATTER,
                        "precinct.formatter.name",
                        "brief",
                        "precinct.formatter.mediaTypes",
                        "text/brief");
    }

    /** The late resolver of {@code !Graph}. */
    static PluginJar graph() {
        return PluginJar.of("test.graph", "1.0.0")
                .source("test.Graph", """
                        package test;
                        import io.precinct.api.config.TagResolver;
                        import io.precinct.api.data.Data;
                        public final class Graph implements TagResolver {
                            public Object resolve(Call call) {
                                return Data.map(
                                        "description", "From " + call.argument() + ".",
                                        "expected", Data.map("echoed", Data.map("message", "hello")));
                            }
                        }
                        """)
                .component("test.Graph", RESOLVER, "precinct.tag.value", "Graph", "precinct.tag.phase", "LATE");
    }

    /**
     * The boundary {@code patient}: a request signals that it has entered by releasing one {@code Semaphore}, and
     * leaves once it has acquired another. Both are system properties, the only state that a plug-in shares with a
     * test.
     */
    static PluginJar patient(String version) {
        return PluginJar.of("test.patient", version).boundary("patient", "test.Patient", """
                package test;
                import io.precinct.api.boundary.*;
                import io.precinct.api.data.Data;
                import java.util.concurrent.Semaphore;
                public final class Patient implements Boundary {
                    public Declaration declaration() {
                        return Declaration.terminal().writes("generation", true).build();
                    }
                    public Outcome cross(Input input) throws Exception {
                        if (input.query().has("wait")) {
                            ((Semaphore) System.getProperties().get("test.patient.in")).release();
                            ((Semaphore) System.getProperties().get("test.patient.out")).acquire();
                        }
                        return Reply.ok(Data.map("generation", "%s"));
                    }
                }
                """.formatted(version));
    }
}
