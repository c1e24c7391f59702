package dev.signalbox.runtime;

import dev.signalbox.core.relay.Node.StopResult;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.LogAdmin;
import dev.signalbox.runtime.admin.NodeRelays;
import dev.signalbox.runtime.platform.EventPlatform;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs all configured relays and logs, and the event platform. */
public interface RelayService extends NodeRelays {
    /** Starts and returns at once, even while a database is unreachable. */
    void start();

    /** Stops gracefully within the grace time. */
    StopResult stop(Duration grace) throws InterruptedException;

    /** The health of each part: a database that has been unreachable for long is down, a standby is up. */
    List<Health.Check> checks();

    /** The event platform of this node, if it is enabled. */
    Optional<EventPlatform> platform();

    /** The admin of each log that this node follows, in the order of the configuration. */
    List<LogAdmin> logs();
}
