package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import java.math.BigInteger;

/** Computes powers with millions of digits, one after the other, each in a call that nothing interrupts. */
public final class RaisesPowers extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        boolean odd = true;
        for (int base = 3; base < 10_000; base += 2) {
            odd &= BigInteger.valueOf(base).pow(10_000_000).testBit(0);
        }
        return odd ? done() : Reply.empty(204);
    }
}
