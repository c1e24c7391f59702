package dev.signalbox.runtime.config.source;

import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.runtime.settings.InsecureTransport;
import dev.signalbox.runtime.settings.Masking;
import dev.signalbox.runtime.settings.Secret;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A database that holds outbox tables.
 *
 * @param username the configured user, or on MySQL the one that the URL names
 * @param database on MongoDB only: the configured database, or the one that the URL names
 * @param initialDelay how long after the start the database is first used
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

    /** How several nodes share the work. */
    public enum Coordination {
        /** Each node owns some shards of every table. */
        SHARDS,
        /** One node works, the others are standbys. */
        LEADER;

        public RelaySharing sharing() {
            return this == SHARDS ? RelaySharing.SPREAD : RelaySharing.WHOLE;
        }
    }

    /** How new messages are found. */
    public enum WakeUp {
        /** By wake-ups, if the tables have the trigger for them, and by polling. */
        AUTO,
        /** By polling alone. */
        OFF
    }

    /** The wake-up mode of a source; the default if the source is missing, which is reported elsewhere. */
    public static WakeUp wakeUpOf(@Nullable SourceConfig source) {
        return source == null ? SourceSettings.WAKE_UP.defaultValue() : source.wakeUp;
    }

    /** The kind of database that the URL names. */
    public DatabaseKind kind() {
        return DatabaseKind.of(url).orElseThrow();
    }

    /** How its password travels, if that is not safe. */
    public Optional<InsecureTransport> insecureTransport() {
        return DatabaseTransport.of(this);
    }

    /** Masks passwords in the URL. */
    @Override
    public String toString() {
        return "SourceConfig[" + name + ", " + Masking.shown(url) + ", " + coordination + "]";
    }
}
