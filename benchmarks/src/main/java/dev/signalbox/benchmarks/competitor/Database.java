package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Destination;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A kind of database: how a server of it is had, who competes on it, and what is asked of them there. */
public interface Database {
    /**
     * A rate of messages that leaves time to spare.
     *
     * @param bars what is to be reached at it, by destination
     */
    record SteadyRate(int perSecond, Map<Destination, Map<Metric, Threshold>> bars) {}

    /** Two raw loops that can be compared with each other. */
    record RawMatch(String subject, Competitor rival, Competitor challenger) {}

    /** The word that chooses it on the command line. */
    String key();

    /** Its name. */
    String product();

    /** How its URLs begin. */
    String urlPrefix();

    /** The environment variable in which its own clients look for a password. */
    String passwordVariable();

    /** Why no private server of it can be started here, if that is so. */
    Optional<String> whyNotPrivate();

    /** Starts a private server; its data lie in a new folder under this one until it is closed. */
    BenchServer startIn(Path parent) throws IOException, InterruptedException;

    /**
     * A server that is there already; nothing is asked of it yet.
     *
     * @throws IllegalArgumentException if it can't be a server of this kind
     */
    BenchServer at(String url, String username, String password);

    /** Signalbox, in all its ways. */
    List<Contestant> contestants();

    /** A table with messages of two types, if what goes to several clusters is measured here. */
    default Optional<Contestant> ofTwoTypes() {
        return Optional.empty();
    }

    Optional<RawMatch> rawMatch();

    SteadyRate steady();

    /** What one should know about the competition here. */
    Map<String, String> notes();
}
