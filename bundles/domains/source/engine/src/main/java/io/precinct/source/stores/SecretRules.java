package io.precinct.source.stores;

import io.precinct.common.secret.SecretNames;
import io.precinct.source.pattern.Glob;
import java.util.List;
import java.util.Locale;

/**
 * Decides which keys hold secrets, besides those that the store marks: configured ones, and those with a telling name.
 * Case does not matter. For one reading of a store; not thread-safe.
 */
final class SecretRules {
    private final List<Rule> rules;

    /** A glob as it is configured, and its alternatives in lower case. */
    private static final class Rule {
        final String glob;
        final List<List<String>> alternatives;
        boolean used;

        Rule(String glob) {
            this.glob = glob;
            this.alternatives = Glob.alternatives(glob.toLowerCase(Locale.ROOT));
        }

        boolean matches(String lower) {
            boolean matches = Glob.matchesPath(alternatives, lower);
            used |= matches;
            return matches;
        }
    }

    /** @param globs over whole keys */
    SecretRules(List<String> globs) {
        this.rules = globs.stream().map(Rule::new).toList();
    }

    /** Whether the value at a key is to be masked. */
    // @req:store-secrets
    boolean isSecret(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        boolean secret = SecretNames.isTellingPath(key);
        for (Rule rule : rules) {
            secret |= rule.matches(lower);
        }
        return secret;
    }

    /** The globs that matched no key so far. */
    List<String> unused() {
        return rules.stream().filter(rule -> !rule.used).map(rule -> rule.glob).toList();
    }
}
