package io.precinct.launcher.command;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.common.spelling.Suggestions;
import io.precinct.http.users.PasswordHash;
import io.precinct.http.users.User;
import io.precinct.http.users.Users;
import io.precinct.http.users.UsersFile;
import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Option;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.Syntax.Operand;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.client.TextLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Administers the users of the gateway, in a file that a running instance rereads at its next request.
 *
 * @param action what to do
 * @param places the folders with the file and with the names of roles
 * @param name name of the user; empty if the action takes none
 * @param roles roles that the action gives to the user
 * @param json whether a list is printed as JSON
 */
record GatewayUsers(Action action, Places places, String name, List<String> roles, boolean json) implements Command {
    private static final Option GRANTED = Option.repeatable("--role", "ROLE", "a role of the user");
    private static final Option AS_JSON = Option.flag("--json", "prints JSON");

    /**
     * The folders that the command uses.
     *
     * @param config the configuration folder
     * @param data the data folder
     */
    record Places(Installation installation, Path config, Path data) {}

    /** The actions of the command. */
    enum Action {
        ADD("adds a user of the gateway; the password is read from stdin", GRANTED),
        LIST("lists the users of the gateway with their roles", AS_JSON),
        REMOVE("removes a user of the gateway"),
        PASSWD("changes a user's password, which is read from stdin"),
        ROLE("gives a user exactly these roles; without one, takes all away", GRANTED);

        private final String summary;
        private final List<Option> options = new ArrayList<>();

        Action(String summary, Option... options) {
            this.summary = summary;
            this.options.addAll(List.of(options));
            this.options.add(CommonOptions.CONFIG);
            this.options.add(CommonOptions.DATA);
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The command. */
        CommandType type() {
            return new CommandType(
                    new Syntax("user " + word(), summary, operands(), options),
                    (arguments, installation) -> read(this, arguments, installation));
        }

        private List<Operand> operands() {
            Operand name = Operand.required("NAME");
            return switch (this) {
                case LIST -> List.of();
                case ROLE -> List.of(name, Operand.repeatable("ROLE"));
                case ADD, REMOVE, PASSWD -> List.of(name);
            };
        }
    }

    private static GatewayUsers read(Action action, Arguments arguments, Installation installation) throws WrongUsage {
        return new GatewayUsers(
                action,
                new Places(
                        installation,
                        CommonOptions.config(arguments, installation),
                        CommonOptions.data(arguments, installation)),
                arguments.operand(0).orElse(""),
                roles(arguments),
                arguments.has(AS_JSON.name()));
    }

    /** The roles given as operands and as options, each once. */
    private static List<String> roles(Arguments arguments) {
        return Stream.concat(arguments.operandsFrom(1).stream(), arguments.values(GRANTED.name()).stream())
                .distinct()
                .toList();
    }

    @Override
    public int execute(Console console) throws Failure {
        UsersFile file = UsersFile.below(places.data());
        try {
            if (action == Action.LIST) {
                show(console, file.read());
            } else {
                change(console, file);
            }
            return DONE;
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw Failure.of("cannot use the users in " + file.path() + " (--data names another folder)", e);
        }
    }

    private void change(Console console, UsersFile file) throws Failure, IOException {
        switch (action) {
            case ADD -> {
                checkRoles();
                // Checked before the password prompt, and again with the lock held, because others may add users
                // meanwhile.
                requireNew(file.read());
                User user = new User(name, roles, Password.read(console));
                file.change(users -> requireNew(users).with(user));
                console.out().println("added " + text(user));
            }
            case PASSWD -> {
                require(file.read());
                PasswordHash password = Password.read(console);
                file.change(users -> users.with(require(users).withPassword(password)));
                console.out().println("changed the password of " + name);
            }
            case ROLE -> {
                checkRoles();
                Users users = file.change(before -> before.with(require(before).withRoles(roles)));
                console.out().println("changed " + text(require(users)));
            }
            case REMOVE -> {
                file.change(users -> users.without(require(users).name()));
                console.out().println("removed " + name);
            }
            case LIST -> throw new IllegalStateException("a list changes nothing");
        }
    }

    private void checkRoles() throws Failure {
        KnownRoles.check(places.installation(), places.config(), places.data(), roles);
    }

    private Users requireNew(Users users) throws Failure {
        if (users.find(name).isPresent()) {
            throw new Failure("there is a user " + name + " already; precinct user passwd " + name
                    + " changes the password, precinct user role " + name + " the roles");
        }
        return users;
    }

    private User require(Users users) throws Failure {
        return users.find(name)
                .orElseThrow(() -> new Failure("there is no user " + name
                        + Suggestions.ending(
                                name, users.all().stream().map(User::name).toList())));
    }

    private static String text(User user) {
        return user.name()
                + (user.roles().isEmpty() ? ", without roles" : ", roles " + String.join(", ", user.roles()));
    }

    private void show(Console console, Users users) {
        var rows = users.all().stream()
                .map(user -> Data.map("name", user.name(), "roles", user.roles()))
                .toList();
        if (json) {
            console.out().println(Json.compact(Data.map("users", rows)));
        } else if (rows.isEmpty()) {
            console.out().println("no users; precinct user add NAME adds one");
        } else {
            console.out().println(TextLayout.table(rows).stripTrailing());
        }
    }
}
