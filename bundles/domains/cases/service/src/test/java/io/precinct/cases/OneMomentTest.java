package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.record.Actor;
import io.precinct.cases.record.EventType;
import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A response contains a case with the notes of the same version, even if the case changes while it is read. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class OneMomentTest {
    @ClassFixture
    private static CasesFixture fixture;

    /** Returns the response to a request that waits for this table while another transaction writes a note. */
    private static TestAnswer noteWhileWaitingFor(String table, String id, Callable<TestAnswer> request)
            throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<TestAnswer> answer = fixture.database().write(transaction -> {
                transaction.execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
                Future<TestAnswer> waiting = threads.submit(request);
                fixture.awaitBlocked(1);
                var mutation = fixture.services().mutation(transaction, Actor.local("kim"));
                mutation.openForNote(id).note(EventType.NOTE_ADDED, "meanwhile");
                mutation.finish();
                return waiting;
            });
            return answer.get();
        }
    }

    private static void hasTheNotesOfItsVersion(Object task) {
        Map<String, Object> members = RegisterTest.map(task);
        assertThat(members).containsEntry("version", 2L);
        assertThat((List<?>) members.get("investigation_notes")).hasSize(2);
    }

    @Test
    void whatIsPulled() throws Exception {
        String id = fixture.create("pulled");
        TestAnswer answer =
                noteWhileWaitingFor("cases.task", id, () -> fixture.post("/api/sync/pull", Map.of("ids", List.of(id))));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        hasTheNotesOfItsVersion(((List<?>) answer.json().get("tasks")).getFirst());
    }

    @Test
    void whatIsExported() throws Exception {
        String id = fixture.create("exported");
        TestAnswer answer = noteWhileWaitingFor("cases.note", id, () -> fixture.post("/api/tasks/" + id + "/export"));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        hasTheNotesOfItsVersion(answer.json().get("task"));
        assertThat(RegisterTest.map(answer.json().get("artifact"))).containsEntry("version", 2L);
    }
}
