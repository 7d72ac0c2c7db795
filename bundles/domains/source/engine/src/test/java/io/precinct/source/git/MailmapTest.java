package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.History.Person;
import io.precinct.source.testing.GitFolder;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.lib.PersonIdent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That people are called as git calls them. */
class MailmapTest {
    private static final String MAP = """
            # Ada Comment <ada@old.org>
            Ada Lovelace <ada@old.org>
            <ada@example.org> <ada@older.org>
            Ada King <ada@example.org> <ADA@work.org>
            Grace Hopper <grace@example.org> grace <shared@lab.org>
              Alan Turing   <alan@example.org>   Alan M.   <Shared@Lab.org>
            The Lab <lab@example.org> <shared@lab.org>
            Nobody <> <empty@old.org>
            Empty Old <emptyold@example.org> <>
            Only a name
            <only@address.org>
            Broken <broken@old.org
            Zoë <zoe@example.org> Zoe <zoe@old.org>
            Later <ada@old.org>
            <later@example.org> <ada@old.org>\t# a comment behind
            Nested <a<b@example.org> <nested@old.org>
            Same <same@example.org> Same <same@old.org>
            """;

    private static final List<String> NAMES =
            List.of("Ada", "ada", "GRACE", "Alan M.", "Alan  M.", "Zoe", "Zoë", "Same", "Somebody Else");

    private static final List<String> ADDRESSES = List.of(
            "ada@old.org",
            "Ada@Older.org",
            "ada@work.org",
            "shared@lab.org",
            "empty@old.org",
            "only@address.org",
            "broken@old.org",
            "zoe@old.org",
            "nested@old.org",
            "same@old.org",
            "ada@example.org",
            "unknown@example.org");

    @TempDir
    Path folder;

    @Test
    void peopleAreCalledAsGitCallsThem() {
        var identities = new ArrayList<String>();
        var ours = new ArrayList<String>();
        Mailmap map = Mailmap.of(MAP);
        for (String name : NAMES) {
            for (String address : ADDRESSES) {
                identities.add(name + " <" + address + ">");
                Person person = map.person(new PersonIdent(name, address, Instant.EPOCH, ZoneOffset.UTC));
                ours.add(person.name() + " <" + person.email() + ">");
            }
        }
        var git = new GitFolder(folder).write(".mailmap", MAP);
        var command = new ArrayList<>(List.of("check-mailmap"));
        command.addAll(identities);
        assertThat(ours).isEqualTo(git.git(command.toArray(String[]::new)));
        assertThat(ours).isNotEqualTo(identities);
    }
}
