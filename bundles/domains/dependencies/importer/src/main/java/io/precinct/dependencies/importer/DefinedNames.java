package io.precinct.dependencies.importer;

import io.precinct.dependencies.api.Definition;
import io.precinct.dependencies.api.Edge;
import io.precinct.dependencies.api.ProducedEvents;
import io.precinct.dependencies.importer.read.Names;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The names that a repository defines, as they are in the graph: a name that other repositories define as well carries
 * the repository as a qualifier. So does each reference to it within the repository. Any other name is that of the
 * files. Immutable.
 *
 * @param repository the name of the repository
 * @param defined the names that it defines or defined, without a qualifier
 * @param shared those that other repositories define as well
 */
record DefinedNames(String repository, Set<String> defined, Set<String> shared) {
    DefinedNames {
        defined = Set.copyOf(defined);
        shared = Set.copyOf(shared);
    }

    /**
     * Asks who else defines the names.
     *
     * @param former what the repository defined before
     * @param now what it defines now
     */
    static DefinedNames of(
            String repository, ProducedEvents.Log log, Collection<Definition> former, Collection<Definition> now) {
        Set<String> names = names(now);
        Set<String> shared = log.otherDefiners(names).keySet();
        names.addAll(names(former));
        return new DefinedNames(repository, names, shared);
    }

    /** Returns the names in definitions. */
    static Set<String> names(Collection<Definition> definitions) {
        Set<String> names = new HashSet<>();
        definitions.forEach(each -> names.add(each.name()));
        return names;
    }

    /** Returns an edge with the names that its nodes have in the graph now, whether a file states it or it is there. */
    Edge inGraph(Edge edge) {
        String from = inGraph(edge.from());
        String to = inGraph(edge.to());
        return from.equals(edge.from()) && to.equals(edge.to()) ? edge : new Edge(from, edge.type(), to);
    }

    private String inGraph(String name) {
        String qualifier = Names.qualifier(repository);
        String plain = name.endsWith(qualifier) ? name.substring(0, name.length() - qualifier.length()) : name;
        return !defined.contains(plain) ? name : shared.contains(plain) ? plain + qualifier : plain;
    }
}
