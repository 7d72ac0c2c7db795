package io.precinct.launcher.command;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.client.AdminAnswer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The records of deployments in a data folder on which no instance runs. What a command changes takes effect with the
 * next start.
 */
record OfflineDeployments(Maintenance maintenance) {
    private static final int GOOD = 200;
    private static final int REFUSED = 422;

    static OfflineDeployments read(Arguments arguments, Installation installation) throws WrongUsage {
        return new OfflineDeployments(Maintenance.read(arguments, installation));
    }

    /**
     * Executes a command; the answer is what a running instance would answer.
     *
     * @param action the word of the command
     * @param bundle symbolic name, or null for all
     */
    AdminAnswer execute(Console console, String action, @Nullable String bundle, boolean force)
            throws Failure, WrongUsage, InterruptedException {
        console.progress("no instance runs on " + maintenance.data() + "; its records are used");
        String answer =
                maintenance.deployments(Json.compact(Data.map("action", action, "bundle", bundle, "force", force)));
        byte[] body = answer.getBytes(StandardCharsets.UTF_8);
        var received = new AdminAnswer(maintenance.data().toUri(), GOOD, body);
        Map<String, @Nullable Object> members = received.members();
        boolean good = !members.containsKey("error") && !"refused".equals(members.get("result"));
        return good ? received : new AdminAnswer(maintenance.data().toUri(), REFUSED, body);
    }
}
