package io.precinct.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Boundary;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.junit.PaxExam;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleWiring;

/** Tests that a bundle which is stopped leaves nothing behind, except for requests that finish on it. */
@RunWith(PaxExam.class)
public class LifecycleTest {
    private final Container container = new Container();

    @Test
    public void aStoppedBundleReleasesItsBoundaryAndAnUninstalledOneItsClassLoader() throws Exception {
        Bundle resident = container.install("resident", PluginJar.answering("resident", "1.0.0", "here", 0));
        resident.start();
        Http.Answer traced = container.http().get("/resident", "X-Service-Trace", "1", "X-Service-Seal", "leaves");
        assertThat(traced.text()).contains("\"generation\":\"here\"");
        WeakReference<Object> instance = instance(resident);
        var loader = new WeakReference<>(resident.adapt(BundleWiring.class).getClassLoader());

        resident.stop();
        collected(instance, "the boundary of a stopped bundle");
        resident.uninstall();
        collected(loader, "the class loader of an uninstalled bundle");
    }

    private WeakReference<Object> instance(Bundle bundle) {
        ServiceReference<?> reference = bundle.getRegisteredServices()[0];
        Object boundary = container.context().getService(reference);
        assertThat(boundary).isInstanceOf(Boundary.class);
        container.context().ungetService(reference);
        return new WeakReference<>(boundary);
    }

    private static void collected(WeakReference<?> reference, String what) {
        Eventually.until(what + " is collected", () -> {
            System.gc();
            return reference.refersTo(null);
        });
    }

    @Test
    public void aRequestInFlightFinishesOnTheBundleItBeganWith() throws Exception {
        var in = new Semaphore(0);
        var out = new Semaphore(0);
        System.getProperties().put("test.patient.in", in);
        System.getProperties().put("test.patient.out", out);
        Bundle patient = container.install("patient", SmallBundles.patient("1.0.0"));
        try {
            patient.start();
            Http http = container.http();
            var answer = CompletableFuture.supplyAsync(() -> http.get("/patient?wait=1"), Thread::startVirtualThread);
            in.acquire();
            var stopped = CompletableFuture.runAsync(() -> stop(patient), Thread::startVirtualThread);
            Eventually.untilAsserted(
                    "new requests are refused",
                    () -> assertThat(http.get("/patient").status()).isEqualTo(503));
            assertThat(answer).isNotDone();
            out.release();

            assertThat(answer.get().text()).contains("\"generation\":\"1.0.0\"");
            stopped.get();
        } finally {
            out.release();
            patient.uninstall();
            System.getProperties().remove("test.patient.in");
            System.getProperties().remove("test.patient.out");
        }
    }

    private static void stop(Bundle bundle) {
        try {
            bundle.stop();
        } catch (org.osgi.framework.BundleException e) {
            throw new IllegalStateException(e);
        }
    }
}
