package io.precinct.dependencies.importer.read;

import java.util.ArrayList;
import java.util.HashMap;
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
 * The Compose files of a repository. The files in one folder form one project, whose services can refer to each other.
 * For a single use; not thread-safe.
 */
final class ComposeFiles {
    private static final Pattern VARIABLE =
            Pattern.compile("\\$(?:([A-Za-z_][A-Za-z0-9_]*)|\\{([A-Za-z_][A-Za-z0-9_]*)(?:(:?[-?+])([^${}]*))?})");
    private static final Pattern REMOTE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://.*|git@.*|.*\\.git(#.*)?");

    private final Findings findings;
    private final Map<String, List<Service>> projects = new TreeMap<>();

    /** A service as one file declares it. */
    private record Service(String path, String name, Map<String, @Nullable Object> members) {}

    ComposeFiles(Findings findings) {
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
        projects.forEach((folder, services) -> new Project(folder, services, moduleIn).find());
    }

    /** Finds the dependencies of the services in a folder. */
    private final class Project {
        private final String folder;
        private final List<Service> services;
        private final Function<String, @Nullable Module> moduleIn;
        private final Map<String, String> hosts = new HashMap<>();
        private final Map<String, Set<String>> defined = new HashMap<>();

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
            services.forEach(service -> hosts.put(service.name, service.name));
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
            String name = Names.service(service.name);
            var limit = new ReadLimit();
            for (String other : dependencies(service, limit)) {
                findings.dependsOn(name, Names.service(other), files(service, other));
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
                        findings.clientOf(name, Names.service(other), address, files(service, other));
                    }
                }
            }
        }

        private Set<String> files(Service service, String other) {
            Set<String> files = new TreeSet<>(Set.of(service.path));
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
                findings.dependsOn(Names.service(service.name), Names.image(resolved), Set.of(service.path));
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
                findings.dependsOn(Names.service(service.name), module.name(), List.of(service.path, module.path()));
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
