package io.precinct.dependencies.importer.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class KubernetesManifestsTest {
    private static final String FRONTEND = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: frontend, namespace: shop}
            spec:
              template:
                metadata: {labels: {app: frontend}}
                spec:
                  initContainers: [{name: wait, image: busybox:1}]
                  containers:
                  - name: server
                    image: gcr.io/shop/frontend:v1
                    args: ["--stock=stock.shop:9000", "cart"]
                    env:
                    - {name: CART_ADDR, value: "cart:7070"}
                    - {name: CACHE, value: "redis://:hunter2@cache.shop.svc.cluster.local:6379"}
                    - {name: PAY_HOST, value: pay}
                    - {name: ELSEWHERE, value: "http://pay.example.org"}
                    - {name: SECRET, valueFrom: {secretKeyRef: {name: a, key: cart}}}
            """;

    // @req:dependency-import-kubernetes
    @Test
    void workloadsServicesAndIngressesAreFoundInAllDocuments() {
        var found = ReadFiles.of(Map.of(
                "k8s/frontend.yaml",
                FRONTEND + """
                ---
                apiVersion: networking.k8s.io/v1
                kind: Ingress
                metadata: {name: edge}
                spec:
                  defaultBackend: {service: {name: fallback, port: {name: http}}}
                  rules:
                  - http: {paths: [{path: /, backend: {service: {name: frontend, port: {number: 80}}}}]}
                """,
                "k8s/services.yml",
                """
                apiVersion: v1
                kind: List
                items:
                - {apiVersion: v1, kind: Service, metadata: {name: cart}, spec: {selector: {app: cart-server}}}
                - {apiVersion: v1, kind: Service, metadata: {name: cache}}
                - {apiVersion: v1, kind: Service, metadata: {name: pay, namespace: money}, spec: {selector: {app: cart-server}}}
                - {apiVersion: v1, kind: Service, metadata: {name: stock, namespace: shop}}
                """,
                "k8s/cart.yaml",
                """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: cart-server, namespace: shop}
                spec: {template: {metadata: {labels: {app: cart-server, tier: x}}, spec: {containers: [{image: "cart@sha256:01"}]}}}
                ---
                apiVersion: batch/v1
                kind: CronJob
                metadata: {name: nightly}
                spec: {jobTemplate: {spec: {template: {spec: {containers: [{image: "tool:{{ tag }}"}, {image: "{{ all }}"}]}}}}}
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: frontend}
                """,
                "other.yaml",
                "a: [unclosed, but no manifest"));
        assertThat(found.edges())
                .containsExactly(
                        "ingress:edge ~ service:fallback",
                        "ingress:edge ~ service:frontend 80",
                        "service:cart > service:cart-server",
                        "service:cart-server > image:docker/cart",
                        "service:frontend ~ service:cache redis://cache.shop.svc.cluster.local:6379 6379",
                        "service:frontend ~ service:cart 7070",
                        "service:frontend ~ service:pay",
                        "service:frontend ~ service:stock 9000",
                        "service:frontend > image:docker/busybox",
                        "service:frontend > image:docker/gcr.io/shop/frontend");
        assertThat(found.read()).containsExactly(Map.entry("kubernetes", 3));
        assertThat(found.faults()).hasSize(2).allMatch(fault -> fault.contains("is not known"));
        assertThat(found.files("service:frontend", "service:cart"))
                .asString()
                .contains("k8s/frontend.yaml", "k8s/services.yml");
    }

    // @req:dependency-import-hostile
    @Test
    void aBrokenManifestIsSaidWithItsLineAndSaysNothing() {
        var found = ReadFiles.of("a.yaml", FRONTEND + "---\nkind: {\n");
        assertThat(found.edges()).isEmpty();
        assertThat(found.faults()).singleElement().asString().startsWith("!a.yaml:");
        assertThat(ReadFiles.of("b.yaml", "apiVersion: [1]\nkind: {a: b}\n---\napiVersion: 1\nkind: Service\n")
                        .edges())
                .isEmpty();
        assertThat(ReadFiles.of("large.yaml", FRONTEND + "# x\n".repeat(300_000))
                        .faults())
                .containsExactly("!large.yaml:0 it is not read: it has more than 1048576 characters");
        assertThat(ReadFiles.of("c.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: [1]\n")
                        .faults())
                .isEmpty();
        assertThat(ReadFiles.of(
                                "d.yaml",
                                "apiVersion: v1\nkind: List\nitems: &i [{apiVersion: v1, kind: List, items: *i}]\n")
                        .faults())
                .isEmpty();
    }
}
