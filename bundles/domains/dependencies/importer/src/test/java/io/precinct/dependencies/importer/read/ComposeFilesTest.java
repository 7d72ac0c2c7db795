package io.precinct.dependencies.importer.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ComposeFilesTest {
    // @req:dependency-import-compose
    @Test
    void whatServicesNeedAndCallIsFound() {
        var found = ReadFiles.of(Map.of(
                "deploy/docker-compose.yml",
                """
                version: "3"
                x-common: &common
                  environment: &env
                    CACHE: redis://:hunter2@cache:6379/0
                services:
                  web:
                    <<: *common
                    build: ../web
                    depends_on: [cart]
                    links: ["stock:inventory"]
                  cart:
                    build: {context: .., dockerfile: cart/Dockerfile}
                    environment:
                      <<: *env
                      STOCK_URL: "http://user:hunter2@stock:8080/items?key=hunter2"
                      DB: jdbc:postgresql://${DB_HOST:-db}:5432/cart
                      MODE: stock
                    depends_on:
                      db: {condition: service_healthy}
                  stock:
                    image: registry.example.org:5000/shop/stock:${TAG:-latest}
                    command: ["serve", "--db", "database:5432"]
                    environment: ["WEB=http://web", "NOTHING"]
                  db:
                    image: postgres:18@sha256:0123
                    container_name: database
                  cache: {image: "redis"}
                  odd: {image: "${ODD}", ports: !reset []}
                """,
                "deploy/compose.override.yaml",
                "services: {cart: {command: 'run --cache cache:6380'}}",
                "web/package.json",
                "{\"name\": \"@shop/web\"}",
                "cart/go.mod",
                "module github.com/shop/cart\n"));
        assertThat(found.edges())
                .containsExactly(
                        "service:cache > image:docker/redis",
                        "service:cart ~ service:cache redis://cache:6379 6379",
                        "service:cart ~ service:db postgresql://db:5432 5432",
                        "service:cart ~ service:stock http://stock:8080 8080",
                        "service:cart > library:golang/github.com/shop/cart",
                        "service:cart > service:db",
                        "service:db > image:docker/postgres",
                        "service:stock ~ service:db 5432",
                        "service:stock ~ service:web http://web",
                        "service:stock > image:docker/registry.example.org:5000/shop/stock",
                        "service:web ~ service:cache redis://cache:6379 6379",
                        "service:web > library:npm/@shop/web",
                        "service:web > service:cart",
                        "service:web > service:stock");
        assertThat(found.edges().toString()).doesNotContain("hunter2");
        assertThat(found.faults())
                .containsExactly("deploy/docker-compose.yml:0 what image ${ODD} of odd is, is not known");
        assertThat(found.read()).containsEntry("compose", 2);
        assertThat(found.files("service:cart", "service:cache"))
                .asString()
                .contains("compose.override.yaml", "docker-compose.yml");
    }

    // @req:dependency-import-hostile
    @Test
    @Timeout(30)
    void brokenAndHostileFilesAreSaidWithTheirLines() {
        assertThat(ReadFiles.of("compose.yml", "services:\n  a: [b\n  c: d\n").faults())
                .singleElement()
                .asString()
                .startsWith("!compose.yml:3 ");
        var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9)));
        }
        assertThat(ReadFiles.of("compose.yml", bomb.toString()).faults()).hasSize(1);
        String many = "x: &x [" + "'a=http://b', ".repeat(50_000) + "]\nservices:\n"
                + "  s: {environment: *x, command: *x, entrypoint: *x, depends_on: *x, links: *x}\n";
        assertThat(ReadFiles.of("compose.yml", many).faults())
                .containsExactly("!compose.yml:0 it has more than 200000 values");
        assertThat(ReadFiles.of("compose.yml", "[".repeat(10_000)).faults()).hasSize(1);
        assertThat(ReadFiles.of("compose.yml", "&a [*a]").faults()).hasSize(1);
        assertThat(ReadFiles.of("compose.yml", "!!java.net.URL [\"http://x\"]").faults())
                .hasSize(1);
        assertThat(ReadFiles.of("compose.yml", "").faults()).isEmpty();
        assertThat(ReadFiles.of("compose.yml", "services: {a: null, 1: {image: 2}, b: {environment: {1: [x]}}}")
                        .edges())
                .containsExactly("service:1 > image:docker/2");
    }
}
