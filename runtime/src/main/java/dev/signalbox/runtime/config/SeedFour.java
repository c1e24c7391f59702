package dev.signalbox.runtime.config;

import dev.signalbox.sink.rabbitmq.BrokerAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns the settings of an event outbox producer into one source, one sink and one relay. */
final class SeedFour {
    static final String SOURCE = "event-outbox";
    static final String SINK = "rabbitmq";
    static final String RELAY = "notifications";

    /** What Spring Boot connects with if nothing else is said, and RabbitMQ lets in from its own machine. */
    private static final Secret GUEST = new Secret("guest");

    private final Values values;

    SeedFour(Values values) {
        this.values = values;
    }

    /** What such a file asks for. */
    record Parts(SourceConfig source, SinkConfig sink, RelayConfig relay, List<String> warnings) {}

    Parts parts() {
        values.check(SeedFourSettings.ALL);
        SourceConfig source = source();
        SinkConfig sink = RabbitSettings.sink(
                SINK,
                rabbit(),
                SinkSettings.RETRY_AFTER_CAP.defaultValue(),
                new SinkConfig.Limits(
                        RabbitSettings.BATCH_SIZE,
                        SinkSettings.BATCH_BYTES.defaultValue(),
                        SinkSettings.MAX_RESPONSE_BYTES.defaultValue(),
                        SinkSettings.MAX_CONCURRENT_REQUESTS.defaultValue()));
        RelayConfig relay = relay(sink);
        check(source, relay);
        return new Parts(source, sink, relay, warnings());
    }

    private void check(SourceConfig source, RelayConfig relay) {
        DatabaseRules rules = new DatabaseRules(values);
        if (!values.isSound(SeedFourSettings.DATABASE_URL, "")) {
            return;
        }
        if (source.kind() == DatabaseKind.MONGODB) {
            values.contradiction(
                    SeedFourSettings.DATABASE_URL, "", "must be the address of PostgreSQL, MySQL or MariaDB");
            return;
        }
        rules.checkSource(
                source,
                new DatabaseRules.Keys(
                        SeedFourSettings.DATABASE_URL,
                        SeedFourSettings.DATABASE_USERNAME,
                        SeedFourSettings.DATABASE_PASSWORD,
                        SeedFourSettings.DATABASE_URL),
                "");
        rules.checkTable(relay, source.kind(), SeedFourSettings.TABLE, "");
    }

    private SourceConfig source() {
        String url = values.read(SeedFourSettings.DATABASE_URL);
        return new SourceConfig(
                SOURCE,
                url,
                Sections.user(url, values.read(SeedFourSettings.DATABASE_USERNAME)),
                Sections.password(url, values.read(SeedFourSettings.DATABASE_PASSWORD)),
                Optional.empty(),
                SourceSettings.POOL_SIZE.defaultValue(),
                SourceSettings.COORDINATION.defaultValue(),
                SourceSettings.LEASE_TTL.defaultValue(),
                SourceSettings.WAKE_UP.defaultValue(),
                SourceSettings.CONNECT_TIMEOUT.defaultValue(),
                SourceSettings.STATEMENT_TIMEOUT.defaultValue(),
                values.read(SeedFourSettings.INITIAL_DELAY));
    }

    private RabbitConfig rabbit() {
        Map<String, String> keys = RabbitSettings.byValue(values.read(SeedFourSettings.ROUTING_KEYS));
        return new RabbitConfig(
                connection(),
                new RabbitConfig.Routing(values.read(SeedFourSettings.EXCHANGE), "{aggregateType}", keys),
                new RabbitConfig.Topology(
                        true,
                        RabbitConfig.ExchangeType.TOPIC,
                        keys.values().stream()
                                .distinct()
                                .map(key -> key + "=" + key)
                                .toList(),
                        values.read(SeedFourSettings.QUEUE_TYPE),
                        values.read(SeedFourSettings.DEAD_LETTER_QUEUE)),
                RabbitConfig.Body.EVENT,
                false,
                false,
                Math.toIntExact(RabbitSettings.MAX_MESSAGE_BYTES.defaultValue()));
    }

    private RabbitConfig.Connection connection() {
        Optional<RabbitConfig.Tls> tls = SeedFourSettings.TLS.read(values, "");
        return new RabbitConfig.Connection(
                addresses(tls.isPresent()),
                values.read(SeedFourSettings.VIRTUAL_HOST),
                values.read(SeedFourSettings.USERNAME),
                password(),
                tls,
                RabbitSettings.USUAL_CONNECT_TIMEOUT,
                RabbitSettings.CONFIRM_TIMEOUT.defaultValue(),
                RabbitSettings.HEARTBEAT.defaultValue(),
                RabbitSettings.MAX_CHANNELS.defaultValue());
    }

    private List<String> addresses(boolean encrypted) {
        Optional<String> several = values.read(SeedFourSettings.ADDRESSES);
        if (several.isPresent()) {
            for (Setting<?> one : List.of(SeedFourSettings.HOST, SeedFourSettings.PORT)) {
                if (values.isGiven(one, "")) {
                    values.contradiction(one, "", "means nothing beside " + SeedFourSettings.ADDRESSES.key());
                }
            }
            return List.of(several.get().split(","));
        }
        String host = values.read(SeedFourSettings.HOST);
        int usual = encrypted ? BrokerAddress.TLS_PORT : BrokerAddress.PORT;
        return List.of(host + ":" + values.read(SeedFourSettings.PORT).orElse(usual));
    }

    /** Only guest has a password that everybody knows. */
    private Secret password() {
        Optional<Secret> given = values.read(SeedFourSettings.PASSWORD);
        if (given.isEmpty() && values.isGiven(SeedFourSettings.USERNAME, "") && !isGuest()) {
            values.problem(
                    SeedFourSettings.PASSWORD.key(),
                    "is missing; it must be the password of the user that " + SeedFourSettings.USERNAME.key()
                            + " names");
        }
        return given.orElse(GUEST);
    }

    private boolean isGuest() {
        return values.read(SeedFourSettings.USERNAME).equals(SeedFourSettings.USERNAME.defaultValue());
    }

    private RelayConfig relay(SinkConfig sink) {
        OutboxConfig.Layout layout = OutboxConfig.Layout.EVENT_OUTBOX;
        Duration interval = values.read(SeedFourSettings.POLL_INTERVAL);
        RelayConfig.Retry usual = EventOutbox.retry(layout);
        return new RelayConfig(
                RELAY,
                Optional.empty(),
                SOURCE,
                SINK,
                Map.of(),
                sink.baseUrl(),
                outbox(layout),
                RelaySettings.ORDERING.defaultValue(),
                RelaySettings.ON_EXHAUSTED.defaultValue(),
                values.read(SeedFourSettings.MAX_RETRIES),
                new RelayConfig.Retry(interval, 1, PollSettings.longer(interval, usual.maxDelay()), 0),
                RelaySettings.BUFFER.defaults(),
                new RelayConfig.Poll(
                        interval, values.read(SeedFourSettings.BATCH_SIZE), RelayConfig.IdleBackoff.none(interval)),
                RelaySettings.MAX_CONCURRENT_REQUESTS.defaultValue());
    }

    private OutboxConfig outbox(OutboxConfig.Layout layout) {
        OutboxConfig.Mode mode = values.read(SeedFourSettings.MODE);
        TableName notes = values.read(SeedFourSettings.NOTES_TABLE);
        return new OutboxConfig(
                layout,
                values.read(SeedFourSettings.TABLE),
                OutboxConfig.Columns.usual(layout),
                OutboxConfig.HeaderColumns.NONE,
                OutboxConfig.Statuses.usual(layout),
                OutboxConfig.Holding.OWN,
                OutboxSettings.PROCESSING_TIMEOUT.defaultValue(),
                OutboxSettings.MAX_PAYLOAD_BYTES.defaultValue(),
                OutboxSettings.RETENTION.defaultValue(),
                mode == OutboxConfig.Mode.OFF ? Optional.empty() : Optional.of(new OutboxConfig.Notes(notes, mode)),
                EventOutbox.checked(
                        values,
                        SeedFourSettings.TO,
                        "",
                        new OutboxConfig.Period(
                                values.read(SeedFourSettings.FROM),
                                values.read(SeedFourSettings.TO),
                                values.read(SeedFourSettings.MAX_AGE))));
    }

    private List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (isGuest()) {
            warnings.add(SeedFourSettings.USERNAME.key()
                    + " is guest, whom RabbitMQ lets in only from its own machine; name a user of your own");
        }
        return warnings;
    }
}
