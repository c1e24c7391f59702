package dev.signalbox.runtime;

import dev.signalbox.core.relay.StopResult;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.LogAdmin;
import dev.signalbox.runtime.admin.NodeRelays;
import java.time.Duration;
import java.util.List;

/** The work that the program is there for. */
public interface RelayService extends NodeRelays {
    /** Begins; returns at once, even while a database is away. */
    void start();

    /** Stops in good order, as far as the grace time allows. */
    StopResult stop(Duration grace) throws InterruptedException;

    /** How its parts are: a database that has been out of reach for long is down, a standby is well. */
    List<Health.Check> checks();

    /** Where to turn to about each log that is to be followed here, in the order of the configuration. */
    List<LogAdmin> logs();
}
