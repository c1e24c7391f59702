package dev.signalbox.eventstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Many writers with all kinds of conditions and tags: some lose races, but none ends in a deadlock. */
class NoDeadlockTest {
    private static final int THREADS = 16;
    private static final int APPENDS = 60;
    private static final int VALUES = 4;

    @Test
    void writersWithRandomTagsAndConditionsNeverDeadlock() throws Exception {
        long seed = System.nanoTime();
        System.out.println("No deadlock, seed " + seed);
        try (TestDatabase database = TestDatabase.withTables()) {
            List<Callable<Integer>> writers = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                Random random = new Random(seed + thread);
                writers.add(() -> write(database.store(), random));
            }
            int appended = 0;
            try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
                for (Future<Integer> writer : threads.invokeAll(writers)) {
                    appended += writer.get();
                }
            }
            assertThat(appended).isPositive();
            assertThat(database.events()).isEqualTo(appended);
            assertThat(deadlocks(database)).isEqualTo("0");
        }
    }

    private static String deadlocks(TestDatabase database) throws SQLException {
        return database.value("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
    }

    private static int write(EventStore store, Random random) {
        int appended = 0;
        for (int i = 0; i < APPENDS; i++) {
            Query model = query(random);
            Cursor cursor = store.project(model, 0, (count, event) -> count + 1).cursor();
            AppendCondition condition = random.nextInt(4) == 0
                    ? AppendCondition.none()
                    : DecisionModel.of(model).toAppendCondition(cursor).build();
            try {
                appended += store.appendIf(events(random), condition).size();
            } catch (LostRaceException e) {
                assertThat(e.position()).isPositive();
            }
        }
        return appended;
    }

    private static List<AppendEvent> events(Random random) {
        List<AppendEvent> events = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            events.add(new AppendEvent(type(random), tags(random), "{}"));
        }
        return events;
    }

    private static Query query(Random random) {
        List<QueryItem> items = new ArrayList<>();
        for (int i = random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(3); i > 0; i--) {
            List<String> types = random.nextInt(3) == 0 ? List.of() : List.of(type(random), type(random));
            List<Tag> tags = random.nextInt(8) == 0 ? List.of() : tags(random);
            items.add(new QueryItem(types, tags));
        }
        return new Query(items);
    }

    private static String type(Random random) {
        return "Type" + random.nextInt(VALUES);
    }

    private static List<Tag> tags(Random random) {
        List<Tag> tags = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            tags.add(Tag.of("key" + random.nextInt(VALUES), "value" + random.nextInt(VALUES)));
        }
        return tags;
    }
}
