package io.precinct.itests.hostile.ways;

import io.precinct.api.service.HealthCheck;
import java.util.concurrent.Semaphore;

/** Answers no question about its health. */
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
