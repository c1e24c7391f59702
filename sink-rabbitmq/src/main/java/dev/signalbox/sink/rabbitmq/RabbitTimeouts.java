package dev.signalbox.sink.rabbitmq;

import java.time.Duration;

/**
 * How long things may take.
 *
 * @param connect a connection to one address, and each question that is asked before something is published
 * @param confirm how long the broker may take to confirm what was published; the end of the lease comes first
 * @param heartbeat how often the two sides show that they live; zero for never
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

    public RabbitTimeouts withConnect(Duration time) {
        return new RabbitTimeouts(time, confirm, heartbeat);
    }

    public RabbitTimeouts withConfirm(Duration time) {
        return new RabbitTimeouts(connect, time, heartbeat);
    }

    public RabbitTimeouts withHeartbeat(Duration time) {
        return new RabbitTimeouts(connect, confirm, time);
    }
}
