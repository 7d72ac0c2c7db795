package io.precinct.dependencies.importer.read;

/** Builds the names of nodes: a kind, a colon, then a package URL without its version, or a name. */
final class Names {
    private Names() {}

    static String maven(String group, String artifact) {
        return "library:maven/" + group + "/" + artifact;
    }

    static String npm(String name) {
        return "library:npm/" + name;
    }

    static String go(String module) {
        return "library:golang/" + module;
    }

    static String service(String name) {
        return "service:" + name;
    }

    static String ingress(String name) {
        return "ingress:" + name;
    }

    static String application(String name) {
        return "application:" + name;
    }

    /** Returns the name of an image by its reference, without tag and digest but with the registry. */
    static String image(String reference) {
        int digest = reference.indexOf('@');
        String tagged = digest < 0 ? reference : reference.substring(0, digest);
        int tag = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
        return "image:docker/" + (tag < 0 ? tagged : tagged.substring(0, tag));
    }
}
