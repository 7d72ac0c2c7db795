package io.precinct.http.users;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/** All users at one moment; immutable. */
public final class Users {
    /** Nobody. */
    public static final Users NONE = new Users(new TreeMap<>());

    private static final String HEAD = "precinct users 1";

    private final SequencedMap<String, User> byName;
    private final int cost;
    private final PasswordHash nobody;

    private Users(TreeMap<String, User> byName) {
        this.byName = byName;
        this.cost = byName.values().stream()
                .mapToInt(user -> user.password().iterations())
                .reduce(PasswordHash.ITERATIONS, Math::max);
        this.nobody = PasswordHash.ofNobody(cost);
    }

    /** By name. */
    public Collection<User> all() {
        return byName.values();
    }

    /** The user of this name. */
    public Optional<User> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * Whether {@code password} is that of the user; takes equally long if there is no such user, and for old and new
     * hashes.
     */
    public boolean verify(Optional<User> user, String password) {
        PasswordHash hash = user.map(User::password).orElse(nobody);
        return hash.matches(password, cost) && user.isPresent();
    }

    /** These users and {@code user}, who replaces one of the same name. */
    public Users with(User user) {
        var next = new TreeMap<>(byName);
        next.put(user.name(), user);
        return new Users(next);
    }

    /** These users without the one of this name. */
    public Users without(String name) {
        var next = new TreeMap<>(byName);
        next.remove(name);
        return new Users(next);
    }

    /**
     * Reads what {@link #lines} wrote.
     *
     * @throws IllegalArgumentException if it is something else; the message names the line and repeats no hash
     */
    static Users parse(List<String> lines) {
        if (lines.isEmpty() || !lines.getFirst().equals(HEAD)) {
            throw new IllegalArgumentException("line 1: expected '" + HEAD + "'");
        }
        var users = new TreeMap<String, User>();
        for (int i = 1; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.isBlank()) {
                continue;
            }
            try {
                User user = user(line);
                if (users.put(user.name(), user) != null) {
                    throw new IllegalArgumentException("the user " + user.name() + " is listed twice");
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("line " + (i + 1) + ": " + e.getMessage(), e);
            }
        }
        return new Users(users);
    }

    private static User user(String line) {
        String[] parts = line.split("\t", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("expected name, roles and hash between tabs");
        }
        List<String> roles = parts[1].isEmpty() ? List.of() : List.of(parts[1].split(",", -1));
        return new User(parts[0], roles, PasswordHash.parse(parts[2]));
    }

    /** The lines of the file: one a user. */
    List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(HEAD);
        for (User user : byName.values()) {
            lines.add(user.name() + "\t" + String.join(",", user.roles()) + "\t"
                    + user.password().text());
        }
        return lines;
    }
}
