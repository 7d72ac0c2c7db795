package io.precinct.itests.blackbox;

import io.precinct.itests.support.PluginJar;
import java.util.ArrayList;
import java.util.List;

/**
 * Generations of a domain {@code test.NAME}, each with more migrations than the one before. Its boundary of the same name
 * inserts a row with the columns that its generation knows, and answers {@code {generation, rows}}.
 */
final class MigratedDomain {
    private static final String COMPONENT = """
            <?xml version="1.0" encoding="UTF-8"?>
            <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.4.0" name="test.Loans" init="1">
              <property name="precinct.boundary.name" type="String" value="%s"/>
              <service><provide interface="io.precinct.api.boundary.Boundary"/></service>
              <reference name="databases" interface="io.precinct.postgres.api.Databases" parameter="0"/>
              <implementation class="test.Loans"/>
            </scr:component>
            """;

    private final String name;
    private final List<String> kinds;
    private boolean healthy = true;

    private MigratedDomain(String name, List<String> kinds) {
        this.name = name;
        this.kinds = kinds;
    }

    /**
     * A generation.
     *
     * @param name of its boundary and its schema
     * @param kinds what its migrations after the first declare: {@code expand}, {@code contract}, or nothing. A contract
     *     drops the column of the migration before it
     */
    static MigratedDomain of(String name, String... kinds) {
        return new MigratedDomain(name, List.of(kinds));
    }

    /** The route of the domain in {@code service.yml}. */
    static String route(String name) {
        return "  /%s: {method: post, boundary: %s, name: %s, optional: true}%n".formatted(name, name, name);
    }

    /** The same, refused at its deployment by its own health check, after its migrations have run. */
    MigratedDomain unhealthy() {
        healthy = false;
        return this;
    }

    /** The jar; its version is {@code <number of migrations>.0.0}. */
    PluginJar jar() {
        int generation = kinds.size() + 1;
        PluginJar jar = PluginJar.of("test." + name, generation + ".0.0")
                .header("Provide-Capability", "precinct.boundary;precinct.boundary=\"" + name + "\"")
                .importing("io.precinct.postgres.api")
                .importing("org.jdbi.v3.core.statement")
                .importing("org.jdbi.v3.core.result")
                .source("test.Loans", source(generation))
                .described("test.Loans", COMPONENT.formatted(name));
        return healthy ? jar : jar.source("test.Bad", BAD).component("test.Bad", "io.precinct.api.service.HealthCheck");
    }

    private static final String BAD = """
            package test;
            import io.precinct.api.service.HealthCheck;
            public final class Bad implements HealthCheck {
                public String subject() { return "bad"; }
                public Verdict check() { return Verdict.down("a test wants it so"); }
            }
            """;

    private String source(int generation) {
        var migrations = new ArrayList<String>();
        migrations.add("new Schema.Migration(\"001.sql\", \"CREATE TABLE SCHEMA.loan (c1 int DEFAULT 0)\")");
        for (int i = 2; i <= generation; i++) {
            String kind = kinds.get(i - 2);
            String declared = kind.isEmpty() ? "" : "-- precinct: " + kind + "\\n";
            String dropped = "contract".equals(kind) ? "; ALTER TABLE SCHEMA.loan DROP c" + (i - 1) : "";
            migrations.add("new Schema.Migration(\"00%d.sql\", \"%sALTER TABLE SCHEMA.loan ADD c%d int DEFAULT 0%s\")"
                    .formatted(i, declared, i, dropped));
        }
        return """
                package test;
                import io.precinct.api.boundary.*;
                import io.precinct.api.data.Data;
                import io.precinct.postgres.api.*;
                import java.util.List;
                public final class Loans implements Boundary {
                    private final Database database;
                    public Loans(Databases databases) {
                        database = databases.open(new Schema("SCHEMA", List.of(%s)));
                    }
                    public Declaration declaration() {
                        return Declaration.terminal().writes("generation", true).writes("rows", true).build();
                    }
                    public Outcome cross(Input input) {
                        long rows = database.write(transaction -> {
                            transaction.execute("INSERT INTO SCHEMA.loan (c%d) VALUES (1)");
                            return transaction.select("SELECT count(*) FROM SCHEMA.loan").mapTo(Long.class).one();
                        });
                        return Reply.ok(Data.map("generation", %dL, "rows", rows));
                    }
                }
                """.formatted(String.join(",\n", migrations), generation, generation)
                .replace("SCHEMA", name);
    }
}
