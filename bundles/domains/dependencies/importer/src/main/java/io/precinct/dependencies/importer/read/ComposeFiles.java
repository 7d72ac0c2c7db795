package io.precinct.dependencies.importer.read;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The Compose files of a repository. The files in one folder form one project, whose services can refer to each other;
 * their names carry the repository and the folder, unless the label {@value #NODE} names another node. For a single use;
 * not thread-safe.
 */
final class ComposeFiles {
    private static final Pattern VARIABLE =
            Pattern.compile("\\$(?:([A-Za-z_][A-Za-z0-9_]*)|\\{([A-Za-z_][A-Za-z0-9_]*)(?:(:?[-?+])([^${}]*))?})");
    private static final Pattern REMOTE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://.*|git@.*|.*\\.git(#.*)?");

    /** The label that names the node of a service, so that services of several projects can be one. */
    static final String NODE = "precinct.node";

    private static final int DEEPEST_EXTENDS = 10;
    private static final String SERVICE = "service:";
    private static final String CONTAINER = "container:";

    private final String repository;
    private final Findings findings;
    private final Map<String, List<Service>> projects = new TreeMap<>();
    /** Services by file and name, for those that extend them. */
    private final Map<String, Map<String, Service>> byFile = new HashMap<>();

    /**
     * A service as a file declares it.
     *
     * @param bases the other files from which it has members
     */
    private record Service(String path, String name, Map<String, @Nullable Object> members, Set<String> bases) {
        Service(String path, String name, Map<String, @Nullable Object> members) {
            this(path, name, members, Set.of());
        }

        /** The same with the members of a base, which its own replace; maps and lists are joined. */
        Service over(Service base) {
            Map<String, @Nullable Object> joined = new HashMap<>(base.members);
            members.forEach((name, own) -> joined.put(name, joined(base.members.get(name), own)));
            Set<String> files = new TreeSet<>(bases);
            files.add(base.path);
            files.remove(path);
            return new Service(path, name, joined, files);
        }

        private static @Nullable Object joined(@Nullable Object base, @Nullable Object own) {
            if (base instanceof Map<?, ?> some && own instanceof Map<?, ?> more) {
                Map<Object, @Nullable Object> map = new HashMap<>(some);
                map.putAll(more);
                return map;
            }
            if (base instanceof List<?> some && own instanceof List<?> more) {
                List<@Nullable Object> list = new ArrayList<>(some);
                list.addAll(more);
                return list;
            }
            return own;
        }
    }

    ComposeFiles(String repository, Findings findings) {
        this.repository = repository;
        this.findings = findings;
    }

    /** Reads a file. */
    void add(String path, String text) {
        try {
            List<Service> services = new ArrayList<>();
            for (Object document : YamlText.read(text)) {
                if (document != null && !(document instanceof Map)) {
                    throw new BadFile(1, "a Compose file is a map");
                }
                YamlText.entries(YamlText.at(document, "services")).forEach(each -> {
                    Map<String, @Nullable Object> members = new HashMap<>();
                    YamlText.entries(each.getValue()).forEach(one -> members.put(one.getKey(), one.getValue()));
                    services.add(new Service(path, each.getKey(), members));
                });
            }
            projects.computeIfAbsent(Paths.folder(path), _ -> new ArrayList<>()).addAll(services);
            Map<String, Service> own = byFile.computeIfAbsent(path, _ -> new HashMap<>());
            services.forEach(service -> own.put(service.name, service));
        } catch (BadFile e) {
            findings.unreadable(path, e.line(), String.valueOf(e.getMessage()));
        }
    }

    /**
     * Adds the findings after all files have been read.
     *
     * @param moduleIn returns the module that a folder defines, or null
     */
    // @req:dependency-import-compose
    void find(Function<String, @Nullable Module> moduleIn) {
        // One for all: each of many services may extend one that is large.
        var limit = new ReadLimit();
        projects.forEach((folder, services) -> new Project(
                        folder,
                        services.stream()
                                .map(service -> extended(service, limit))
                                .toList(),
                        moduleIn)
                .find());
    }

    private Service extended(Service service, ReadLimit limit) {
        try {
            return withBases(service, limit);
        } catch (BadFile e) {
            findings.unreadable(service.path, e.line(), "with what services extend, " + e.getMessage());
            return service;
        }
    }

    /** The service with the members that it has from those it extends. */
    private Service withBases(Service service, ReadLimit limit) throws BadFile {
        Service whole = service;
        Service at = service;
        Set<Service> met = Collections.newSetFromMap(new IdentityHashMap<>());
        while (met.add(at) && met.size() <= DEEPEST_EXTENDS) {
            Object extended = at.members.get("extends");
            String name = YamlText.text(extended instanceof Map ? YamlText.at(extended, "service") : extended);
            if (name == null) {
                break;
            }
            String file = YamlText.text(YamlText.at(extended, "file"));
            String path = file == null ? at.path : Paths.resolve(Paths.folder(at.path), resolved(file));
            Service base =
                    path == null ? null : byFile.getOrDefault(path, Map.of()).get(name);
            if (base == null) {
                findings.skipped(
                        service.path,
                        0,
                        "what " + service.name + " extends is not read: " + name + (file == null ? "" : " of " + file));
                break;
            }
            for (Object member : base.members.values()) {
                int size = member instanceof Map<?, ?> map
                        ? map.size()
                        : YamlText.list(member).size();
                for (int i = 0; i <= size; i++) {
                    limit.count();
                }
            }
            if (!met.contains(base)) {
                whole = whole.over(base);
            }
            at = base;
        }
        return whole;
    }

    /** Finds the dependencies of the services in a folder. */
    private final class Project {
        private final String folder;
        private final List<Service> services;
        private final Function<String, @Nullable Module> moduleIn;
        private final Map<String, String> hosts = new HashMap<>();
        private final Map<String, Set<String>> defined = new HashMap<>();
        private final Map<String, String> nodes = new HashMap<>();

        Project(String folder, List<Service> services, Function<String, @Nullable Module> moduleIn) {
            this.folder = folder;
            this.services = services;
            this.moduleIn = moduleIn;
            for (Service service : services) {
                defined.computeIfAbsent(service.name, _ -> new TreeSet<>()).add(service.path);
                for (String other : List.of("container_name", "hostname")) {
                    String host = YamlText.text(service.members.get(other));
                    if (host != null) {
                        hosts.put(host, service.name);
                    }
                }
            }
            for (Service service : services) {
                hosts.put(service.name, service.name);
                String node = label(service);
                if (node != null) {
                    nodes.put(service.name, node);
                }
            }
        }

        /** The node that the label of a service names, or null. */
        private @Nullable String label(Service service) {
            Object labels = service.members.get("labels");
            String node = YamlText.text(YamlText.at(labels, NODE));
            for (Object each : YamlText.list(labels)) {
                String pair = YamlText.text(each);
                if (pair != null && pair.startsWith(NODE + "=")) {
                    node = YamlText.text(pair.substring(NODE.length() + 1));
                }
            }
            return node == null ? null : findings.node(service.path, node);
        }

        private String node(String service) {
            String named = nodes.get(service);
            String scope = folder.isEmpty() ? repository : Paths.in(repository, folder);
            return named == null ? Names.service(scope, service) : named;
        }

        void find() {
            Set<String> broken = new LinkedHashSet<>();
            for (Service service : services) {
                try {
                    find(service);
                } catch (BadFile e) {
                    if (broken.add(service.path)) {
                        findings.unreadable(service.path, e.line(), String.valueOf(e.getMessage()));
                    }
                }
            }
        }

        private void find(Service service) throws BadFile {
            String name = node(service.name);
            var limit = new ReadLimit();
            for (String other : dependencies(service, limit)) {
                String there = hosts.getOrDefault(other, other);
                findings.dependsOn(name, node(there), files(service, there));
            }
            Object build = service.members.get("build");
            String image = YamlText.text(service.members.get("image"));
            if (build != null) {
                built(service, build);
            } else if (image != null) {
                image(service, image);
            }
            for (String text : texts(service, limit)) {
                for (Address address : AddressText.find(text)) {
                    String other = hosts.get(address.host());
                    if (other != null) {
                        findings.clientOf(name, node(other), address, files(service, other));
                    }
                }
            }
        }

        private Set<String> files(Service service, String other) {
            Set<String> files = new TreeSet<>(service.bases);
            files.add(service.path);
            // if the service's own file also defines the other service, no further file is needed
            Set<String> others = defined.getOrDefault(other, Set.of());
            if (!others.contains(service.path)) {
                files.addAll(others);
            }
            return files;
        }

        private void image(Service service, String image) {
            String resolved = resolved(image);
            if (resolved.isEmpty()
                    || resolved.contains("$")
                    || Names.image(resolved).endsWith("/")) {
                findings.skipped(service.path, 0, "what image " + image + " of " + service.name + " is, is not known");
            } else {
                findings.dependsOn(node(service.name), Names.image(resolved), files(service, service.name));
            }
        }

        private void built(Service service, Object build) {
            String context = YamlText.text(build instanceof Map ? YamlText.at(build, "context") : build);
            String dockerfile = YamlText.text(YamlText.at(build, "dockerfile"));
            context = resolved(context == null ? "." : context);
            if (REMOTE.matcher(context).matches()) {
                return;
            }
            String there = Paths.resolve(folder, context);
            Module module = there == null ? null : moduleIn.apply(there);
            if (module == null && there != null && dockerfile != null) {
                String file = Paths.resolve(there, resolved(dockerfile));
                module = file == null ? null : moduleIn.apply(Paths.folder(file));
            }
            if (module != null) {
                findings.dependsOn(node(service.name), module.name(), List.of(service.path, module.path()));
            }
        }
    }

    private static Set<String> dependencies(Service service, ReadLimit limit) throws BadFile {
        Set<String> names = new TreeSet<>();
        Object dependsOn = service.members.get("depends_on");
        YamlText.entries(dependsOn).forEach(each -> names.add(each.getKey()));
        for (Object each : YamlText.list(dependsOn)) {
            limit.count();
            String name = YamlText.text(each);
            if (name != null) {
                names.add(name);
            }
        }
        for (Object each : YamlText.list(service.members.get("links"))) {
            limit.count();
            String link = YamlText.text(each);
            if (link != null) {
                names.add(link.split(":", 2)[0]);
            }
        }
        for (Object each : YamlText.list(service.members.get("volumes_from"))) {
            limit.count();
            String from = YamlText.text(each);
            if (from != null) {
                names.add(
                        from.startsWith(CONTAINER)
                                ? from.substring(CONTAINER.length()).split(":", 2)[0]
                                : from.split(":", 2)[0]);
            }
        }
        for (String member : List.of("network_mode", "ipc", "pid")) {
            String shared = YamlText.text(service.members.get(member));
            for (String prefix : List.of(SERVICE, CONTAINER)) {
                if (shared != null && shared.startsWith(prefix)) {
                    names.add(shared.substring(prefix.length()).strip());
                }
            }
        }
        names.removeIf(String::isBlank);
        return names;
    }

    /** Returns the texts that may contain addresses. */
    private static List<String> texts(Service service, ReadLimit limit) throws BadFile {
        List<String> texts = new ArrayList<>();
        Object environment = service.members.get("environment");
        for (var each : YamlText.entries(environment).toList()) {
            limit.count();
            String value = YamlText.text(each.getValue());
            texts.add(value == null ? "" : value);
        }
        for (Object each : YamlText.list(environment)) {
            limit.count();
            String pair = YamlText.text(each);
            int equals = pair == null ? -1 : pair.indexOf('=');
            texts.add(pair == null || equals < 0 ? "" : pair.substring(equals + 1));
        }
        for (String member : List.of("command", "entrypoint")) {
            Object command = service.members.get(member);
            String line = YamlText.text(command);
            texts.add(line == null ? "" : line);
            for (Object each : YamlText.list(command)) {
                limit.count();
                String word = YamlText.text(each);
                texts.add(word == null ? "" : word);
            }
        }
        return texts.stream().map(ComposeFiles::resolved).toList();
    }

    /** Replaces variables by their defaults in the text; a variable without a default stays. */
    static String resolved(String text) {
        if (text.indexOf('$') < 0) {
            return text;
        }
        var resolved = new StringBuilder();
        Matcher variable = VARIABLE.matcher(text);
        while (variable.find()) {
            boolean hasDefault = variable.group(3) != null && variable.group(3).endsWith("-");
            variable.appendReplacement(
                    resolved, Matcher.quoteReplacement(hasDefault ? variable.group(4) : variable.group()));
        }
        return variable.appendTail(resolved).toString();
    }
}
