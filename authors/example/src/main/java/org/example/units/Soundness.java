package org.example.units;

import io.precinct.api.service.HealthCheck;
import java.math.BigDecimal;
import org.osgi.service.component.annotations.Component;

/** Every unit converts there and back: a table with a slip in it never takes a request. */
@Component
public final class Soundness implements HealthCheck {
    @Override
    public String subject() {
        return "units";
    }

    @Override
    public Verdict check() {
        for (Unit unit : Unit.values()) {
            for (Unit other : Unit.values()) {
                if (unit.quantity() == other.quantity() && !thereAndBack(unit, other)) {
                    return Verdict.down(unit.symbol() + " to " + other.symbol() + " and back is another amount");
                }
            }
        }
        return Verdict.up(Unit.values().length + " units convert there and back");
    }

    private static boolean thereAndBack(Unit unit, Unit other) {
        BigDecimal back = other.in(unit, unit.in(other, BigDecimal.ONE));
        return back.subtract(BigDecimal.ONE).abs().compareTo(new BigDecimal("0.00001")) < 0;
    }
}
