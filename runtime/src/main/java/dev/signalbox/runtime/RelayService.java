package dev.signalbox.runtime;

import dev.signalbox.core.relay.Node.StopResult;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.LogAdmin;
import dev.signalbox.runtime.admin.NodeRelays;
import java.time.Duration;
import java.util.List;

/** Runs all configured relays and logs. */
public interface RelayService extends NodeRelays {
    /** Starts and returns at once, even while a database is unreachable. */
    void start();

    /** Stops gracefully within the grace time. */
    StopResult stop(Duration grace) throws InterruptedException;

    /** The health of each part: a database that has been unreachable for long is down, a standby is up. */
    List<Health.Check> checks();

    /** The admin of each log that this node follows, in the order of the configuration. */
    List<LogAdmin> logs();
}
