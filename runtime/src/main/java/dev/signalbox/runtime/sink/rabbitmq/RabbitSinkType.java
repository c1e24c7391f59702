package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingSection;
import dev.signalbox.runtime.settings.Values;
import dev.signalbox.runtime.sink.SinkCapability;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.SinkType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A RabbitMQ broker. */
public final class RabbitSinkType implements SinkType {
    public static final RabbitSinkType INSTANCE = new RabbitSinkType();

    private RabbitSinkType() {}

    @Override
    public String name() {
        return "rabbitmq";
    }

    @Override
    public Set<SinkCapability> capabilities() {
        return Set.of();
    }

    @Override
    public List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>(RabbitSettings.ALL);
        settings.addAll(List.of(SinkSettings.CONNECT_TIMEOUT, SinkSettings.EVENT_HEADERS));
        return settings;
    }

    @Override
    public SettingSection section() {
        return new SettingSection(
                "Sinks of type `rabbitmq`",
                "See [RabbitMQ](sinks/rabbitmq.md) for what they mean. `connect-timeout` and `event-headers` are as above.\n",
                RabbitSettings.ALL);
    }

    @Override
    public SinkConfig read(Values values, String sink) {
        return new RabbitConfig(
                SinkSettings.read(values, sink, RabbitSettings.BATCH_SIZE),
                connection(values, sink),
                new RabbitConfig.Routing(
                        values.read(RabbitSettings.EXCHANGE, sink).orElse(""),
                        values.read(RabbitSettings.ROUTING_KEY, sink),
                        RabbitSettings.byValue(
                                values.read(RabbitSettings.ROUTING_KEYS, sink).orElse(List.of()))),
                new RabbitConfig.Topology(
                        values.read(RabbitSettings.DECLARE, sink),
                        values.read(RabbitSettings.EXCHANGE_TYPE, sink),
                        values.read(RabbitSettings.QUEUES, sink).orElse(List.of()),
                        values.read(RabbitSettings.QUEUE_TYPE, sink),
                        values.read(RabbitSettings.DEAD_LETTER_QUEUE, sink)),
                values.read(RabbitSettings.BODY, sink),
                values.read(SinkSettings.EVENT_HEADERS, sink),
                values.read(RabbitSettings.STRICT_ORDER, sink),
                Math.toIntExact(values.read(RabbitSettings.MAX_MESSAGE_BYTES, sink)));
    }

    private static RabbitConfig.Connection connection(Values values, String sink) {
        String addresses =
                SinkSettings.needed(values, RabbitSettings.ADDRESSES, sink).orElse("localhost:5672");
        return new RabbitConfig.Connection(
                List.of(addresses.split(",")),
                values.read(RabbitSettings.VIRTUAL_HOST, sink),
                SinkSettings.needed(values, RabbitSettings.USERNAME, sink).orElse("nobody"),
                SinkSettings.needed(values, RabbitSettings.PASSWORD, sink).orElse(new Secret("")),
                RabbitSettings.TLS.read(values, sink),
                values.read(SinkSettings.CONNECT_TIMEOUT, sink, RabbitSettings.USUAL_CONNECT_TIMEOUT),
                values.read(RabbitSettings.CONFIRM_TIMEOUT, sink),
                values.read(RabbitSettings.HEARTBEAT, sink),
                values.read(RabbitSettings.MAX_CHANNELS, sink));
    }
}
