package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.Values;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.sink.rabbitmq.RabbitSinkSettings;

/** Asks the sink what it thinks of settings for RabbitMQ. */
public final class RabbitRules {
    private RabbitRules() {}

    /**
     * Checks a broker whose settings stand elsewhere than below a sink.
     *
     * @param connection the setting that is to blame for what is wrong with the connection
     * @param routing the same for routing keys and queues
     */
    public static void check(Values values, RabbitConfig rabbit, Setting<?> connection, Setting<?> routing) {
        SinkSettings.judge(values, connection, "", () -> RabbitTerms.broker(rabbit));
        SinkSettings.judge(
                values,
                routing,
                "",
                () -> RabbitSinkSettings.of(rabbit.routing().exchange())
                        .withRouting(RabbitTerms.routing(rabbit))
                        .withTopology(RabbitTerms.topology(rabbit)));
    }

    static void check(Values values, RabbitConfig rabbit) {
        String sink = rabbit.name();
        SinkSettings.judge(values, RabbitSettings.ADDRESSES, sink, () -> RabbitTerms.broker(rabbit));
        SinkSettings.judge(values, RabbitSettings.ROUTING_KEY, sink, () -> RabbitTerms.routing(rabbit));
        SinkSettings.judge(
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
}
