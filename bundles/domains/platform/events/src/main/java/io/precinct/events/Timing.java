package io.precinct.events;

import java.time.Duration;

/**
 * The intervals and time limits of the hub.
 *
 * @param kept how long events are kept for clients that resume
 * @param heartbeat how often a comment is sent to keep idle connections open
 * @param look how often the table is polled without a notification, for events of a node that died before it numbered
 *     them
 * @param gather shortest time between two numberings, so that a busy node numbers many events at once
 * @param expiry how often old events are removed
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
