package io.precinct.dependencies.importer.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
                        "service:shop/deploy/cache > image:docker/redis",
                        "service:shop/deploy/cart ~ service:shop/deploy/cache redis://cache:6379 6379",
                        "service:shop/deploy/cart ~ service:shop/deploy/db postgresql://db:5432 5432",
                        "service:shop/deploy/cart ~ service:shop/deploy/stock http://stock:8080 8080",
                        "service:shop/deploy/cart > library:golang/github.com/shop/cart",
                        "service:shop/deploy/cart > service:shop/deploy/db",
                        "service:shop/deploy/db > image:docker/postgres",
                        "service:shop/deploy/stock ~ service:shop/deploy/db 5432",
                        "service:shop/deploy/stock ~ service:shop/deploy/web http://web",
                        "service:shop/deploy/stock > image:docker/registry.example.org:5000/shop/stock",
                        "service:shop/deploy/web ~ service:shop/deploy/cache redis://cache:6379 6379",
                        "service:shop/deploy/web > library:npm/@shop/web",
                        "service:shop/deploy/web > service:shop/deploy/cart",
                        "service:shop/deploy/web > service:shop/deploy/stock");
        assertThat(found.edges().toString()).doesNotContain("hunter2");
        assertThat(found.faults())
                .containsExactly("deploy/docker-compose.yml:0 what image ${ODD} of odd is, is not known");
        assertThat(found.read()).containsEntry("compose", 2);
        assertThat(found.files("service:shop/deploy/cart", "service:shop/deploy/cache"))
                .asString()
                .contains("compose.override.yaml", "docker-compose.yml");
    }

    @Test
    void whatAServiceExtendsOrSharesIsFound() {
        var found = ReadFiles.of(Map.of(
                "compose.yml",
                """
                services:
                  web:
                    extends: {service: base, file: common/base.yml}
                    environment: {CART: "http://cart:80"}
                  worker: {extends: web, command: run}
                  cart: {image: cart, container_name: the-cart}
                  proxy: {image: nginx, network_mode: "service:web", volumes_from: ["cart:ro", "container:the-cart"]}
                  probe: {image: busybox, pid: "container:the-cart"}
                  odd: {extends: {service: gone, file: ../../outside.yml}}
                  loop: {extends: loop, image: looped}
                """,
                "common/base.yml",
                "services: {base: {image: other}}",
                "common/compose.yml",
                "services: {base: {image: base, environment: [\"DB=db://cart:5432\"]}}"));
        assertThat(found.edges())
                .contains(
                        "service:shop/web ~ service:shop/cart http://cart:80 80",
                        "service:shop/proxy > service:shop/web",
                        "service:shop/proxy > service:shop/cart",
                        "service:shop/probe > service:shop/cart",
                        "service:shop/worker ~ service:shop/cart http://cart:80 80",
                        "service:shop/loop > image:docker/looped");
        assertThat(found.faults())
                .contains(
                        "compose.yml:0 what odd extends is not read: gone of ../../outside.yml",
                        "compose.yml:0 what web extends is not read: base of common/base.yml");

        var whole = ReadFiles.of(Map.of(
                "compose.yml",
                "services: {web: {extends: {service: base, file: common/compose.yml}, environment: {A: b}}, cart: {}}",
                "common/compose.yml",
                "services: {base: {image: base, environment: {DB: 'db://cart:5432'}, depends_on: [cart]}, cart: {}}"));
        assertThat(whole.edges())
                .contains(
                        "service:shop/web > image:docker/base",
                        "service:shop/web > service:shop/cart",
                        "service:shop/web ~ service:shop/cart db://cart:5432 5432",
                        "service:shop/common/base > service:shop/common/cart");
        assertThat(whole.files("service:shop/web", "image:docker/base"))
                .isEqualTo(List.of("common/compose.yml", "compose.yml"));
        assertThat(whole.faults()).isEmpty();
    }

    // @req:dependency-import-hostile
    @Test
    @Timeout(30)
    void manyServicesThatExtendALargeOneAreBounded() {
        var compose = new StringBuilder("services:\n  base: {command: [" + "x,".repeat(100_000) + "x]}\n");
        for (int i = 0; i < 5_000; i++) {
            compose.append("  s").append(i).append(": {extends: base}\n");
        }
        assertThat(ReadFiles.of("compose.yml", compose.toString()).faults())
                .isNotEmpty()
                .allSatisfy(fault -> assertThat(fault).contains("it has more than 200000 values"));
    }

    @Test
    void aLabelNamesTheNodeOfAService() {
        var found = ReadFiles.of(Map.of(
                "a/compose.yml",
                "services: {web: {depends_on: [db]}, db: {labels: {precinct.node: 'service:shared/db'}}}",
                "b/compose.yml",
                "services: {web: {depends_on: [db]}, db: {labels: ['x=y', 'precinct.node=service:shared/db']}}",
                "c/compose.yml",
                "services: {web: {depends_on: [db]}, db: {labels: {precinct.node: db}}}"));
        assertThat(found.edges())
                .containsExactly(
                        "service:shop/a/web > service:shared/db",
                        "service:shop/b/web > service:shared/db",
                        "service:shop/c/web > service:shop/c/db");
        assertThat(found.faults())
                .containsExactly("c/compose.yml:0 precinct.node names a node, such as service:shop/cart");
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
                .containsExactly("service:shop/1 > image:docker/2");
    }
}
