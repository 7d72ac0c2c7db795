package org.example.units;

import io.precinct.api.service.HealthCheck;
import java.math.BigDecimal;
import java.util.List;
import org.osgi.service.component.annotations.Component;

/** Checks the table of units against well-known values, so that a bundle with a mistake in it is never admitted. */
@Component
public final class UnitTableCheck implements HealthCheck {
    private static final List<Fact> FACTS = List.of(
            new Fact("1", Unit.MILE, "1609.344", Unit.METRE),
            new Fact("12", Unit.INCH, "1", Unit.FOOT),
            new Fact("1", Unit.KILOMETRE, "1000000", Unit.MILLIMETRE),
            new Fact("16", Unit.OUNCE, "1", Unit.POUND),
            new Fact("1", Unit.KILOGRAM, "1000", Unit.GRAM),
            new Fact("212", Unit.FAHRENHEIT, "100", Unit.CELSIUS),
            new Fact("0", Unit.KELVIN, "-273.15", Unit.CELSIUS));

    private record Fact(String amount, Unit unit, String same, Unit other) {
        boolean holds() {
            return unit.in(other, new BigDecimal(amount)).compareTo(new BigDecimal(same)) == 0;
        }
    }

    @Override
    public String subject() {
        return "units";
    }

    @Override
    public Verdict check() {
        for (Fact fact : FACTS) {
            if (!fact.holds()) {
                return Verdict.down(fact.amount() + " " + fact.unit().symbol() + " is not "
                        + fact.unit().in(fact.other(), new BigDecimal(fact.amount())) + " "
                        + fact.other().symbol());
            }
        }
        return Verdict.up(FACTS.size() + " facts hold");
    }
}
