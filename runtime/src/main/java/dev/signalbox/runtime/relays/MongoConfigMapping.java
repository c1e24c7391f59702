package dev.signalbox.runtime.relays;

import dev.signalbox.core.outbox.Retention;
import dev.signalbox.mongodb.connection.CollectionName;
import dev.signalbox.mongodb.connection.MongoSettings;
import dev.signalbox.mongodb.connection.MongoTimeLimits;
import dev.signalbox.mongodb.outbox.MongoOutboxSettings;
import dev.signalbox.runtime.config.OutboxConfig;
import dev.signalbox.runtime.config.RelayConfig;
import dev.signalbox.runtime.config.SourceConfig;
import dev.signalbox.runtime.settings.Secret;
import java.time.Duration;

/** Puts the configuration into the words of MongoDB. */
final class MongoConfigMapping {
    private MongoConfigMapping() {}

    static MongoSettings database(SourceConfig source) {
        return new MongoSettings(
                source.url(),
                // The configuration is refused where neither a setting nor the URL names the database.
                source.database().orElseThrow(),
                source.username().orElse(null),
                source.password().map(Secret::value).orElse(""),
                source.poolSize(),
                limits(source));
    }

    static CollectionName collection(RelayConfig relay) {
        return new CollectionName(relay.outbox().table().toString());
    }

    static MongoOutboxSettings outbox(RelayConfig relay) {
        return new MongoOutboxSettings(
                relay.outbox().processingTimeout(),
                relay.outbox().maxPayloadBytes(),
                retention(relay.outbox()),
                ConfigMapping.ordering(relay),
                ConfigMapping.holds(relay));
    }

    private static MongoTimeLimits limits(SourceConfig source) {
        Duration statement = source.statementTimeout();
        return new MongoTimeLimits(
                source.connectTimeout(),
                ConfigMapping.shorter(MongoTimeLimits.DEFAULTS.select(), source.connectTimeout()),
                statement.plusSeconds(5),
                statement,
                MongoTimeLimits.DEFAULTS.lease());
    }

    private static Retention retention(OutboxConfig outbox) {
        return switch (outbox.retention()) {
            case dev.signalbox.runtime.config.Retention.Keep() -> new Retention.Keep();
            case dev.signalbox.runtime.config.Retention.DeleteOnCompletion() -> new Retention.DeleteOnCompletion();
            case dev.signalbox.runtime.config.Retention.DeleteAfter(Duration time) -> new Retention.DeleteAfter(time);
            case dev.signalbox.runtime.config.Retention.ArchiveAfter _ ->
                throw new IllegalStateException("the configuration allows an archive only on SQL databases");
        };
    }
}
