package org.example.units;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;

/** Units of measurement. A value in the base unit of its quantity is {@code (value + offset) * factor}. */
enum Unit {
    MILLIMETRE("mm", Quantity.LENGTH, "0.001", "0"),
    CENTIMETRE("cm", Quantity.LENGTH, "0.01", "0"),
    METRE("m", Quantity.LENGTH, "1", "0"),
    KILOMETRE("km", Quantity.LENGTH, "1000", "0"),
    INCH("in", Quantity.LENGTH, "0.0254", "0"),
    FOOT("ft", Quantity.LENGTH, "0.3048", "0"),
    MILE("mi", Quantity.LENGTH, "1609.344", "0"),
    GRAM("g", Quantity.MASS, "0.001", "0"),
    KILOGRAM("kg", Quantity.MASS, "1", "0"),
    OUNCE("oz", Quantity.MASS, "0.028349523125", "0"),
    POUND("lb", Quantity.MASS, "0.45359237", "0"),
    KELVIN("K", Quantity.TEMPERATURE, "1", "0"),
    CELSIUS("C", Quantity.TEMPERATURE, "1", "273.15"),
    FAHRENHEIT("F", Quantity.TEMPERATURE, "0.55555555555555555555555555555556", "459.67");

    /** The quantity that a unit measures. */
    enum Quantity {
        LENGTH,
        MASS,
        TEMPERATURE
    }

    /** Digits of a result: more than any measurement has, fewer than a JSON number keeps. */
    private static final MathContext SHOWN = new MathContext(10);

    private final String symbol;
    private final Quantity quantity;
    private final BigDecimal factor;
    private final BigDecimal offset;

    Unit(String symbol, Quantity quantity, String factor, String offset) {
        this.symbol = symbol;
        this.quantity = quantity;
        this.factor = new BigDecimal(factor);
        this.offset = new BigDecimal(offset);
    }

    /** The unit of this symbol, which is one of {@link #symbols}. */
    static Unit of(String symbol) {
        return Arrays.stream(values())
                .filter(unit -> unit.symbol.equals(symbol))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no unit " + symbol + "; there are " + symbols()));
    }

    static List<String> symbols() {
        return Arrays.stream(values()).map(Unit::symbol).toList();
    }

    String symbol() {
        return symbol;
    }

    Quantity quantity() {
        return quantity;
    }

    /** Converts {@code amount} of this unit to {@code other}, a unit of the same quantity. */
    BigDecimal in(Unit other, BigDecimal amount) {
        BigDecimal base = amount.add(offset).multiply(factor);
        BigDecimal result = base.divide(other.factor, MathContext.DECIMAL128).subtract(other.offset);
        return new BigDecimal(result.round(SHOWN).stripTrailingZeros().toPlainString());
    }
}
