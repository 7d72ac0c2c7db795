package io.precinct.common.secret;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one test of whether a name suggests a secret, for keys, folders, files and parameters of addresses. Case does not
 * matter, nor do compatible forms of letters (NFKC). It finds too much rather than too little.
 */
public final class SecretNames {
    /** A run of letters: {@code db_pass2} has {@code db} and {@code pass}. */
    private static final Pattern WORD = Pattern.compile("\\p{L}+");

    /** Anywhere in a word: {@code clientsecret}, {@code authtokens}; not {@code secretary}, {@code tokenizer}. */
    private static final Pattern WITHIN =
            Pattern.compile("passw(?:or)?d|passphrase|passcode|pwd|credential|secret(?!ar)|token(?!i[sz])");

    /** At the end of a word: {@code apikey}, {@code dbpass}, {@code basicauth}. */
    private static final Pattern AT_END = Pattern.compile("(?:keys?|pass|creds?|auth|authori[sz]ation|jwts?)$");

    /** Ordinary words with such an end. */
    private static final Set<String> ORDINARY = Set.of(
            "bypass",
            "compass",
            "encompass",
            "overpass",
            "surpass",
            "trespass",
            "underpass",
            "oauth",
            "openauth",
            "sacred",
            "massacred",
            "donkey",
            "donkeys",
            "flunkey",
            "flunkeys",
            "hockey",
            "jockey",
            "jockeys",
            "lackey",
            "lackeys",
            "malarkey",
            "monkey",
            "monkeys",
            "turkey",
            "turkeys",
            "whiskey",
            "whiskeys");

    /** Names of files that hold keys or passwords. */
    private static final Pattern FILE =
            Pattern.compile("(?:^|[^\\p{L}])id_(?:rsa|dsa|ecdsa|ed25519)(?:$|[^\\p{L}\\p{N}])");

    private static final Set<String> FILE_WORDS =
            Set.of("dockerconfigjson", "dockercfg", "kubeconfig", "netrc", "npmrc", "pypirc", "keystore");

    private SecretNames() {}

    /** Whether a name suggests that what is called so is a secret. A name has no slashes. */
    public static boolean isTelling(String name) {
        String plain = Normalizer.normalize(name, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        if (FILE.matcher(plain).find()) {
            return true;
        }
        Matcher words = WORD.matcher(plain);
        while (words.find()) {
            String word = words.group();
            if (FILE_WORDS.contains(word)
                    || WITHIN.matcher(word).find()
                    || AT_END.matcher(word).find() && !ORDINARY.contains(word)) {
                return true;
            }
        }
        return false;
    }

    /** Whether any of the names between the slashes of a path suggests a secret. */
    public static boolean isTellingPath(String path) {
        int from = 0;
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
            if (isTelling(path.substring(from, slash))) {
                return true;
            }
            from = slash + 1;
        }
        return isTelling(path.substring(from));
    }
}
