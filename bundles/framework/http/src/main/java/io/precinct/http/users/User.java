package io.precinct.http.users;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A user who may pass the gateway.
 *
 * @param name as sent; case matters
 * @param roles sorted; those that {@code requires:} and {@code grant:} name
 * @param password its hash
 */
public record User(String name, List<String> roles, PasswordHash password) {
    private static final int LONGEST = 64;

    /**
     * A user.
     *
     * @throws IllegalArgumentException if the name or a role is invalid; the message says why
     */
    public User(String name, List<String> roles, PasswordHash password) {
        requireName(name);
        roles.forEach(User::requireRole);
        this.name = name;
        this.roles = List.copyOf(new TreeSet<>(roles));
        this.password = password;
    }

    /** The roles as a set. */
    public Set<String> roleSet() {
        return Set.copyOf(roles);
    }

    /** The same user with other roles. */
    public User withRoles(List<String> next) {
        return new User(name, next, password);
    }

    /** The same user with another password. */
    public User withPassword(PasswordHash next) {
        return new User(name, roles, next);
    }

    /**
     * Checks a name. Basic authentication ends it at its first colon (RFC 7617 §2); the other rules keep the file at
     * one line a user.
     */
    static void requireName(String name) {
        require("a user's name", name, "[\\p{L}\\p{N}_][\\p{L}\\p{N}\\p{M}_.@+-]*", ". _ - @ +");
    }

    private static void requireRole(String role) {
        require("a role", role, "[A-Za-z0-9_][A-Za-z0-9_.:-]*", ". _ : -");
    }

    private static void require(String what, String text, String pattern, String marks) {
        if (!text.matches(pattern) || text.length() > LONGEST) {
            throw new IllegalArgumentException(what + " is up to " + LONGEST + " letters, digits and any of " + marks
                    + ", beginning with a letter or digit, not '" + shown(text) + "'");
        }
    }

    private static String shown(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", "?");
        return plain.length() > LONGEST ? plain.substring(0, LONGEST) + "…" : plain;
    }

    /**
     * Checks a password before it is hashed.
     *
     * @throws IllegalArgumentException if nobody could send it; the message does not repeat it
     */
    public static void requirePassword(String password) {
        if (password.isEmpty()) {
            throw new IllegalArgumentException("the password is empty");
        }
        if (password.length() > 1024) {
            throw new IllegalArgumentException("the password is longer than 1024 characters");
        }
        if (password.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the password holds a control character, which nobody could send");
        }
    }
}
