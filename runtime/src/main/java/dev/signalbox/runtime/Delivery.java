package dev.signalbox.runtime;

import dev.signalbox.core.relay.Stopped;
import dev.signalbox.runtime.office.Health;
import dev.signalbox.runtime.office.LogOffice;
import dev.signalbox.runtime.office.RelayStatuses;
import java.time.Duration;
import java.util.List;

/** The work that the program is there for. */
public interface Delivery extends RelayStatuses {
    /** Begins; returns at once, even while a database is away. */
    void start();

    /** Stops in good order, as far as the grace time allows. */
    Stopped stop(Duration grace) throws InterruptedException;

    /** How its parts are: a database that has been out of reach for long is down, a standby is well. */
    List<Health.Check> checks();

    /** Where to turn to about each log that is to be followed here, in the order of the configuration. */
    List<LogOffice> logs();
}
