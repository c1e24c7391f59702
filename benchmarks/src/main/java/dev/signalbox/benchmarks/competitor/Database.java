package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.embedded.process.OpenResources;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A database product: how to get a server, who competes on it, and which thresholds apply. */
public interface Database {
    /**
     * A message rate well below the maximum.
     *
     * @param bars the thresholds at this rate, by destination
     */
    record SteadyRate(int perSecond, Map<Destination, Map<Metric, Threshold>> bars) {}

    /** Its name on the command line. */
    String key();

    /** The product name. */
    String product();

    /** The prefix of its URLs. */
    String urlPrefix();

    /** The environment variable from which its own clients read the password. */
    String passwordVariable();

    /** Why no private server can be started here; empty if one can. */
    Optional<String> whyNotPrivate();

    /**
     * Starts a private server; its data are in a new folder below this one.
     *
     * @param started ends the server
     */
    BenchServer startIn(Path parent, OpenResources started) throws IOException, SQLException, InterruptedException;

    /**
     * An existing server; does not connect yet.
     *
     * @throws IllegalArgumentException if it cannot be a server of this kind
     */
    BenchServer at(String url, String username, String password);

    /** All configurations of Signalbox. */
    List<BenchConfiguration> configurations();

    SteadyRate steady();

    /** Remarks about the competitors for the report. */
    Map<String, String> notes();
}
