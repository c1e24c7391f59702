package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.report.LatencyHistogram;
import dev.signalbox.core.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Posts numbered events to a node, from 0 on. */
record EventPoster(PlatformNode node, EventShape shape) {
    static final int BATCH = 100;
    /** Sessions that post batches, and those that insert them in the raw loop. */
    static final int BATCH_SESSIONS = 4;

    static final int AS_FAST_AS_POSSIBLE = 0;

    /**
     * What became of single posts.
     *
     * @param acceptedAt when each was answered
     * @param answers from the time when a post was due to its answer
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Posted(long[] acceptedAt, LatencyHistogram answers) {}

    /** All in batches. The batches of one session are posted one after the other. */
    void inBatches(int events) throws Exception {
        ConcurrentClients.run(BATCH_SESSIONS, session -> {
            try (HttpConnection connection = node.connect()) {
                for (int from = session * BATCH; from < events; from += BATCH_SESSIONS * BATCH) {
                    byte[] batch = shape.batch(from, Math.min(events, from + BATCH));
                    PlatformClient.check("a batch", connection.send("POST", "/api/events/batch", batch));
                }
            }
        });
    }

    /** One by one, at a steady rate or as fast as possible. */
    Posted singly(int events, int sessions, int perSecond) throws Exception {
        Posted posted = new Posted(new long[events], new LatencyHistogram());
        long interval = perSecond == AS_FAST_AS_POSSIBLE ? 0 : TimeUnit.SECONDS.toNanos(1) / perSecond;
        long begin = Clock.SYSTEM.nanos();
        ConcurrentClients.run(sessions, session -> {
            try (HttpConnection connection = node.connect()) {
                for (int number = 0; number < events; number++) {
                    if (EventShape.session(number, sessions) == session) {
                        long due = interval == 0 ? Clock.SYSTEM.nanos() : begin + number * interval;
                        post(connection, number, due, posted);
                    }
                }
            }
        });
        return posted;
    }

    private void post(HttpConnection connection, int number, long due, Posted posted) throws Exception {
        for (long wait = due - Clock.SYSTEM.nanos(); wait > 0; wait = due - Clock.SYSTEM.nanos()) {
            LockSupport.parkNanos(wait);
        }
        PlatformClient.check("an event", connection.send("POST", "/api/events", shape.body(number)));
        long answered = Clock.SYSTEM.nanos();
        posted.acceptedAt()[number] = answered;
        posted.answers().add(answered - due, true);
    }
}
