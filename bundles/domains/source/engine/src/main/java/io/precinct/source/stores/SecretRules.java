package io.precinct.source.stores;

import io.precinct.source.pattern.Glob;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Decides which keys hold secrets, besides those that the store marks: configured ones, and those with a telling name.
 * Masks too much rather than too little. Immutable.
 */
final class SecretRules {
    /** Anywhere in the last name of a key: {@code DB_PASSWORD}, {@code clientSecret}. */
    private static final Pattern TELLING =
            Pattern.compile("passw(or)?d|passphrase|(?<![a-z])pwd(?![a-z])|secret|token|credential");

    /** {@code api_key}, {@code tls.key.pem}, {@code apiKey}, {@code access-keys}; not {@code keyboard}. */
    private static final Pattern KEY = Pattern.compile("key(s)?(?![a-z])");

    /** Folders whose values are all secrets. */
    private static final Pattern FOLDER = Pattern.compile("passwords?|secrets?|tokens?|keys?|credentials?");

    private final List<List<List<String>>> globs;

    /** @param globs over whole keys */
    SecretRules(List<String> globs) {
        this.globs = globs.stream().map(Glob::alternatives).toList();
    }

    /** Whether the value at a key is to be masked. */
    // @req:store-secrets
    boolean isSecret(String key) {
        String[] names = key.toLowerCase(Locale.ROOT).split("/", -1);
        String last = names[names.length - 1];
        if (TELLING.matcher(last).find() || KEY.matcher(last).find()) {
            return true;
        }
        for (int i = 0; i < names.length - 1; i++) {
            if (FOLDER.matcher(names[i]).matches()) {
                return true;
            }
        }
        return globs.stream().anyMatch(glob -> Glob.matchesPath(glob, key));
    }
}
