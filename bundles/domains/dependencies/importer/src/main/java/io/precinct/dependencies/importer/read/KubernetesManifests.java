package io.precinct.dependencies.importer.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The Kubernetes objects of a repository. Objects with the same name in several namespaces are one node; the namespace
 * matters only if a host names it, or for matching selectors. For a single use; not thread-safe.
 */
final class KubernetesManifests {
    private static final Set<String> WORKLOADS =
            Set.of("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "CronJob", "Job", "Pod");

    private final Findings findings;
    private final List<Workload> workloads = new ArrayList<>();
    private final List<Service> services = new ArrayList<>();
    private final List<Ingress> ingresses = new ArrayList<>();
    private final Map<String, Set<String>> serviceFiles = new TreeMap<>();

    private record Workload(
            String path,
            String name,
            @Nullable String namespace,
            Map<String, String> labels,
            Set<String> images,
            List<String> values) {}

    private record Service(
            String path, String name, @Nullable String namespace, Map<String, String> selector) {}

    private record Ingress(String path, String name, List<Address> backends) {}

    KubernetesManifests(Findings findings) {
        this.findings = findings;
    }

    /** Reads a file. */
    void add(String path, String text) {
        try {
            var limit = new ReadLimit();
            var one = new KubernetesManifests(findings);
            for (Object document : YamlText.read(text)) {
                one.object(path, document, limit, true);
            }
            // adds all objects of the file or none
            workloads.addAll(one.workloads);
            services.addAll(one.services);
            ingresses.addAll(one.ingresses);
        } catch (BadFile e) {
            findings.unreadable(path, e.line(), String.valueOf(e.getMessage()));
        }
    }

    private void object(String path, @Nullable Object object, ReadLimit limit, boolean mayBeList) throws BadFile {
        limit.count();
        String kind = YamlText.text(YamlText.at(object, "kind"));
        if (kind == null || YamlText.text(YamlText.at(object, "apiVersion")) == null) {
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
        String namespace = YamlText.text(YamlText.at(object, "metadata", "namespace"));
        if (WORKLOADS.contains(kind)) {
            workloads.add(workload(path, name, namespace, object, kind, limit));
        } else if (kind.equals("Service")) {
            Map<String, String> selector = texts(YamlText.at(object, "spec", "selector"), limit);
            services.add(new Service(path, name, namespace, selector));
        } else if (kind.equals("Ingress")) {
            ingresses.add(new Ingress(path, name, backends(object, limit)));
        }
    }

    private static Workload workload(
            String path, String name, @Nullable String namespace, @Nullable Object object, String kind, ReadLimit limit)
            throws BadFile {
        Object template = switch (kind) {
            case "Pod" -> object;
            case "CronJob" -> YamlText.at(object, "spec", "jobTemplate", "spec", "template");
            default -> YamlText.at(object, "spec", "template");
        };
        Set<String> images = new TreeSet<>();
        List<String> values = new ArrayList<>();
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
        return new Workload(path, name, namespace, labels, images, values);
    }

    private static Map<String, String> texts(@Nullable Object map, ReadLimit limit) throws BadFile {
        Map<String, String> texts = new HashMap<>();
        for (var each : YamlText.entries(map).toList()) {
            limit.count();
            texts.put(each.getKey(), String.valueOf(each.getValue()));
        }
        return texts;
    }

    private static List<Address> backends(@Nullable Object ingress, ReadLimit limit) throws BadFile {
        List<Address> backends = new ArrayList<>();
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

    private static void backend(@Nullable Object backend, List<Address> backends) {
        String name = YamlText.text(YamlText.at(backend, "service", "name"));
        Object port = YamlText.at(backend, "service", "port", "number");
        if (name == null) {
            name = YamlText.text(YamlText.at(backend, "serviceName"));
            port = YamlText.at(backend, "servicePort");
        }
        if (name != null) {
            backends.add(Address.of(name, AddressText.port(port)));
        }
    }

    /** Adds the findings after all files have been read. */
    // @req:dependency-import-kubernetes
    void find() {
        for (Service service : services) {
            serviceFiles.computeIfAbsent(service.name, _ -> new TreeSet<>()).add(service.path);
        }
        services.forEach(this::selected);
        workloads.forEach(this::workload);
        for (Ingress ingress : ingresses) {
            for (Address backend : ingress.backends) {
                String to = Names.service(backend.host());
                findings.clientOf(Names.ingress(ingress.name), to, backend, Set.of(ingress.path));
            }
        }
    }

    private void selected(Service service) {
        if (service.selector.isEmpty()) {
            return;
        }
        for (Workload workload : workloads) {
            boolean near = service.namespace == null
                    || workload.namespace == null
                    || service.namespace.equals(workload.namespace);
            if (near && workload.labels.entrySet().containsAll(service.selector.entrySet())) {
                findings.dependsOn(
                        Names.service(service.name),
                        Names.service(workload.name),
                        Set.copyOf(List.of(service.path, workload.path)));
            }
        }
    }

    private void workload(Workload workload) {
        String name = Names.service(workload.name);
        for (String image : workload.images) {
            if (image.contains("$")
                    || image.contains("{{")
                    || Names.image(image).endsWith("/")) {
                findings.skipped(
                        workload.path, 0, "what image " + image + " of " + workload.name + " is, is not known");
            } else {
                findings.dependsOn(name, Names.image(image), Set.of(workload.path));
            }
        }
        for (String value : workload.values) {
            List<Address> addresses = new ArrayList<>(AddressText.find(value));
            addresses.add(Address.of(value, null));
            for (Address address : addresses) {
                String service = service(address.host());
                if (service != null) {
                    Set<String> files = new TreeSet<>(serviceFiles.getOrDefault(service, Set.of()));
                    if (files.contains(workload.path)) {
                        files.clear();
                    }
                    files.add(workload.path);
                    findings.clientOf(name, Names.service(service), address, files);
                }
            }
        }
    }

    /**
     * Returns the Service that a host names as {@code cart}, {@code cart.shop} or {@code cart.shop.svc.cluster.local};
     * or null.
     */
    private @Nullable String service(String host) {
        if (serviceFiles.containsKey(host)) {
            return host;
        }
        String[] labels = host.split("\\.", -1);
        if (labels.length < 2 || !serviceFiles.containsKey(labels[0])) {
            return null;
        }
        if (labels.length > 2) {
            return labels[2].equals("svc") ? labels[0] : null;
        }
        boolean known =
                services.stream().anyMatch(each -> each.name.equals(labels[0]) && labels[1].equals(each.namespace));
        return known ? labels[0] : null;
    }
}
