package io.precinct.dependencies.importer.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
                        "ingress:shop/edge ~ service:shop/fallback",
                        "ingress:shop/edge ~ service:shop/frontend 80",
                        "service:shop/cart > service:shop/cart-server",
                        "service:shop/cart-server > image:docker/cart",
                        "service:shop/frontend ~ service:shop/cache redis://cache.shop.svc.cluster.local:6379 6379",
                        "service:shop/frontend ~ service:shop/cart 7070",
                        "service:shop/frontend ~ service:shop/stock 9000",
                        "service:shop/frontend > image:docker/busybox",
                        "service:shop/frontend > image:docker/gcr.io/shop/frontend");
        assertThat(found.read()).containsExactly(Map.entry("kubernetes", 3));
        assertThat(found.faults()).hasSize(2).allMatch(fault -> fault.contains("is not known"));
        assertThat(found.files("service:shop/frontend", "service:shop/cart"))
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

    private static String object(String version, String kind, String name, String namespace, String rest) {
        return "---\napiVersion: " + version + "\nkind: " + kind + "\nmetadata: {name: " + name
                + (namespace == null ? "" : ", namespace: " + namespace) + "}\n" + rest + "\n";
    }

    private static String workload(String name, String namespace, String container) {
        return object(
                "apps/v1",
                "Deployment",
                name,
                namespace,
                "spec: {template: {metadata: {labels: {app: " + name + "}}, spec: {containers: [" + container + "]}}}");
    }

    @Test
    void namesCarryTheirNamespaceOrTheRepository() {
        String call = "{image: i, env: [{name: A, value: db}, {name: B, value: 'db.two.svc:5432'}]}";
        var found = ReadFiles.of(
                "all.yaml",
                object("v1", "Service", "db", "one", "")
                        + object("v1", "Service", "db", "two", "")
                        + workload("web", "one", call)
                        + workload("api", "two", call)
                        + workload("job", null, call));
        assertThat(found.edges())
                .containsExactly(
                        "service:one/web ~ service:one/db",
                        "service:one/web ~ service:two/db 5432",
                        "service:one/web > image:docker/i",
                        "service:shop/job ~ service:two/db 5432",
                        "service:shop/job > image:docker/i",
                        "service:two/api ~ service:two/db 5432",
                        "service:two/api > image:docker/i");
    }

    @Test
    void anAnnotationNamesTheNodeOfAnObject() {
        var found = ReadFiles.of(
                "all.yaml",
                "apiVersion: v1\nkind: Service\nmetadata:\n  name: db\n  annotations: {precinct.node: 'service:shared/db'}\n"
                        + workload("web", "one", "{image: i, env: [{name: A, value: db}]}"));
        assertThat(found.edges()).contains("service:one/web ~ service:shared/db");
    }

    @Test
    void valuesOfConfigMapsAreFound() {
        var found = ReadFiles.of(Map.of(
                "web.yaml",
                workload(
                        "web",
                        "one",
                        "{image: i, envFrom: [{configMapRef: {name: all}}, {secretRef: {name: s}}], env: [{name: A,"
                                + " valueFrom: {configMapKeyRef: {name: some, key: cart}}}]}"),
                "maps.yaml",
                object("v1", "ConfigMap", "all", null, "data: {DB: 'db://db:5432/x', MODE: fast}")
                        + object("v1", "ConfigMap", "all", "two", "data: {X: 'http://other'}")
                        + object(
                                "v1", "ConfigMap", "some", "one", "data: {cart: 'http://cart', other: 'http://other'}"),
                "services.yaml",
                object("v1", "Service", "db", null, "")
                        + object("v1", "Service", "cart", null, "")
                        + object("v1", "Service", "other", null, "")));
        assertThat(found.edges())
                .containsExactly(
                        "service:one/web ~ service:shop/cart http://cart",
                        "service:one/web ~ service:shop/db db://db:5432 5432",
                        "service:one/web > image:docker/i");
        assertThat(found.files("service:one/web", "service:shop/db"))
                .isEqualTo(List.of("maps.yaml", "services.yaml", "web.yaml"));
    }

    @Test
    void routesOfTheGatewayApiAreFound() {
        var found = ReadFiles.of(
                "route.yaml",
                object(
                                "gateway.networking.k8s.io/v1",
                                "HTTPRoute",
                                "edge",
                                "one",
                                "spec: {rules: [{backendRefs: [{name: cart, port: 80}, {name: pay, namespace: money},"
                                        + " {kind: Other, name: x}]}]}")
                        + object("v1", "Service", "cart", "one", "")
                        + object("v1", "Service", "pay", "money", ""));
        assertThat(found.edges())
                .containsExactly("httproute:one/edge ~ service:money/pay", "httproute:one/edge ~ service:one/cart 80");
    }

    @Test
    void objectsOfFluxNeedTheirSourcesAndWhatComesBefore() {
        var found = ReadFiles.of(
                "flux.yaml",
                object(
                                "kustomize.toolkit.fluxcd.io/v1",
                                "Kustomization",
                                "apps",
                                "flux-system",
                                "spec: {dependsOn: [{name: infra}, {name: certs, namespace: other}], sourceRef: {kind:"
                                        + " GitRepository, name: fleet}}")
                        + object(
                                "helm.toolkit.fluxcd.io/v2",
                                "HelmRelease",
                                "cart",
                                "shop",
                                "spec: {chart: {spec: {chart: cart-chart, sourceRef: {kind: HelmRepository, name: charts,"
                                        + " namespace: flux-system}}}}")
                        + object("kustomize.config.k8s.io/v1beta1", "Kustomization", "none", null, "spec: {}"));
        assertThat(found.edges())
                .containsExactly(
                        "helmrelease:shop/cart > helmrepository:flux-system/charts",
                        "helmrelease:shop/cart > library:helm/cart-chart",
                        "kustomization:flux-system/apps > gitrepository:flux-system/fleet",
                        "kustomization:flux-system/apps > kustomization:flux-system/infra",
                        "kustomization:flux-system/apps > kustomization:other/certs");
    }
}
