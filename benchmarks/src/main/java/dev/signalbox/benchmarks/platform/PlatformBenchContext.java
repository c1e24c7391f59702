package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.database.PostgresServer;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.RunLog;
import dev.signalbox.embedded.files.RunFolder;

/**
 * What all scenarios use.
 *
 * @param server holds the databases of all nodes
 * @param folder holds their configurations and logs
 */
record PlatformBenchContext(PostgresServer server, RunFolder folder, PlatformBenchPlan plan, RunLog log) {
    /** Prints the heading of a scenario. */
    void announce(String heading) {
        log.out().println();
        log.out().println(heading);
    }

    MeasuredRun add(MeasuredRun run) {
        return log.add(run);
    }
}
