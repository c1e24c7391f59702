package dev.signalbox.server;

import dev.signalbox.core.relay.Stopped;
import dev.signalbox.server.web.Health;
import dev.signalbox.server.web.LogOffice;
import dev.signalbox.server.web.RelayStatuses;
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
