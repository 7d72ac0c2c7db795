package io.precinct.core.registry;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Capability;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Position;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.config.TagResolver;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.envelope.EnvelopeKeys;
import io.precinct.api.format.Formatter;
import io.precinct.api.service.Archetype;
import io.precinct.api.service.Extension;
import io.precinct.api.service.HealthCheck;
import io.precinct.core.registry.Candidate.Kind;
import io.precinct.core.route.PathPattern;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the description of a registered service. A plug-in with an invalid description, or one that throws while it is
 * read, becomes a candidate with a problem and never affects the others.
 */
final class CandidateReader {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,200}");
    /** Two tokens (RFC 9110 §8.3.1), without the * that a range of an Accept header uses as its wildcard. */
    private static final Pattern MEDIA_TYPE = Pattern.compile("[a-z0-9!#$%&'+.^_`|~-]+/[a-z0-9!#$%&'+.^_`|~-]+");

    private static final Set<String> TAIL =
            Set.of(Capability.VERIFY, Capability.TRACE, Capability.FORMAT, Capability.SEAL);

    /** How plug-ins of each type are named. */
    private enum Naming {
        BOUNDARY("Boundary", "BoundaryName", "precinct.boundary.name"),
        FAMILY("BoundaryFamily", "FamilyName", "precinct.family.name"),
        FORMATTER("Formatter", "FormatterFor", "precinct.formatter.name"),
        TAG("TagResolver", "ResolvesTag", "precinct.tag.value"),
        ARCHETYPE("Archetype", "ArchetypeName", "precinct.archetype.name");

        private final String type;
        private final String annotation;
        private final String property;

        Naming(String type, String annotation, String property) {
            this.type = type;
            this.annotation = "@" + annotation;
            this.property = property;
        }

        /** Why a plug-in of this type has no name. */
        String missing(Map<String, ?> properties) {
            for (Naming other : values()) {
                if (text(properties, other.property) instanceof String name) {
                    return "it implements " + type + ", but has " + other.annotation + " (\"" + name
                            + "\"), which is for " + other.type + "; write " + annotation
                            + " instead, or let the class implement " + other.type;
                }
            }
            return "it implements " + type + ", but has no " + annotation + "; write it above the class, with a name";
        }
    }

    private CandidateReader() {}

    static List<Candidate> boundary(Boundary boundary, Map<String, ?> properties) {
        return named(
                Kind.BOUNDARY,
                Naming.BOUNDARY,
                properties,
                boundary,
                name -> List.of(ofBoundary(name, boundary, boundary.declaration(), null)));
    }

    static List<Candidate> family(BoundaryFamily family, Map<String, ?> properties) {
        return named(Kind.BOUNDARY, Naming.FAMILY, properties, family, name -> {
            var members = new ArrayList<Candidate>();
            for (Member member : family.members()) {
                members.add(ofBoundary(
                        name + "." + member.name(),
                        new MemberBoundary(member.declaration(), member.handler()),
                        member.declaration(),
                        member.route()));
            }
            return members;
        });
    }

    static List<Candidate> formatter(Formatter formatter, Map<String, ?> properties) {
        return named(Kind.FORMATTER, Naming.FORMATTER, properties, formatter, name -> {
            List<String> mediaTypes = texts(properties.get("precinct.formatter.mediaTypes"));
            String fault = fault(mediaTypes);
            if (fault != null) {
                return List.of(bad(Kind.FORMATTER, name, fault));
            }
            int order = properties.get("precinct.formatter.order") instanceof Integer i ? i : 100;
            var boundary = new FormatterBoundary(formatter, mediaTypes.getFirst());
            return List.of(
                    good(Kind.FORMATTER, name, new DescribedPlugin.OfFormatter(formatter, mediaTypes, order)),
                    ofBoundary(name + "_formatter", boundary, boundary.declaration(), null));
        });
    }

    /** The fault of the media types of a formatter, or null. */
    private static @Nullable String fault(List<String> mediaTypes) {
        if (mediaTypes.isEmpty()) {
            return "it names no media types";
        }
        // An Accept header is compared with the name alone: a request for text/csv would never match
        // text/csv;header=no.
        return mediaTypes.stream()
                .filter(type -> !MEDIA_TYPE.matcher(type).matches())
                .map(type -> "\"" + type + "\" is no media type; say a type and a subtype, such as text/csv,"
                        + " without parameters and without *")
                .findFirst()
                .orElse(null);
    }

    static List<Candidate> tag(TagResolver resolver, Map<String, ?> properties) {
        boolean late = "LATE".equals(text(properties, "precinct.tag.phase"));
        return named(
                Kind.TAG,
                Naming.TAG,
                properties,
                resolver,
                name -> List.of(good(Kind.TAG, name, new DescribedPlugin.OfTag(resolver, late))));
    }

    static List<Candidate> archetype(Archetype archetype, Map<String, ?> properties) {
        return named(
                Kind.ARCHETYPE,
                Naming.ARCHETYPE,
                properties,
                archetype,
                name -> List.of(good(Kind.ARCHETYPE, name, new DescribedPlugin.OfArchetype(archetype))));
    }

    static List<Candidate> health(HealthCheck check) {
        String subject = nameOr(check::subject, check.getClass().getSimpleName());
        return List.of(good(Kind.HEALTH, subject, new DescribedPlugin.OfHealth(check)));
    }

    static List<Candidate> keys(EnvelopeKeys keys) {
        return reading(
                Kind.KEYS,
                keys.getClass().getSimpleName(),
                name -> List.of(good(Kind.KEYS, name, new DescribedPlugin.OfKeys(List.copyOf(keys.entries())))));
    }

    /** A candidate named {@code <kind> <name>}, so that extensions of different domains never share a name. */
    static List<Candidate> extension(Extension extension) {
        String kind = nameOr(extension::kind, "extension");
        String name = nameOr(extension::name, extension.getClass().getName());
        String label = kind + " " + name;
        if (!NAME.matcher(kind).matches() || !NAME.matcher(name).matches()) {
            return List.of(
                    bad(Kind.EXTENSION, label, "its kind or name is not of letters, digits, '_', '-' and '.' alone"));
        }
        return List.of(good(Kind.EXTENSION, label, new DescribedPlugin.OfExtension(extension)));
    }

    private static List<Candidate> named(
            Kind kind,
            Naming naming,
            Map<String, ?> properties,
            Object service,
            Function<String, List<Candidate>> reader) {
        String name = text(properties, naming.property);
        return name == null
                ? List.of(bad(kind, service.getClass().getName(), naming.missing(properties)))
                : reading(kind, name, reader);
    }

    /**
     * Runs plug-in code: what it throws, even a linkage error of a broken bundle, becomes a problem of its candidate.
     */
    private static List<Candidate> reading(Kind kind, String name, Function<String, List<Candidate>> reader) {
        if (!NAME.matcher(name).matches()) {
            return List.of(bad(kind, name, "its name is not of letters, digits, '_', '-' and '.' alone"));
        }
        try {
            return reader.apply(name);
        } catch (RuntimeException | LinkageError e) {
            return List.of(bad(kind, name, "it cannot describe itself: " + e + hint(e)));
        }
    }

    private static String hint(Throwable e) {
        return e instanceof NoClassDefFoundError
                ? "; put the class into the jar, or import its package from a bundle that exports it"
                : "";
    }

    private static Candidate ofBoundary(
            String name, Boundary boundary, Declaration declaration, @Nullable RouteDeclaration route) {
        if (declaration.position() == Position.LAST
                && declaration.capabilities().stream().noneMatch(TAIL::contains)) {
            return bad(
                    Kind.BOUNDARY,
                    name,
                    "the tail of a chain takes verify, trace, format and seal only; others inject at FIRST");
        }
        String shapeFault = ShapeCheck.fault(declaration);
        if (shapeFault != null) {
            return bad(Kind.BOUNDARY, name, shapeFault);
        }
        String routeFault = route == null ? null : PathPattern.fault(route.path());
        if (route != null && routeFault != null) {
            return bad(Kind.BOUNDARY, name, "its route " + route.path() + ": " + routeFault);
        }
        var plugin = new DescribedPlugin.OfBoundary(boundary, declaration, route, typeAddr(name, declaration));
        return good(Kind.BOUNDARY, name, plugin);
    }

    /** The type address: a digest of the name and the output shape (see {@code DeployedBoundary}). */
    private static String typeAddr(String name, Declaration declaration) {
        Object shape = declaration.outputShape() == null
                ? null
                : declaration.outputShape().toData();
        return "sha256:" + HexFormat.of().formatHex(Json.digest(Data.map("boundary", name, "output_shape", shape)));
    }

    private static Candidate good(Kind kind, String name, DescribedPlugin plugin) {
        return new Candidate(kind, name, plugin, null);
    }

    private static Candidate bad(Kind kind, String name, String problem) {
        return new Candidate(kind, name, null, kind.wireName() + " " + name + ": " + problem);
    }

    private static @Nullable String text(Map<String, ?> properties, String key) {
        return properties.get(key) instanceof String s ? s : null;
    }

    private static List<String> texts(@Nullable Object value) {
        return switch (value) {
            case String s -> List.of(s.toLowerCase(Locale.ROOT));
            case String[] all ->
                List.of(all).stream().map(s -> s.toLowerCase(Locale.ROOT)).toList();
            case null, default -> List.of();
        };
    }

    private static String nameOr(Supplier<String> name, String otherwise) {
        try {
            return name.get();
        } catch (RuntimeException | LinkageError e) {
            return otherwise;
        }
    }

    /** A member of a family as a boundary of its own. */
    private record MemberBoundary(Declaration declaration, Member.Handler handler) implements Boundary {
        @Override
        public Outcome cross(Input input) throws Exception {
            return handler.cross(input);
        }
    }

    /** A formatter as a terminal boundary, which is how the specification lists formatters. */
    private record FormatterBoundary(Formatter formatter, String mediaType) implements Boundary {
        @Override
        public Declaration declaration() {
            return Declaration.terminal()
                    .reads("target", true)
                    .writes("body", true)
                    .writes("content_type", true)
                    .describedAs("Renders the target as " + mediaType + ".")
                    .build();
        }

        @Override
        public Outcome cross(Input input) throws Exception {
            var target = new Formatter.Target(Data.freeze(input.get("target")), 200, mediaType, input.path(), (String)
                    input.route().get("name"));
            Formatter.Rendition rendition = formatter.render(target);
            return Reply.ok(Data.map(
                    "body",
                    new String(rendition.body(), StandardCharsets.UTF_8),
                    "content_type",
                    rendition.contentType()));
        }
    }
}
