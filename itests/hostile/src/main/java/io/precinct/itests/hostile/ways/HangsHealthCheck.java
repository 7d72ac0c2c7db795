package io.precinct.itests.hostile.ways;

import io.precinct.api.service.HealthCheck;
import java.util.concurrent.Semaphore;

/** Has a health check that never returns. */
public final class HangsHealthCheck extends OneRoute implements HealthCheck {
    private static final Semaphore NOBODYS = new Semaphore(0);

    @Override
    public String subject() {
        return "hostile";
    }

    @Override
    public Verdict check() {
        NOBODYS.acquireUninterruptibly();
        return Verdict.up("never said");
    }
}
