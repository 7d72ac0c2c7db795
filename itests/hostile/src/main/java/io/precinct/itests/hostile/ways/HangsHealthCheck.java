package io.precinct.itests.hostile.ways;

import io.precinct.api.service.HealthCheck;

/** Has a health check that never returns. */
public final class HangsHealthCheck extends HostileFamily implements HealthCheck {
    @Override
    public String subject() {
        return "hostile";
    }

    @Override
    public Verdict check() {
        waitForEver();
        return Verdict.up("never said");
    }
}
