package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.sink.rabbitmq.RabbitSinkSettings;

/** Lets the sink validate settings for RabbitMQ. */
public final class RabbitRules {
    private RabbitRules() {}

    /**
     * Checks a broker whose settings are not below a sink.
     *
     * @param connection the setting to report for problems of the connection
     * @param routing the setting to report for problems of routing keys and queues
     */
    public static void check(
            SettingValues settingValues, RabbitConfig rabbit, Setting<?> connection, Setting<?> routing) {
        SinkSettings.judge(settingValues, connection, "", () -> RabbitTopologySettings.broker(rabbit));
        SinkSettings.judge(
                settingValues,
                routing,
                "",
                () -> RabbitSinkSettings.of(rabbit.routing().exchange())
                        .withRouting(RabbitTopologySettings.routing(rabbit))
                        .withTopology(RabbitTopologySettings.topology(rabbit)));
    }

    static void check(SettingValues settingValues, RabbitConfig rabbit) {
        String sink = rabbit.name();
        SinkSettings.judge(settingValues, RabbitSettings.ADDRESSES, sink, () -> RabbitTopologySettings.broker(rabbit));
        SinkSettings.judge(
                settingValues, RabbitSettings.ROUTING_KEY, sink, () -> RabbitTopologySettings.routing(rabbit));
        SinkSettings.judge(
                settingValues,
                RabbitSettings.QUEUES,
                sink,
                () -> RabbitSinkSettings.of(rabbit.routing().exchange())
                        .withTopology(RabbitTopologySettings.topology(rabbit)));
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
            if (!name.contains(RabbitTopologySettings.QUEUE)
                    && rabbit.topology().queues().size() > 1) {
                settingValues.contradiction(
                        RabbitSettings.DEAD_LETTER_QUEUE, sink, "needs {queue} in it where there are several queues");
            }
        });
    }
}
