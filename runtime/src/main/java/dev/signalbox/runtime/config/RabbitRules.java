package dev.signalbox.runtime.config;

import dev.signalbox.sink.rabbitmq.RabbitSinkSettings;

/** Asks the sink what it thinks of settings for RabbitMQ. */
final class RabbitRules {
    private RabbitRules() {}

    /** For settings that stand elsewhere than below a sink. */
    static void checkEventOutbox(SettingValues settingValues, String sink, RabbitConfig rabbit) {
        refused(settingValues, EventOutboxSettings.ADDRESSES, "", () -> RabbitConfigMapping.broker(sink, rabbit));
        refused(
                settingValues,
                EventOutboxSettings.ROUTING_KEYS,
                "",
                () -> RabbitSinkSettings.of(rabbit.routing().exchange())
                        .withRouting(RabbitConfigMapping.routing(rabbit))
                        .withTopology(RabbitConfigMapping.topology(rabbit)));
    }

    static void check(SettingValues settingValues, String sink, RabbitConfig rabbit) {
        refused(settingValues, RabbitSettings.ADDRESSES, sink, () -> RabbitConfigMapping.broker(sink, rabbit));
        refused(settingValues, RabbitSettings.ROUTING_KEY, sink, () -> RabbitConfigMapping.routing(rabbit));
        refused(
                settingValues,
                RabbitSettings.QUEUES,
                sink,
                () -> RabbitSinkSettings.of(rabbit.routing().exchange())
                        .withTopology(RabbitConfigMapping.topology(rabbit)));
        boolean declares = rabbit.topology().declared();
        for (Setting<?> setting : new Setting<?>[] {
            RabbitSettings.QUEUES,
            RabbitSettings.QUEUE_TYPE,
            RabbitSettings.DEAD_LETTER_QUEUE,
            RabbitSettings.EXCHANGE_TYPE
        }) {
            if (!declares && settingValues.isGiven(setting, sink)) {
                settingValues.contradiction(setting, sink, "means nothing while declare is false");
            }
        }
        rabbit.topology().deadLetterQueue().ifPresent(name -> {
            if (!name.contains(RabbitConfigMapping.QUEUE)
                    && rabbit.topology().queues().size() > 1) {
                settingValues.contradiction(
                        RabbitSettings.DEAD_LETTER_QUEUE, sink, "needs {queue} in it where there are several queues");
            }
        });
    }

    private static void refused(SettingValues settingValues, Setting<?> setting, String sink, Runnable attempt) {
        try {
            attempt.run();
        } catch (IllegalArgumentException e) {
            settingValues.contradiction(setting, sink, String.valueOf(e.getMessage()));
        }
    }
}
