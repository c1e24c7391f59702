package dev.signalbox.benchmarks.platform;

import java.time.Duration;

/**
 * What to measure, and how much.
 *
 * @param warmUp runs or pairs of ingest, posts and drain that do not count, because the JVM warms up
 * @param events of a run of ingest, and of one with many subscriptions
 * @param posts of a run with single posts
 * @param seconds of a steady rate, and of an idle node
 * @param steadyWarmUp the part of a steady rate before that, which does not count
 * @param settle until an idle node polls at its slowest rate, and sessions have reported their counters
 * @param jobs of a drain
 * @param deadJobs that wait for a dead target
 * @param subscriptions how many there are; one matches
 * @param backlog jobs that wait
 * @param first deliveries that are measured with a backlog
 */
record PlatformBenchPlan(
        int warmUp,
        int pairs,
        int events,
        int posts,
        Duration seconds,
        Duration steadyWarmUp,
        Duration settle,
        int jobs,
        int deadJobs,
        int subscriptions,
        int backlog,
        int first) {
    /** The same of scenarios whose runs take long, or do not measure rates. */
    int shortWarmUp() {
        return Math.min(1, warmUp);
    }
}
