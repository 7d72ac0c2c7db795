package io.precinct.source.settings;

import io.precinct.source.api.SourceFault;
import io.precinct.source.pattern.Glob;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks globs over the keys of a parameter store. */
final class KeyGlob {
    private KeyGlob() {}

    /**
     * What is wrong with a glob.
     *
     * @param what continues the name of the setting
     * @param hint what to write instead
     */
    record Fault(String what, String hint) {}

    /** Why a glob can match no key, or not those that it was meant to match; empty if it is sound. */
    static Optional<Fault> fault(String glob) {
        if (glob.isBlank()) {
            return fault("has an empty glob", "leave it out, or name keys, such as database/**");
        }
        String braces = braces(glob);
        if (braces != null) {
            return fault(braces, "write alternatives as {a,b}, and ? for a brace in a key");
        }
        if (glob.indexOf('[') >= 0 || glob.indexOf(']') >= 0) {
            return fault(
                    "has a set of characters, which globs of keys do not know: " + glob,
                    "write alternatives as {a,b}, and ? for a bracket in a key");
        }
        if (glob.indexOf('\\') >= 0) {
            return fault("has a backslash, which escapes nothing: " + glob, "write ? for any character of a key");
        }
        if (glob.startsWith("/")) {
            return fault("begins with a slash, which no key does: " + glob, "write " + glob.replaceFirst("/+", ""));
        }
        if (glob.endsWith("/")) {
            return fault("ends with a slash, which no key does: " + glob, "write " + glob + "** for all keys below it");
        }
        if (glob.contains("//")) {
            return fault("has an empty name, which no key has: " + glob, "write " + glob.replaceAll("/+", "/"));
        }
        try {
            Glob.alternatives(glob);
            return Optional.empty();
        } catch (SourceFault tooMuch) {
            return fault("has a glob that is too large: " + tooMuch.getMessage(), "write several globs");
        }
    }

    private static Optional<Fault> fault(String what, String hint) {
        return Optional.of(new Fault(what, hint));
    }

    private static @Nullable String braces(String glob) {
        boolean open = false;
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (c == '{' && open) {
                return "has a brace within braces: " + glob;
            }
            if (c == '}' && !open) {
                return "has a brace that nothing opens: " + glob;
            }
            open = c == '{' || open && c != '}';
        }
        return open ? "has a brace that nothing closes: " + glob : null;
    }
}
