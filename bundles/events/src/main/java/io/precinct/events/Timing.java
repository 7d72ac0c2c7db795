package io.precinct.events;

import java.time.Duration;

/**
 * The hub's times.
 *
 * @param kept how long events are kept for clients that resume
 * @param heartbeat after which time a silent client gets a comment
 * @param look how often the table is looked at without being woken: for events of a node that died before it numbered them
 * @param gather least time between two numberings, so that a busy node numbers many events at once
 * @param expiry how often old events are looked for
 * @param ready how long to wait for the database at the start
 */
record Timing(Duration kept, Duration heartbeat, Duration look, Duration gather, Duration expiry, Duration ready) {
    static final Timing DEFAULTS = new Timing(
            Duration.ofDays(7),
            Duration.ofSeconds(15),
            Duration.ofSeconds(1),
            Duration.ofMillis(10),
            Duration.ofMinutes(5),
            Duration.ofSeconds(3));
}
