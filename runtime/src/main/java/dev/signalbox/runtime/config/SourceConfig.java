package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.Masking;
import dev.signalbox.runtime.settings.Secret;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A database that holds outbox tables.
 *
 * @param username where MySQL's URL names the user, that one
 * @param database only on MongoDB: where the setting is missing, the one that the URL names
 * @param initialDelay so long after the start the database is left alone
 */
public record SourceConfig(
        String name,
        String url,
        Optional<String> username,
        Optional<Secret> password,
        Optional<String> database,
        int poolSize,
        Coordination coordination,
        Duration leaseTtl,
        WakeUp wakeUp,
        Duration connectTimeout,
        Duration statementTimeout,
        Duration initialDelay) {

    /** A database that is used at once. */
    SourceConfig(
            String name,
            String url,
            Optional<String> username,
            Optional<Secret> password,
            Optional<String> database,
            int poolSize,
            Coordination coordination,
            Duration leaseTtl,
            WakeUp wakeUp,
            Duration connectTimeout,
            Duration statementTimeout) {
        this(
                name,
                url,
                username,
                password,
                database,
                poolSize,
                coordination,
                leaseTtl,
                wakeUp,
                connectTimeout,
                statementTimeout,
                Duration.ZERO);
    }

    /** How several nodes share the work. */
    public enum Coordination {
        /** Each node has its share of every table. */
        SHARDS,
        /** One node works, the others stand by. */
        LEADER
    }

    /** How new messages are found. */
    public enum WakeUp {
        /** The database tells of them, where the tables have the trigger for it. */
        AUTO,
        /** Only by polling. */
        OFF
    }

    /** How new messages are found in a source; as usual if it does not exist, which is a problem of another setting. */
    static WakeUp wakeUpOf(@Nullable SourceConfig source) {
        return source == null ? SourceSettings.WAKE_UP.defaultValue() : source.wakeUp;
    }

    /** Which database it is, as its address says. */
    public DatabaseKind kind() {
        return DatabaseKind.of(url).orElseThrow();
    }

    /** Without what the address may tell of passwords. */
    @Override
    public String toString() {
        return "SourceConfig[" + name + ", " + Masking.shown(url) + ", " + coordination + "]";
    }
}
