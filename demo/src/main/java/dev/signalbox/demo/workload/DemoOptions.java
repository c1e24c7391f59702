package dev.signalbox.demo.workload;

import dev.signalbox.demo.database.DatabaseKind;
import java.time.Duration;

/**
 * The options of the command line.
 *
 * @param rate orders of the shop per second; the other workloads follow it
 * @param calm without failures of the receiver and without bad messages
 * @param firstPort of the first node; 0 for any
 * @param killEvery how often a node is killed; zero for never
 */
public record DemoOptions(
        DatabaseKind database,
        double rate,
        long seed,
        boolean calm,
        boolean withOrders,
        boolean withNotifications,
        int nodes,
        int firstPort,
        Duration killEvery) {}
