package dev.signalbox.sink.rabbitmq;

import java.time.Duration;

/**
 * Time limits.
 *
 * @param connect for a connection to one address, and for each request before publishing
 * @param confirm for the broker's confirms; the end of the lease comes first
 * @param heartbeat the interval of heartbeats; zero for none
 */
public record RabbitTimeouts(Duration connect, Duration confirm, Duration heartbeat) {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    public static final RabbitTimeouts DEFAULTS =
            new RabbitTimeouts(Duration.ofSeconds(3), Duration.ofSeconds(8), Duration.ofSeconds(20));

    public RabbitTimeouts {
        check("connect time-out", connect, Duration.ofMillis(1));
        check("confirm time-out", confirm, Duration.ofMillis(1));
        check("heartbeat", heartbeat, Duration.ZERO);
        if (heartbeat.toMillisPart() != 0) {
            throw new IllegalArgumentException("the heartbeat of " + heartbeat + " is not in whole seconds");
        }
    }

    private static void check(String what, Duration time, Duration least) {
        if (time.compareTo(least) < 0 || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "the " + what + " is " + time + ": between " + least + " and " + LONGEST + " are allowed");
        }
    }
}
