package dev.signalbox.demo.workload;

import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.embedded.files.RunFolder;
import java.time.Duration;

/** What all parts of one run of the demo use. */
public record RunContext(Options options, RunFolder folder, ShopDatabase database, ActivityLog activity) {
    /** Options of the command line. The workloads follow the rate, which is orders per second; port 0 stands for any. */
    public record Options(double rate, boolean calm, int nodes, int firstPort, Duration killEvery) {}
}
