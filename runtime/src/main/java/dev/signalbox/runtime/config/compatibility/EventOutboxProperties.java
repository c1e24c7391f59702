package dev.signalbox.runtime.config.compatibility;

import dev.signalbox.core.delivery.Backoff;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.runtime.config.relay.OutboxConfig;
import dev.signalbox.runtime.config.relay.OutboxConfigReader;
import dev.signalbox.runtime.config.relay.OutboxSettings;
import dev.signalbox.runtime.config.relay.OutboxTableRules;
import dev.signalbox.runtime.config.relay.PollSettings;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.relay.RelaySettings;
import dev.signalbox.runtime.config.source.DatabaseKind;
import dev.signalbox.runtime.config.source.DatabaseRules;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.config.source.SourceConfigReader;
import dev.signalbox.runtime.config.source.SourceSettings;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.rabbitmq.RabbitConfig;
import dev.signalbox.runtime.sink.rabbitmq.RabbitSettings;
import dev.signalbox.sink.rabbitmq.BrokerAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts the settings of an event outbox producer to one source, one sink and one relay. */
public final class EventOutboxProperties {
    static final String SOURCE = "event-outbox";
    static final String SINK = "rabbitmq";
    static final String RELAY = "notifications";

    /** The default user and password of Spring Boot, which RabbitMQ accepts from localhost. */
    private static final Secret GUEST = new Secret("guest");

    private final SettingValues settingValues;

    public EventOutboxProperties(SettingValues settingValues) {
        this.settingValues = settingValues;
    }

    /** The equivalent Signalbox configuration of such a file. */
    public record EquivalentConfig(SourceConfig source, RabbitConfig sink, RelayConfig relay, List<String> warnings) {}

    public EquivalentConfig equivalent() {
        settingValues.check(EventOutboxSettings.ALL);
        SourceConfig source = source();
        RabbitConfig sink = rabbit();
        RelayConfig relay = relay(sink);
        check(source, relay);
        return new EquivalentConfig(source, sink, relay, warnings());
    }

    private void check(SourceConfig source, RelayConfig relay) {
        DatabaseRules rules = new DatabaseRules(settingValues);
        if (!settingValues.isSound(EventOutboxSettings.DATABASE_URL, "")) {
            return;
        }
        if (source.kind() == DatabaseKind.MONGODB) {
            settingValues.contradiction(
                    EventOutboxSettings.DATABASE_URL, "", "must be the address of PostgreSQL, MySQL or MariaDB");
            return;
        }
        rules.checkSource(
                source,
                new DatabaseRules.SourceKeys(
                        EventOutboxSettings.DATABASE_URL,
                        EventOutboxSettings.DATABASE_USERNAME,
                        EventOutboxSettings.DATABASE_PASSWORD,
                        EventOutboxSettings.DATABASE_URL),
                "");
        new OutboxTableRules(settingValues).checkTable(relay, source.kind(), EventOutboxSettings.TABLE, "");
    }

    private SourceConfig source() {
        String url = settingValues.read(EventOutboxSettings.DATABASE_URL);
        return new SourceConfig(
                SOURCE,
                url,
                SourceConfigReader.user(url, settingValues.read(EventOutboxSettings.DATABASE_USERNAME)),
                SourceConfigReader.password(url, settingValues.read(EventOutboxSettings.DATABASE_PASSWORD)),
                Optional.empty(),
                SourceSettings.POOL_SIZE.defaultValue(),
                SourceSettings.COORDINATION.defaultValue(),
                SourceSettings.LEASE_TTL.defaultValue(),
                SourceSettings.WAKE_UP.defaultValue(),
                SourceSettings.CONNECT_TIMEOUT.defaultValue(),
                SourceSettings.STATEMENT_TIMEOUT.defaultValue(),
                settingValues.read(EventOutboxSettings.INITIAL_DELAY));
    }

    private RabbitConfig rabbit() {
        Map<String, String> keys = RabbitSettings.byValue(settingValues.read(EventOutboxSettings.ROUTING_KEYS));
        return new RabbitConfig(
                new SinkConfig.Common(
                        SINK,
                        new SinkConfig.Limits(
                                RabbitSettings.BATCH_SIZE,
                                SinkSettings.BATCH_BYTES.defaultValue(),
                                SinkSettings.MAX_CONCURRENT_REQUESTS.defaultValue()),
                        SinkSettings.RETRY_AFTER_CAP.defaultValue()),
                connection(),
                new RabbitConfig.Routing(settingValues.read(EventOutboxSettings.EXCHANGE), "{aggregateType}", keys),
                new RabbitConfig.Topology(
                        true,
                        RabbitConfig.ExchangeType.TOPIC,
                        keys.values().stream()
                                .distinct()
                                .map(key -> key + "=" + key)
                                .toList(),
                        settingValues.read(EventOutboxSettings.QUEUE_TYPE),
                        settingValues.read(EventOutboxSettings.DEAD_LETTER_QUEUE)),
                RabbitConfig.Body.EVENT,
                false,
                false,
                Math.toIntExact(RabbitSettings.MAX_MESSAGE_BYTES.defaultValue()));
    }

    private RabbitConfig.Connection connection() {
        Optional<RabbitConfig.Tls> tls = EventOutboxSettings.TLS.read(settingValues, "");
        return new RabbitConfig.Connection(
                addresses(tls.isPresent()),
                settingValues.read(EventOutboxSettings.VIRTUAL_HOST),
                settingValues.read(EventOutboxSettings.USERNAME),
                password(),
                tls,
                RabbitSettings.USUAL_CONNECT_TIMEOUT,
                RabbitSettings.CONFIRM_TIMEOUT.defaultValue(),
                RabbitSettings.HEARTBEAT.defaultValue(),
                RabbitSettings.MAX_CHANNELS.defaultValue());
    }

    private List<String> addresses(boolean encrypted) {
        Optional<String> several = settingValues.read(EventOutboxSettings.ADDRESSES);
        if (several.isPresent()) {
            for (Setting<?> one : List.of(EventOutboxSettings.HOST, EventOutboxSettings.PORT)) {
                if (settingValues.isGiven(one, "")) {
                    settingValues.contradiction(one, "", "means nothing beside " + EventOutboxSettings.ADDRESSES.key());
                }
            }
            return List.of(several.get().split(","));
        }
        String host = settingValues.read(EventOutboxSettings.HOST);
        int usual = encrypted ? BrokerAddress.TLS_PORT : BrokerAddress.PORT;
        return List.of(host + ":" + settingValues.read(EventOutboxSettings.PORT).orElse(usual));
    }

    /** Only the user guest has a default password. */
    private Secret password() {
        Optional<Secret> given = settingValues.read(EventOutboxSettings.PASSWORD);
        if (given.isEmpty() && settingValues.isGiven(EventOutboxSettings.USERNAME, "") && !isGuest()) {
            settingValues.problem(
                    EventOutboxSettings.PASSWORD.key(),
                    "is missing; it must be the password of the user that " + EventOutboxSettings.USERNAME.key()
                            + " names");
        }
        return given.orElse(GUEST);
    }

    private boolean isGuest() {
        return settingValues.read(EventOutboxSettings.USERNAME).equals(EventOutboxSettings.USERNAME.defaultValue());
    }

    private RelayConfig relay(SinkConfig sink) {
        Duration interval = settingValues.read(EventOutboxSettings.POLL_INTERVAL);
        OutboxConfig outbox = outbox();
        return new RelayConfig(
                RELAY,
                Optional.empty(),
                SOURCE,
                SINK,
                Map.of(),
                sink.address(Optional.empty()),
                outbox,
                retries(outbox, interval),
                RelaySettings.BUFFER.defaults(settingValues.read(EventOutboxSettings.BATCH_SIZE)),
                PollSettings.constant(SourceSettings.WAKE_UP.defaultValue(), interval),
                RelaySettings.MAX_CONCURRENT_REQUESTS.defaultValue());
    }

    /** The producer retries with its next poll. */
    private RetryPolicy retries(OutboxConfig outbox, Duration interval) {
        Duration usualMax = RelaySettings.RETRY.maxDelay().defaultValue();
        return new RetryPolicy(
                settingValues.read(EventOutboxSettings.MAX_RETRIES),
                new Backoff(interval, 1, Durations.longer(interval, usualMax), 0),
                OutboxConfigReader.unanswered(outbox));
    }

    private OutboxConfig outbox() {
        TableName notes = settingValues.read(EventOutboxSettings.PROCESSED_EVENTS_TABLE);
        OutboxLayout layout = OutboxLayouts.EVENT_OUTBOX
                .layout(settingValues.read(EventOutboxSettings.TABLE))
                .noting(OutboxConfigReader.notes(notes, settingValues.read(EventOutboxSettings.MODE)))
                .with(OutboxConfigReader.period(
                        settingValues,
                        EventOutboxSettings.FROM,
                        EventOutboxSettings.TO,
                        EventOutboxSettings.MAX_AGE,
                        ""));
        return new OutboxConfig(
                OutboxLayouts.EVENT_OUTBOX,
                layout,
                new dev.signalbox.core.outbox.OutboxSettings(
                        OutboxLayouts.EVENT_OUTBOX.defaultClaimMode(),
                        OutboxSettings.PROCESSING_TIMEOUT.defaultValue(),
                        OutboxSettings.MAX_PAYLOAD_BYTES.defaultValue(),
                        OutboxSettings.RETENTION.defaultValue(),
                        RelaySettings.ORDERING.defaultValue(),
                        RelaySettings.ON_EXHAUSTED.defaultValue().holds()));
    }

    private List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (isGuest()) {
            warnings.add(EventOutboxSettings.USERNAME.key()
                    + " is guest, whom RabbitMQ lets in only from its own machine; name a user of your own");
        }
        return warnings;
    }
}
