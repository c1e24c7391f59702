package dev.signalbox.demo.workload;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.embedded.files.RunFolder;

/** What all parts of one run of the demo use. */
public record RunContext(
        DemoOptions options, RunFolder folder, ShopDatabase database, ActivityLog activity, Clock clock) {}
