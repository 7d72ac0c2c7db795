package org.example.units;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryName;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.api.shape.Shape;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/** Converts {@code ?amount=} from one unit to another: {@code GET /convert/:from/:to}. Without state. */
@Component
@BoundaryName("convert")
public final class Convert implements Boundary {
    private static final Map<String, List<String>> A_UNIT = Map.of("any", Unit.symbols());

    @Override
    public Declaration declaration() {
        return Declaration.terminal()
                .reads("params", Shape.fields("from", A_UNIT, "to", A_UNIT))
                .reads("query", Shape.fields("amount", Map.of("matches", "^-?[0-9]{1,12}([.][0-9]{1,12})?$")))
                .writes("amount", true)
                .writes("from", A_UNIT)
                .writes("result", true)
                .writes("to", A_UNIT)
                .describedAs("Converts an amount from one unit to another.")
                .build();
    }

    @Override
    public Outcome cross(Input input) {
        // Both shapes were checked, so neither the units nor the amount can be wrong here.
        Unit from = Unit.of(input.params().text("from"));
        Unit to = Unit.of(input.params().text("to"));
        if (from.quantity() != to.quantity()) {
            return Denial.of(
                            422,
                            from.symbol() + " measures " + nameOf(from) + ", and " + to.symbol() + " " + nameOf(to))
                    .requiring("units of one quantity");
        }
        var amount = new BigDecimal(input.query().text("amount"));
        return Reply.ok(Data.map(
                "amount", amount,
                "from", from.symbol(),
                "result", from.in(to, amount),
                "to", to.symbol()));
    }

    private static String nameOf(Unit unit) {
        return unit.quantity().name().toLowerCase(Locale.ROOT);
    }
}
