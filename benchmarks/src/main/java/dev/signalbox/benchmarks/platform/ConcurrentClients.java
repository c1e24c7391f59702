package dev.signalbox.benchmarks.platform;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Clients that work at the same time. */
final class ConcurrentClients {
    /** What one of them does. */
    @FunctionalInterface
    interface Session {
        void run(int number) throws Exception;
    }

    private ConcurrentClients() {}

    /** Returns when all have ended; throws what the first failed with. */
    static void run(int sessions, Session session) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Boolean>> tasks = IntStream.range(0, sessions)
                    .mapToObj(number -> (Callable<Boolean>) () -> {
                        session.run(number);
                        return true;
                    })
                    .toList();
            for (Future<Boolean> task : threads.invokeAll(tasks)) {
                task.get();
            }
        }
    }
}
