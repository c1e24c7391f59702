package dev.signalbox.demo.platform;

import dev.signalbox.demo.workload.ReceivedMessages;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One receiver of webhooks.
 *
 * @param code of its subscription, and its path
 * @param mode the order in which it gets the notices of a group
 */
record WebhookTarget(String code, String mode, Behaviour behaviour, ReceivedMessages received) {
    private static final int ERROR_ONE_IN = 40;
    private static final Duration SLOW_ANSWER = Duration.ofMillis(120);
    private static final int AWAY_EVERY_SECONDS = 30;
    private static final int AWAY_FROM_SECOND = 8;
    private static final int AWAY_UNTIL_SECOND = 13;
    static final int NO_CONTENT = 204;
    private static final int SERVER_ERROR = 500;
    private static final int UNAVAILABLE = 503;

    /** How a receiver misbehaves. */
    enum Behaviour {
        /** Answers 500 now and then: the attempt counts, and its group waits. */
        FAILS,
        /** Takes its time. */
        SLOW,
        /** Answers 503 for some seconds of each half minute: no attempt counts, and everything for it waits. */
        DIES
    }

    /** The three receivers of a run. */
    static List<WebhookTarget> all() {
        return List.of(
                new WebhookTarget("billing", "BLOCK_ON_ERROR", Behaviour.FAILS, new ReceivedMessages()),
                new WebhookTarget("analytics", "IMMEDIATE", Behaviour.SLOW, new ReceivedMessages()),
                new WebhookTarget("warehouse", "BLOCK_ON_ERROR", Behaviour.DIES, new ReceivedMessages()));
    }

    /** The status that a request gets this long after the start. */
    int status(Duration running) {
        return switch (behaviour) {
            case FAILS -> ThreadLocalRandom.current().nextInt(ERROR_ONE_IN) == 0 ? SERVER_ERROR : NO_CONTENT;
            case SLOW -> NO_CONTENT;
            case DIES -> isAway(running) ? UNAVAILABLE : NO_CONTENT;
        };
    }

    boolean isAway(Duration running) {
        long second = running.toSeconds() % AWAY_EVERY_SECONDS;
        return behaviour == Behaviour.DIES && second >= AWAY_FROM_SECOND && second < AWAY_UNTIL_SECOND;
    }

    Duration answerTime() {
        return behaviour == Behaviour.SLOW ? SLOW_ANSWER : Duration.ZERO;
    }

    /** Records the arrival of a notice. Without an order, each is a group of its own. */
    ReceivedMessages.Arrival add(long number, String group) {
        return received.add(number, mode.equals("IMMEDIATE") ? Long.valueOf(number) : group, number);
    }
}
