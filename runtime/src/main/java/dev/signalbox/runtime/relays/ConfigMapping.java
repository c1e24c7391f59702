package dev.signalbox.runtime.relays;

import dev.signalbox.core.delivery.Backoff;
import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.sink.SinkLimits;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.CreationPeriod;
import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.jdbc.outbox.JdbcOutboxSettings;
import dev.signalbox.mysql.connection.MySqlSettings;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.runtime.config.OutboxConfig;
import dev.signalbox.runtime.config.RelayConfig;
import dev.signalbox.runtime.config.SourceConfig;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.sink.SinkConfig;
import java.time.Duration;
import java.util.Map;

/** Puts the configuration into the words of the libraries that do the work. */
final class ConfigMapping {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private ConfigMapping() {}

    static PostgresSettings postgres(SourceConfig source) {
        return new PostgresSettings(
                source.url(),
                // As PostgreSQL's own tools do when no user is named.
                source.username().orElseGet(() -> System.getProperty("user.name", "postgres")),
                source.password().map(Secret::value).orElse(""),
                source.poolSize(),
                limits(source));
    }

    static MySqlSettings mySql(SourceConfig source) {
        return new MySqlSettings(
                source.url(),
                // The configuration is refused where neither a setting nor the URL names the user.
                source.username().orElseThrow(),
                source.password().map(Secret::value).orElse(""),
                source.poolSize(),
                limits(source));
    }

    static OutboxLayout layout(OutboxConfig outbox) {
        OutboxConfig.HeaderColumns given = outbox.headers();
        OutboxLayout layout = switch (outbox.layout()) {
            case CATBOX -> catbox(outbox);
            case EVENT_OUTBOX -> eventOutbox(outbox);
            case FLOWCATALYST, SIGNALBOX -> ofWords(outbox);
        };
        HeaderSources headerSources = layout.headers();
        for (String column : given.object().stream().toList()) {
            headerSources = headerSources.andObject(column);
        }
        for (String pair : given.single()) {
            int equals = pair.indexOf('=');
            headerSources = headerSources.and(
                    pair.substring(0, equals).strip(),
                    pair.substring(equals + 1).strip());
        }
        return layout.with(headerSources);
    }

    private static TableName table(OutboxConfig outbox) {
        return table(outbox.table());
    }

    static TableName table(dev.signalbox.runtime.config.TableName table) {
        return new TableName(table.schema().orElse(null), table.name());
    }

    private static OutboxLayout eventOutbox(OutboxConfig outbox) {
        OutboxConfig.Columns columns = outbox.columns();
        OutboxConfig.Statuses statuses = outbox.statuses();
        OutboxConfig.CreationPeriod creationPeriod = outbox.period();
        ProcessedEvents notes = outbox.processedEvents()
                .map(it -> new ProcessedEvents(
                        table(it.table()),
                        outbox.atMostOnce()
                                ? ProcessedEvents.Guarantee.AT_MOST_ONCE
                                : ProcessedEvents.Guarantee.AT_LEAST_ONCE))
                .orElse(null);
        OutboxLayout usual = OutboxLayout.eventOutbox(table(outbox), notes);
        return usual.with(usual.columns()
                        .renamed(Map.of(
                                "id", columns.id(),
                                "type", columns.type(),
                                "message_group", columns.messageGroup(),
                                "payload", columns.payload(),
                                "status", columns.status(),
                                "created_at", columns.createdAt(),
                                "processed_at", columns.processedAt())))
                .with(new OutboxLayout.StatusWords(statuses.pending(), null, statuses.completed(), statuses.failed()))
                .with(new CreationPeriod(
                        creationPeriod.from().orElse(null),
                        creationPeriod.to().orElse(null),
                        creationPeriod.maxAge().orElse(null)));
    }

    private static OutboxLayout catbox(OutboxConfig outbox) {
        OutboxConfig.Columns columns = outbox.columns();
        OutboxLayout usual = OutboxLayout.catbox(table(outbox));
        return usual.with(usual.columns()
                .renamed(Map.of(
                        "id", columns.id(),
                        "type", columns.type(),
                        "message_group", columns.messageGroup(),
                        "payload", columns.payload(),
                        "created_at", columns.createdAt(),
                        "processed_at", columns.processedAt(),
                        "held_until", columns.heldUntil())));
    }

    private static OutboxLayout ofWords(OutboxConfig outbox) {
        OutboxConfig.Columns columns = outbox.columns();
        OutboxConfig.Statuses statuses = outbox.statuses();
        return new OutboxLayout(
                table(outbox),
                new OutboxLayout.Columns(
                        columns.id(),
                        columns.type(),
                        columns.messageGroup(),
                        columns.payload(),
                        columns.status(),
                        columns.retryCount(),
                        columns.createdAt(),
                        columns.processedAt(),
                        columns.errorMessage()),
                new OutboxLayout.StatusWords(
                        statuses.pending(), statuses.processing(), statuses.completed(), statuses.failed()));
    }

    static JdbcOutboxSettings outbox(RelayConfig relay) {
        return new JdbcOutboxSettings(
                claimMode(relay.outbox()),
                relay.outbox().processingTimeout(),
                relay.outbox().maxPayloadBytes(),
                retention(relay.outbox()),
                ordering(relay),
                holds(relay));
    }

    static DispatcherSettings dispatcher(SourceConfig source, RelayConfig relay, SinkConfig sink, SinkLimits limits) {
        return new DispatcherSettings(
                ordering(relay),
                holds(relay),
                retries(relay.maxRetries(), relay.retry(), relay.outbox()),
                limits,
                relay.maxConcurrentRequests(),
                buffer(relay.buffer(), relay.poll()),
                pace(source.wakeUp(), relay.poll()),
                sink.retryAfterCap(),
                new DispatcherSettings.Maintenance(
                        shorter(relay.outbox().processingTimeout().dividedBy(3), MINUTE), sweepEvery(relay.outbox())));
    }

    static RetryPolicy retries(int maxRetries, RelayConfig.Retry retry) {
        return new RetryPolicy(maxRetries, backoff(retry));
    }

    private static RetryPolicy retries(int maxRetries, RelayConfig.Retry retry, OutboxConfig outbox) {
        return new RetryPolicy(
                maxRetries,
                backoff(retry),
                outbox.atMostOnce() ? RetryPolicy.UnansweredPolicy.PARK : RetryPolicy.UnansweredPolicy.REPEAT);
    }

    private static Backoff backoff(RelayConfig.Retry retry) {
        return new Backoff(retry.initialDelay(), retry.multiplier(), retry.maxDelay(), retry.jitter());
    }

    static DispatcherSettings.Buffer buffer(RelayConfig.Buffer buffer, RelayConfig.Poll poll) {
        return new DispatcherSettings.Buffer(buffer.messages(), buffer.bytes(), poll.batchSize());
    }

    static PollSchedule.Settings pace(SourceConfig.WakeUp wakeUp, RelayConfig.Poll poll) {
        PollSchedule.Settings pace = switch (wakeUp) {
            case AUTO -> PollSchedule.Settings.upTo(poll.interval());
            case OFF -> PollSchedule.Settings.every(poll.interval());
        };
        RelayConfig.IdleBackoff idle = poll.idleBackoff();
        return pace.thenSlower(idle.threshold(), idle.multiplier(), idle.max());
    }

    private static TimeLimits limits(SourceConfig source) {
        Duration statement = source.statementTimeout();
        return new TimeLimits(
                source.connectTimeout(),
                shorter(TimeLimits.DEFAULTS.borrow(), source.connectTimeout()),
                statement.plusSeconds(5),
                statement,
                shorter(TimeLimits.DEFAULTS.lock(), statement),
                TimeLimits.DEFAULTS.idleInTransaction());
    }

    private static Duration sweepEvery(OutboxConfig outbox) {
        return retention(outbox)
                .stay()
                .map(time -> longer(shorter(time, MINUTE), Duration.ofSeconds(1)))
                .orElse(Duration.ZERO);
    }

    private static Retention retention(OutboxConfig outbox) {
        return switch (outbox.retention()) {
            case dev.signalbox.runtime.config.Retention.Keep() -> Retention.keep();
            case dev.signalbox.runtime.config.Retention.DeleteOnCompletion() -> Retention.deleteOnCompletion();
            case dev.signalbox.runtime.config.Retention.DeleteAfter(Duration time) -> Retention.deleteAfter(time);
            case dev.signalbox.runtime.config.Retention.ArchiveAfter(Duration time, var table) ->
                new Retention.ArchiveAfter(time, table.schema().orElse(null), table.name());
        };
    }

    /** How rows are kept from others: the own table knows only one way. */
    static ClaimMode claimMode(RelayConfig relay) {
        return switch (relay.outbox().layout()) {
            case FLOWCATALYST, CATBOX, EVENT_OUTBOX -> claimMode(relay.outbox());
            case SIGNALBOX -> ClaimMode.OWN;
        };
    }

    private static ClaimMode claimMode(OutboxConfig outbox) {
        return switch (outbox.claimMode()) {
            case MARK -> ClaimMode.MARK;
            case OWN -> ClaimMode.OWN;
        };
    }

    static Ordering ordering(RelayConfig relay) {
        return switch (relay.ordering()) {
            case BLOCK -> Ordering.BLOCK;
            case SKIP -> Ordering.SKIP;
            case NONE -> Ordering.NONE;
        };
    }

    static boolean holds(RelayConfig relay) {
        return relay.onExhausted() == RelayConfig.OnExhausted.HOLD;
    }

    static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
