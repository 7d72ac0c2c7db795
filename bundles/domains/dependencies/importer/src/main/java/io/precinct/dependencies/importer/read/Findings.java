package io.precinct.dependencies.importer.read;

import io.precinct.api.data.Data;
import io.precinct.dependencies.api.Definition;
import io.precinct.dependencies.api.Edge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The dependencies that the files of a repository declare at a commit, and their faults. Filled by one thread. */
public final class Findings {
    private static final String DEPENDS_ON = "depends-on";
    private static final String CLIENT_OF = "client-of";
    private static final int LONGEST_NODE = 300;
    private static final int LONGEST_FILE = 1000;
    private static final int MOST_FILES = 20;

    private final Map<FileKind, Integer> read = new EnumMap<>(FileKind.class);
    private final List<Fault> faults = new ArrayList<>();
    private final TreeMap<Edge, Said> edges = new TreeMap<>();
    private final TreeSet<Definition> definitions = new TreeSet<>();
    private final int longestDefined;

    /**
     * The metadata of an edge: the URL and port from the first file that states them, and all files that state the
     * edge.
     */
    private static final class Said {
        private final Set<String> files = new TreeSet<>();
        private @Nullable String url;
        private @Nullable Long port;
    }

    /** Creates findings of a repository, without any. */
    Findings(String repository) {
        longestDefined = LONGEST_NODE - Names.qualifier(repository).length();
    }

    /** Counts a file of a kind as read. */
    void read(FileKind kind) {
        read.merge(kind, 1, Integer::sum);
    }

    /** Records that a part of a file is skipped. */
    void skipped(String path, int line, String message) {
        faults.add(new Fault(path, line, message, false));
    }

    /** Records that a file cannot be understood. */
    public void unreadable(String path, int line, String message) {
        faults.add(new Fault(path, line, message, true));
    }

    /** Returns the name of a node that a file gives, or null and a fault if it is none. */
    @Nullable
    String node(String path, String name) {
        int colon = name.indexOf(':');
        if (colon > 0 && colon < name.length() - 1 && name.length() <= LONGEST_NODE && isStorable(name)) {
            return name;
        }
        skipped(path, 0, ComposeFiles.NODE + " names a node, such as service:shop/cart");
        return null;
    }

    /** Records that a file defines what a node stands for. */
    void defines(String name, String path) {
        if (name.length() > longestDefined) {
            skipped(
                    path,
                    0,
                    "what a file defines has a name of at most " + longestDefined + " characters: "
                            + name.substring(0, 100) + "…");
        } else if (isStorable(name)) {
            definitions.add(new Definition(name, path.length() <= LONGEST_FILE && isStorable(path) ? path : ""));
        }
    }

    /** Returns what the files define. */
    public Set<Definition> definitions() {
        return Collections.unmodifiableSet(definitions);
    }

    /** Records that a node depends on another; ignored if both are the same. */
    void dependsOn(String from, String to, Collection<String> files) {
        add(DEPENDS_ON, from, to, null, files);
    }

    /** Records that a node calls another. */
    void clientOf(String from, String to, Address address, Collection<String> files) {
        add(CLIENT_OF, from, to, address, files);
    }

    private void add(String type, String from, String to, @Nullable Address address, Collection<String> files) {
        if (from.equals(to)) {
            return;
        }
        String longer = from.length() > to.length() ? from : to;
        if (longer.length() > LONGEST_NODE) {
            String file = files.iterator().next();
            skipped(file, 0, "a name has at most " + LONGEST_NODE + " characters: " + longer.substring(0, 100) + "…");
            return;
        }
        Said said = edges.computeIfAbsent(new Edge(from, type, to), _ -> new Said());
        said.files.addAll(files);
        if (address != null && said.url == null && (said.port == null || address.url() != null)) {
            said.url = address.url();
            said.port = address.port();
        }
    }

    /** Returns the number of files that were read, by the name of their kind. */
    public Map<String, Integer> read() {
        Map<String, Integer> counts = new TreeMap<>();
        read.forEach((kind, count) -> counts.put(kind.wireName(), count));
        return counts;
    }

    /** Returns the faults. */
    public List<Fault> faults() {
        return List.copyOf(faults);
    }

    /** Returns the files whose earlier statements are kept. */
    public Set<String> unreadable() {
        Set<String> paths = new TreeSet<>();
        faults.stream().filter(Fault::unreadable).map(Fault::path).forEach(paths::add);
        return paths;
    }

    /** Returns the edges, each with the metadata for its event. */
    public SequencedMap<Edge, Map<String, @Nullable Object>> edges() {
        var all = new TreeMap<Edge, Map<String, @Nullable Object>>();
        edges.forEach((edge, said) -> all.put(edge, meta(said)));
        return all;
    }

    private static Map<String, @Nullable Object> meta(Said said) {
        var meta = Data.mapBuilder();
        if (said.url != null && said.url.length() <= LONGEST_FILE) {
            meta.put("url", said.url);
        }
        if (said.port != null) {
            meta.put("port", said.port);
        }
        // without files, it is unknown which fault concerns the edge, so any fault keeps it
        if (said.files.size() <= MOST_FILES
                && said.files.stream().allMatch(file -> file.length() <= LONGEST_FILE && isStorable(file))) {
            meta.put("files", Data.freezeList(List.copyOf(said.files)));
        }
        return meta.build();
    }

    private static boolean isStorable(String file) {
        return file.strip().equals(file) && file.chars().noneMatch(Character::isISOControl);
    }
}
