package io.precinct.config.name;

import io.precinct.api.boundary.BoundaryName;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.config.ResolvesTag;
import io.precinct.api.service.ArchetypeName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the names of plug-ins from the header {@code Provide-Capability} of a manifest (OSGi Core 8, §3.3.3). The
 * framework parses the header of installed bundles only.
 */
final class CapabilityHeader {
    private final String header;
    private int next;

    private CapabilityHeader(String header) {
        this.header = header;
    }

    static ManifestNames read(String header) {
        var reader = new CapabilityHeader(header);
        var boundaries = new HashSet<String>();
        var families = new HashSet<String>();
        var tags = new HashSet<String>();
        var archetypes = new HashSet<String>();
        for (List<String> clause : reader.clauses()) {
            String namespace = clause.getFirst();
            Set<String> names = switch (namespace) {
                case BoundaryName.NAMESPACE -> boundaries;
                case FamilyName.NAMESPACE -> families;
                case ResolvesTag.NAMESPACE -> tags;
                case ArchetypeName.NAMESPACE -> archetypes;
                default -> new HashSet<>();
            };
            clause.stream().skip(1).forEach(part -> names.addAll(values(part, namespace)));
        }
        return new ManifestNames(boundaries, families, tags, archetypes);
    }

    /** The values of {@code part} if it is the attribute of this name, else none; its quotes were removed before. */
    private static List<String> values(String part, String attribute) {
        int equals = part.indexOf('=');
        if (equals < 0) {
            return List.of();
        }
        String name = part.substring(0, equals).strip();
        String value = part.substring(equals + 1).strip();
        if (name.equals(attribute) || name.equals(attribute + ":String")) {
            return List.of(value);
        }
        boolean list = name.startsWith(attribute + ":List");
        return list ? List.of(value.split("\\s*,\\s*")) : List.of();
    }

    private List<List<String>> clauses() {
        var clauses = new ArrayList<List<String>>();
        var clause = new ArrayList<String>();
        while (next < header.length()) {
            clause.add(part());
            boolean ends = next >= header.length() || header.charAt(next) == ',';
            next++;
            if (ends) {
                clauses.add(List.copyOf(clause));
                clause.clear();
            }
        }
        return clauses;
    }

    /** Reads up to the next semicolon or comma outside of quotes, and removes the quotes. */
    private String part() {
        var part = new StringBuilder();
        boolean quoted = false;
        for (; next < header.length(); next++) {
            char c = header.charAt(next);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted && next + 1 < header.length()) {
                part.append(header.charAt(++next));
            } else if (!quoted && (c == ';' || c == ',')) {
                break;
            } else {
                part.append(c);
            }
        }
        return part.toString().strip();
    }
}
