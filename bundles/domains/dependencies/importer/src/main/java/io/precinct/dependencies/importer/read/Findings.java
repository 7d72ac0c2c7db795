package io.precinct.dependencies.importer.read;

import io.precinct.api.data.Data;
import io.precinct.dependencies.api.Edge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the files of a repository say at a commit. Filled by one thread. */
public final class Findings {
    private static final String DEPENDS_ON = "depends-on";
    private static final String CLIENT_OF = "client-of";
    private static final int LONGEST_NODE = 300;
    private static final int LONGEST_FILE = 1000;
    private static final int MOST_FILES = 20;

    private final Map<FileKind, Integer> read = new EnumMap<>(FileKind.class);
    private final List<Fault> faults = new ArrayList<>();
    private final TreeMap<Edge, Said> edges = new TreeMap<>();

    /** What is said of an edge: where it is reached, by the first file that tells, and all files that say so. */
    private static final class Said {
        private final Set<String> files = new TreeSet<>();
        private @Nullable String url;
        private @Nullable Long port;
    }

    /** A file of a kind is read. */
    void read(FileKind kind) {
        read.merge(kind, 1, Integer::sum);
    }

    /** Something in a file is skipped. */
    void skipped(String path, int line, String message) {
        faults.add(new Fault(path, line, message, false));
    }

    /** A file says nothing that can be understood. */
    public void unreadable(String path, int line, String message) {
        faults.add(new Fault(path, line, message, true));
    }

    /** A node depends on another. Of itself it does not. */
    void dependsOn(String from, String to, Collection<String> files) {
        add(DEPENDS_ON, from, to, null, files);
    }

    /** A node calls another. */
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

    /** How many files of each kind were read, by the name of the kind. */
    public Map<String, Integer> read() {
        Map<String, Integer> counts = new TreeMap<>();
        read.forEach((kind, count) -> counts.put(kind.wireName(), count));
        return counts;
    }

    /** What is wrong. */
    public List<Fault> faults() {
        return List.copyOf(faults);
    }

    /** Files that keep what they said before. */
    public Set<String> unreadable() {
        Set<String> paths = new TreeSet<>();
        faults.stream().filter(Fault::unreadable).map(Fault::path).forEach(paths::add);
        return paths;
    }

    /** The edges, each with the metadata of its event. */
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
        // Without files nobody knows which fault concerns it, so that any fault keeps it.
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
