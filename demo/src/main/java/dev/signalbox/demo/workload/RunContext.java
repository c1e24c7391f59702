package dev.signalbox.demo.workload;

import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.embedded.files.RunFolder;
import java.time.Duration;

/** What all parts of one run of the demo use. */
public record RunContext(Options options, RunFolder folder, ShopDatabase database, ActivityLog activity) {
    /**
     * The options of the command line that concern several parts.
     *
     * @param rate orders of the shop per second; the other workloads follow it
     * @param calm without failures of the receiver and without bad messages
     * @param firstPort of the first node; 0 for any
     * @param killEvery how often a node is killed; zero for never
     */
    public record Options(double rate, boolean calm, int nodes, int firstPort, Duration killEvery) {}
}
