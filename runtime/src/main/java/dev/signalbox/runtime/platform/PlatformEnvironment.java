package dev.signalbox.runtime.platform;

import dev.signalbox.core.time.Clock;
import dev.signalbox.platform.secret.SecretCipher;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.runtime.config.platform.PlatformConfig;
import dev.signalbox.runtime.database.DatabaseMonitor;
import dev.signalbox.runtime.metrics.PlatformMonitor;
import dev.signalbox.runtime.metrics.RelayMonitor;
import java.util.function.Consumer;

/**
 * What the parts of the event platform share.
 *
 * @param node the name of this node
 * @param watch whether the database can be reached
 * @param cipher with the key of this node
 * @param onBroken called after an unrecoverable error
 */
record PlatformEnvironment(
        PlatformConfig config,
        String node,
        PostgresConnections connections,
        DatabaseMonitor watch,
        PlatformMonitor monitor,
        RelayMonitor relayMonitor,
        SecretCipher cipher,
        Clock clock,
        Consumer<Throwable> onBroken) {}
