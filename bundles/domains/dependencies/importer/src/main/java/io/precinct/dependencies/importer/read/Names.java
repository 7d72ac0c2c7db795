package io.precinct.dependencies.importer.read;

/**
 * Builds the names of nodes: a kind, a colon, then a package URL without its version, or a name within its scope. The
 * scope of a service is what keeps it apart from others of its name: a namespace, or a repository and folder. A library
 * has no scope, unless several repositories define it: then its package URL has the repository as a qualifier.
 */
public final class Names {
    private Names() {}

    /** Returns what stands behind a name that several repositories define, in the name of the node of one of them. */
    public static String qualifier(String repository) {
        return "?repo=" + repository;
    }

    static String maven(String group, String artifact) {
        return library("maven/" + group + "/" + artifact);
    }

    static String npm(String name) {
        return library("npm/" + name);
    }

    static String go(String module) {
        return library("golang/" + module);
    }

    static String helm(String chart) {
        return library("helm/" + chart);
    }

    /** Returns a name without a qualifier, whatever a file says. */
    private static String library(String name) {
        return "library:" + name.replace("?", "%3F");
    }

    static String service(String scope, String name) {
        return scoped("service", scope, name);
    }

    static String scoped(String kind, String scope, String name) {
        return kind + ":" + scope + "/" + name;
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
