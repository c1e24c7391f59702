package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingSection;
import dev.signalbox.runtime.settings.SettingValues;
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
    public SinkConfig read(SettingValues settingValues, String sink) {
        return new RabbitConfig(
                SinkSettings.read(settingValues, sink, RabbitSettings.BATCH_SIZE),
                connection(settingValues, sink),
                new RabbitConfig.Routing(
                        settingValues.read(RabbitSettings.EXCHANGE, sink).orElse(""),
                        settingValues.read(RabbitSettings.ROUTING_KEY, sink),
                        RabbitSettings.byValue(settingValues
                                .read(RabbitSettings.ROUTING_KEYS, sink)
                                .orElse(List.of()))),
                new RabbitConfig.Topology(
                        settingValues.read(RabbitSettings.DECLARE, sink),
                        settingValues.read(RabbitSettings.EXCHANGE_TYPE, sink),
                        settingValues.read(RabbitSettings.QUEUES, sink).orElse(List.of()),
                        settingValues.read(RabbitSettings.QUEUE_TYPE, sink),
                        settingValues.read(RabbitSettings.DEAD_LETTER_QUEUE, sink)),
                settingValues.read(RabbitSettings.BODY, sink),
                settingValues.read(SinkSettings.EVENT_HEADERS, sink),
                settingValues.read(RabbitSettings.STRICT_ORDER, sink),
                Math.toIntExact(settingValues.read(RabbitSettings.MAX_MESSAGE_BYTES, sink)));
    }

    private static RabbitConfig.Connection connection(SettingValues settingValues, String sink) {
        String addresses = SinkSettings.needed(settingValues, RabbitSettings.ADDRESSES, sink)
                .orElse("localhost:5672");
        return new RabbitConfig.Connection(
                List.of(addresses.split(",")),
                settingValues.read(RabbitSettings.VIRTUAL_HOST, sink),
                SinkSettings.needed(settingValues, RabbitSettings.USERNAME, sink)
                        .orElse("nobody"),
                SinkSettings.needed(settingValues, RabbitSettings.PASSWORD, sink)
                        .orElse(new Secret("")),
                RabbitSettings.TLS.read(settingValues, sink),
                settingValues.read(SinkSettings.CONNECT_TIMEOUT, sink, RabbitSettings.USUAL_CONNECT_TIMEOUT),
                settingValues.read(RabbitSettings.CONFIRM_TIMEOUT, sink),
                settingValues.read(RabbitSettings.HEARTBEAT, sink),
                settingValues.read(RabbitSettings.MAX_CHANNELS, sink));
    }
}
