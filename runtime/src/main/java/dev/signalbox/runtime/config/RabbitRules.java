package dev.signalbox.runtime.config;

import dev.signalbox.sink.rabbitmq.RabbitSinkSettings;

/** Asks the sink what it thinks of settings for RabbitMQ. */
final class RabbitRules {
    private RabbitRules() {}

    /** For settings that stand elsewhere than below a sink. */
    static void checkTerms(Values values, String sink, RabbitConfig rabbit) {
        refused(values, SeedFourSettings.ADDRESSES, "", () -> RabbitTerms.broker(sink, rabbit));
        refused(
                values,
                SeedFourSettings.ROUTING_KEYS,
                "",
                () -> RabbitSinkSettings.of(rabbit.routing().exchange())
                        .withRouting(RabbitTerms.routing(rabbit))
                        .withTopology(RabbitTerms.topology(rabbit)));
    }

    static void check(Values values, String sink, RabbitConfig rabbit) {
        refused(values, RabbitSettings.ADDRESSES, sink, () -> RabbitTerms.broker(sink, rabbit));
        refused(values, RabbitSettings.ROUTING_KEY, sink, () -> RabbitTerms.routing(rabbit));
        refused(
                values,
                RabbitSettings.QUEUES,
                sink,
                () -> RabbitSinkSettings.of(rabbit.routing().exchange()).withTopology(RabbitTerms.topology(rabbit)));
        boolean declares = rabbit.topology().declared();
        for (Setting<?> setting : new Setting<?>[] {
            RabbitSettings.QUEUES,
            RabbitSettings.QUEUE_TYPE,
            RabbitSettings.DEAD_LETTER_QUEUE,
            RabbitSettings.EXCHANGE_TYPE
        }) {
            if (!declares && values.isGiven(setting, sink)) {
                values.contradiction(setting, sink, "means nothing while declare is false");
            }
        }
        rabbit.topology().deadLetterQueue().ifPresent(name -> {
            if (!name.contains(RabbitTerms.QUEUE) && rabbit.topology().queues().size() > 1) {
                values.contradiction(
                        RabbitSettings.DEAD_LETTER_QUEUE, sink, "needs {queue} in it where there are several queues");
            }
        });
    }

    private static void refused(Values values, Setting<?> setting, String sink, Runnable attempt) {
        try {
            attempt.run();
        } catch (IllegalArgumentException e) {
            values.contradiction(setting, sink, String.valueOf(e.getMessage()));
        }
    }
}
