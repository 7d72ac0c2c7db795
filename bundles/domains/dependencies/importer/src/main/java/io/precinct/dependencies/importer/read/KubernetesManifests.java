package io.precinct.dependencies.importer.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The Kubernetes objects of a repository. Names of nodes carry the namespace or, for objects without one, the
 * repository, unless the annotation {@value ComposeFiles#NODE} names another node. An object without a namespace may be
 * in any: it is near every other. For a single use; not thread-safe.
 */
final class KubernetesManifests {
    private static final Set<String> WORKLOADS =
            Set.of("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "CronJob", "Job", "Pod");

    /** Kinds that lead requests to Services by {@code backendRefs}. */
    private static final Set<String> ROUTES = Set.of("HTTPRoute", "GRPCRoute", "TCPRoute", "TLSRoute", "UDPRoute");

    /** Objects of Flux that apply others. */
    private static final Set<String> FLUX = Set.of("Kustomization", "HelmRelease");

    private static final String FLUX_GROUP = "toolkit.fluxcd.io";

    private final String repository;
    private final Findings findings;
    private final List<Workload> workloads = new ArrayList<>();
    private final List<Service> services = new ArrayList<>();
    private final List<Ingress> ingresses = new ArrayList<>();
    private final List<Release> releases = new ArrayList<>();
    private final List<ConfigMap> configMaps = new ArrayList<>();
    /** By name, once all files have been read. */
    private final Map<String, List<Service>> servicesByName = new HashMap<>();

    private final Map<String, List<ConfigMap>> configMapsByName = new HashMap<>();

    /**
     * What every object has.
     *
     * @param node the name of its node
     */
    private record Meta(String path, String name, @Nullable String namespace, String node) {
        boolean isNear(Meta other) {
            return namespace == null || other.namespace == null || namespace.equals(other.namespace);
        }
    }

    /** A text that may contain addresses, and the files that state it. */
    private record Value(String text, Set<String> files) {}

    /** A reference to a ConfigMap: to one of its keys, or to all if the key is null. */
    private record ConfigRef(String name, @Nullable String key) {}

    private record Workload(
            Meta meta,
            Map<String, String> labels,
            Set<String> images,
            List<String> values,
            List<ConfigRef> references) {}

    private record Service(Meta meta, Map<String, String> selector) {}

    private record ConfigMap(Meta meta, Map<String, String> data) {}

    /** A Service that an Ingress or a route leads to. */
    private record Backend(Address address, @Nullable String namespace) {}

    private record Ingress(Meta meta, List<Backend> backends) {}

    /** An object of Flux, and the nodes that it needs. */
    private record Release(Meta meta, Set<String> needs) {}

    KubernetesManifests(String repository, Findings findings) {
        this.repository = repository;
        this.findings = findings;
    }

    /** Reads a file. */
    void add(String path, String text) {
        try {
            var limit = new ReadLimit();
            var one = new KubernetesManifests(repository, findings);
            for (Object document : YamlText.read(text)) {
                one.object(path, document, limit, true);
            }
            // adds all objects of the file or none
            workloads.addAll(one.workloads);
            services.addAll(one.services);
            ingresses.addAll(one.ingresses);
            releases.addAll(one.releases);
            configMaps.addAll(one.configMaps);
        } catch (BadFile e) {
            findings.unreadable(path, e.line(), String.valueOf(e.getMessage()));
        }
    }

    private void object(String path, @Nullable Object object, ReadLimit limit, boolean mayBeList) throws BadFile {
        limit.count();
        String kind = YamlText.text(YamlText.at(object, "kind"));
        String version = YamlText.text(YamlText.at(object, "apiVersion"));
        if (kind == null || version == null) {
            return;
        }
        if (kind.endsWith("List") && mayBeList) {
            for (Object item : YamlText.list(YamlText.at(object, "items"))) {
                object(path, item, limit, false);
            }
            return;
        }
        String name = YamlText.text(YamlText.at(object, "metadata", "name"));
        if (name == null) {
            return;
        }
        if (WORKLOADS.contains(kind)) {
            workloads.add(workload(meta("service", path, name, object), object, kind, limit));
        } else if (kind.equals("Service")) {
            Map<String, String> selector = texts(YamlText.at(object, "spec", "selector"), limit);
            services.add(new Service(meta("service", path, name, object), selector));
        } else if (kind.equals("ConfigMap")) {
            configMaps.add(
                    new ConfigMap(meta("configmap", path, name, object), texts(YamlText.at(object, "data"), limit)));
        } else if (kind.equals("Ingress")) {
            ingresses.add(new Ingress(meta("ingress", path, name, object), backends(object, limit)));
        } else if (ROUTES.contains(kind)) {
            ingresses.add(
                    new Ingress(meta(kind.toLowerCase(Locale.ROOT), path, name, object), references(object, limit)));
        } else if (FLUX.contains(kind) && version.contains(FLUX_GROUP)) {
            releases.add(release(meta(kind.toLowerCase(Locale.ROOT), path, name, object), kind, object, limit));
        }
    }

    private Meta meta(String kind, String path, String name, @Nullable Object object) {
        String namespace = YamlText.text(YamlText.at(object, "metadata", "namespace"));
        String given = YamlText.text(YamlText.at(object, "metadata", "annotations", ComposeFiles.NODE));
        String node = given == null ? null : findings.node(path, given);
        return new Meta(path, name, namespace, node == null ? scoped(kind, namespace, name) : node);
    }

    private String scoped(String kind, @Nullable String namespace, String name) {
        return Names.scoped(kind, namespace == null ? repository : namespace, name);
    }

    /** What Flux applies before an object, and where it gets that from. */
    private Release release(Meta meta, String kind, @Nullable Object object, ReadLimit limit) throws BadFile {
        Set<String> needs = new TreeSet<>();
        for (Object each : YamlText.list(YamlText.at(object, "spec", "dependsOn"))) {
            limit.count();
            needs.add(referred(kind, each, meta));
        }
        for (Object source : Arrays.asList(
                YamlText.at(object, "spec", "sourceRef"),
                YamlText.at(object, "spec", "chart", "spec", "sourceRef"),
                YamlText.at(object, "spec", "chartRef"))) {
            String sourceKind = YamlText.text(YamlText.at(source, "kind"));
            if (sourceKind != null) {
                needs.add(referred(sourceKind, source, meta));
            }
        }
        String chart = YamlText.text(YamlText.at(object, "spec", "chart", "spec", "chart"));
        if (chart != null && !chart.contains("/")) {
            needs.add(Names.helm(chart));
        }
        needs.remove("");
        return new Release(meta, needs);
    }

    private String referred(String kind, @Nullable Object reference, Meta from) {
        String name = YamlText.text(YamlText.at(reference, "name"));
        String namespace = YamlText.text(YamlText.at(reference, "namespace"));
        return name == null
                ? ""
                : scoped(kind.toLowerCase(Locale.ROOT), namespace == null ? from.namespace : namespace, name);
    }

    private static Workload workload(Meta meta, @Nullable Object object, String kind, ReadLimit limit) throws BadFile {
        Object template = switch (kind) {
            case "Pod" -> object;
            case "CronJob" -> YamlText.at(object, "spec", "jobTemplate", "spec", "template");
            default -> YamlText.at(object, "spec", "template");
        };
        Set<String> images = new TreeSet<>();
        List<String> values = new ArrayList<>();
        List<ConfigRef> references = new ArrayList<>();
        for (String member : List.of("initContainers", "containers")) {
            for (Object container : YamlText.list(YamlText.at(template, "spec", member))) {
                limit.count();
                String image = YamlText.text(YamlText.at(container, "image"));
                if (image != null) {
                    images.add(image);
                }
                for (Object variable : YamlText.list(YamlText.at(container, "env"))) {
                    limit.count();
                    String value = YamlText.text(YamlText.at(variable, "value"));
                    if (value != null) {
                        values.add(value);
                    }
                    Object key = YamlText.at(variable, "valueFrom", "configMapKeyRef");
                    refer(YamlText.text(YamlText.at(key, "name")), YamlText.text(YamlText.at(key, "key")), references);
                }
                for (Object all : YamlText.list(YamlText.at(container, "envFrom"))) {
                    limit.count();
                    refer(YamlText.text(YamlText.at(all, "configMapRef", "name")), null, references);
                }
                for (String words : List.of("command", "args")) {
                    for (Object word : YamlText.list(YamlText.at(container, words))) {
                        limit.count();
                        String value = YamlText.text(word);
                        // a bare word in a command names a program rather than a host
                        if (value != null && value.indexOf(':') >= 0) {
                            values.add(value);
                        }
                    }
                }
            }
        }
        Map<String, String> labels = texts(YamlText.at(template, "metadata", "labels"), limit);
        return new Workload(meta, labels, images, values, references);
    }

    private static void refer(@Nullable String name, @Nullable String key, List<ConfigRef> references) {
        if (name != null) {
            references.add(new ConfigRef(name, key));
        }
    }

    private static List<Backend> references(@Nullable Object route, ReadLimit limit) throws BadFile {
        List<Backend> backends = new ArrayList<>();
        for (Object rule : YamlText.list(YamlText.at(route, "spec", "rules"))) {
            limit.count();
            for (Object reference : YamlText.list(YamlText.at(rule, "backendRefs"))) {
                limit.count();
                String kind = YamlText.text(YamlText.at(reference, "kind"));
                String name = YamlText.text(YamlText.at(reference, "name"));
                if (name != null && (kind == null || kind.equals("Service"))) {
                    backends.add(new Backend(
                            Address.of(name, AddressText.port(YamlText.at(reference, "port"))),
                            YamlText.text(YamlText.at(reference, "namespace"))));
                }
            }
        }
        return backends;
    }

    private static Map<String, String> texts(@Nullable Object map, ReadLimit limit) throws BadFile {
        Map<String, String> texts = new HashMap<>();
        for (var each : YamlText.entries(map).toList()) {
            limit.count();
            texts.put(each.getKey(), String.valueOf(each.getValue()));
        }
        return texts;
    }

    private static List<Backend> backends(@Nullable Object ingress, ReadLimit limit) throws BadFile {
        List<Backend> backends = new ArrayList<>();
        backend(YamlText.at(ingress, "spec", "defaultBackend"), backends);
        backend(YamlText.at(ingress, "spec", "backend"), backends);
        for (Object rule : YamlText.list(YamlText.at(ingress, "spec", "rules"))) {
            limit.count();
            for (Object path : YamlText.list(YamlText.at(rule, "http", "paths"))) {
                limit.count();
                backend(YamlText.at(path, "backend"), backends);
            }
        }
        return backends;
    }

    private static void backend(@Nullable Object backend, List<Backend> backends) {
        String name = YamlText.text(YamlText.at(backend, "service", "name"));
        Object port = YamlText.at(backend, "service", "port", "number");
        if (name == null) {
            name = YamlText.text(YamlText.at(backend, "serviceName"));
            port = YamlText.at(backend, "servicePort");
        }
        if (name != null) {
            backends.add(new Backend(Address.of(name, AddressText.port(port)), null));
        }
    }

    /** Adds the findings after all files have been read. */
    // @req:dependency-import-kubernetes
    void find() {
        for (Service service : services) {
            servicesByName
                    .computeIfAbsent(service.meta.name, _ -> new ArrayList<>())
                    .add(service);
        }
        for (ConfigMap map : configMaps) {
            configMapsByName
                    .computeIfAbsent(map.meta.name, _ -> new ArrayList<>())
                    .add(map);
        }
        services.forEach(this::selected);
        workloads.forEach(this::workload);
        for (Ingress ingress : ingresses) {
            for (Backend backend : ingress.backends) {
                String namespace = backend.namespace == null ? ingress.meta.namespace : backend.namespace;
                Service service = service(backend.address.host(), namespace);
                String to = service == null ? scoped("service", namespace, backend.address.host()) : service.meta.node;
                findings.clientOf(ingress.meta.node, to, backend.address, Set.of(ingress.meta.path));
            }
        }
        for (Release release : releases) {
            release.needs.forEach(need -> findings.dependsOn(release.meta.node, need, Set.of(release.meta.path)));
        }
    }

    private void selected(Service service) {
        if (service.selector.isEmpty()) {
            return;
        }
        for (Workload workload : workloads) {
            if (service.meta.isNear(workload.meta)
                    && workload.labels.entrySet().containsAll(service.selector.entrySet())) {
                findings.dependsOn(
                        service.meta.node, workload.meta.node, Set.of(service.meta.path, workload.meta.path));
            }
        }
    }

    private void workload(Workload workload) {
        Meta meta = workload.meta;
        for (String image : workload.images) {
            if (image.contains("$")
                    || image.contains("{{")
                    || Names.image(image).endsWith("/")) {
                findings.skipped(meta.path, 0, "what image " + image + " of " + meta.name + " is, is not known");
            } else {
                findings.dependsOn(meta.node, Names.image(image), Set.of(meta.path));
            }
        }
        for (Value value : values(workload)) {
            List<Address> addresses = new ArrayList<>(AddressText.find(value.text));
            addresses.add(Address.of(value.text, null));
            for (Address address : addresses) {
                Service service = named(address.host(), meta.namespace);
                if (service != null) {
                    Set<String> files = new TreeSet<>(value.files);
                    if (!files.contains(service.meta.path)) {
                        files.add(service.meta.path);
                    }
                    findings.clientOf(meta.node, service.meta.node, address, files);
                }
            }
        }
    }

    /** The values of a workload, those from ConfigMaps included. */
    private List<Value> values(Workload workload) {
        List<Value> values = new ArrayList<>();
        workload.values.forEach(value -> values.add(new Value(value, Set.of(workload.meta.path))));
        for (ConfigRef reference : workload.references) {
            for (ConfigMap map : configMapsByName.getOrDefault(reference.name, List.of())) {
                if (map.meta.isNear(workload.meta)) {
                    Set<String> files = new TreeSet<>(Set.of(workload.meta.path));
                    files.add(map.meta.path);
                    map.data.forEach((key, value) -> {
                        if (reference.key == null || reference.key.equals(key)) {
                            values.add(new Value(value.strip(), files));
                        }
                    });
                }
            }
        }
        return values;
    }

    /**
     * Returns the Service that a host names as {@code cart}, {@code cart.shop} or {@code cart.shop.svc.cluster.local};
     * or null.
     *
     * @param namespace of the client, or null
     */
    private @Nullable Service named(String host, @Nullable String namespace) {
        Service here = service(host, namespace);
        if (here != null) {
            return here;
        }
        String[] labels = host.split("\\.", -1);
        if (labels.length < 2 || labels.length > 2 && !labels[2].equals("svc")) {
            return null;
        }
        Service there = service(labels[0], labels[1]);
        // Without "svc", it may be the name of any host.
        return there != null && (labels.length > 2 || labels[1].equals(there.meta.namespace)) ? there : null;
    }

    /** The Service of a namespace; else one without a namespace or, if the client has none, the only one there is. */
    private @Nullable Service service(String name, @Nullable String namespace) {
        List<Service> all = servicesByName.getOrDefault(name, List.of());
        for (Service each : all) {
            if (Objects.equals(each.meta.namespace, namespace)) {
                return each;
            }
        }
        for (Service each : all) {
            if (each.meta.namespace == null) {
                return each;
            }
        }
        return namespace == null && all.size() == 1 ? all.getFirst() : null;
    }
}
