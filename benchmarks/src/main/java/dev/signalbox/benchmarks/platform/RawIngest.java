package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.workload.Workload;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The baseline of ingest: inserts the same rows, a batch with one statement, on as many connections as clients post on. It
 * neither parses nor matches, and sends no answer.
 */
record RawIngest(PlatformNode node, EventShape shape, List<Long> streams) {
    /** Jobs have the ids of a later second, so that they are no ids of events. */
    private static final long JOBS_AFTER = 1_000L << 22;

    void insert(int events) throws Exception {
        long first = node.tables().firstId();
        ConcurrentClients.run(EventPoster.BATCH_SESSIONS, session -> {
            try (Connection connection = node.database().connect()) {
                int step = EventPoster.BATCH_SESSIONS * EventPoster.BATCH;
                for (int from = session * EventPoster.BATCH; from < events; from += step) {
                    BenchPlatformTables.ingest(
                            connection, batch(first, from, Math.min(events, from + EventPoster.BATCH)));
                }
            }
        });
    }

    private Map<String, Object> batch(long first, int from, int to) {
        int jobs = streams.size();
        return Map.of(
                "jobs", jobs,
                "ids", numbers(from, to, number -> Stream.of(first + number)),
                "types", texts(from, to, number -> Stream.of(shape.type(number))),
                "data", texts(from, to, number -> Stream.of(Workload.payload(number))),
                "groups", texts(from, to, number -> Stream.of(shape.group(number))),
                "job_ids",
                        numbers(
                                from,
                                to,
                                number -> IntStream.range(0, jobs)
                                        .mapToObj(place -> first + JOBS_AFTER + (long) number * jobs + place)),
                "job_events", numbers(from, to, number -> streams.stream().map(_ -> first + number)),
                "job_streams", numbers(from, to, _ -> streams.stream()),
                "job_groups", texts(from, to, number -> streams.stream().map(_ -> shape.group(number))));
    }

    private static Long[] numbers(int from, int to, IntFunction<Stream<Long>> each) {
        return IntStream.range(from, to).mapToObj(each).flatMap(it -> it).toArray(Long[]::new);
    }

    private static String[] texts(int from, int to, IntFunction<Stream<String>> each) {
        return IntStream.range(from, to).mapToObj(each).flatMap(it -> it).toArray(String[]::new);
    }
}
