package dev.signalbox.eventstore;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** Compares the rates of conditional appends to disjoint wallets and of plain inserts of the same rows. */
final class AppendBenchmark {
    private static final int THREADS = 16;
    private static final int ROUNDS = 7;
    private static final int APPENDS = 200;
    private static final String PLAIN = """
            INSERT INTO events (type, tags, data)
            VALUES (?, ?::text[], ?::json), (?, ?::text[], ?::json), (?, ?::text[], ?::json)""";

    private static final String FRESH = "SELECT (SELECT max(position) FROM events), pg_current_snapshot()::text";

    private AppendBenchmark() {}

    /** One kind of writer. */
    @FunctionalInterface
    private interface Writer {
        void write(int thread, int number) throws SQLException;
    }

    /** Arguments: the JDBC URL and the user of a server that may be filled, and optionally a statement to run first. */
    public static void main(String[] args) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(args[0]);
        config.setUsername(args[1]);
        config.setMaximumPoolSize(THREADS + 1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            execute(pool, "DROP TABLE IF EXISTS events, commands");
            EventStoreSchema.install(pool);
            if (args.length > 2) {
                execute(pool, args[2]);
            }
            List<Double> ratios = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                ratios.add(compare(pool, EventStore.on(pool), round + "-"));
            }
            ratios.sort(Double::compare);
            System.out.printf("median of appendIf to plain insert: %.2f%n", ratios.get(ROUNDS / 2));
        }
    }

    private static double compare(HikariDataSource pool, EventStore store, String round) throws Exception {
        double plain = rate((thread, number) -> insert(pool, events(round + "i" + thread, number)));
        double locked = rate((thread, number) -> store.append(events(round + "a" + thread, number)));
        double conditional = conditionalRate(pool, store, round + "c");
        double command = rate((thread, number) -> command(store, round + "p" + thread, number));
        System.out.printf(
                "plain insert %,.0f/s, append %,.0f/s = %.2f, appendIf %,.0f/s = %.2f, project and appendIf %,.0f/s%n",
                plain, locked, locked / plain, conditional, conditional / plain, command);
        return conditional / plain;
    }

    private static void command(EventStore store, String thread, int number) {
        appendIf(store, Wallets.balance(store, thread + "-" + number).cursor(), thread, number);
    }

    private static double rate(Writer writer) throws Exception {
        List<Callable<Long>> tasks = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int mine = thread;
            tasks.add(() -> {
                for (int number = 0; number < APPENDS; number++) {
                    writer.write(mine, number);
                }
                return 0L;
            });
        }
        long start = System.nanoTime();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (Future<Long> task : threads.invokeAll(tasks)) {
                task.get();
            }
        }
        return THREADS * APPENDS * 1e9 / (System.nanoTime() - start);
    }

    /** A reader beside the writers takes cursors continuously, so that they are as fresh as those of commands. */
    private static double conditionalRate(HikariDataSource pool, EventStore store, String round) throws Exception {
        AtomicReference<Cursor> cursor =
                new AtomicReference<>(Wallets.balance(store, "nobody").cursor());
        AtomicBoolean ended = new AtomicBoolean();
        Thread reader = Thread.ofPlatform().start(() -> readUntil(ended, cursor, pool));
        try {
            return rate((thread, number) -> appendIf(store, cursor.get(), round + thread, number));
        } finally {
            ended.set(true);
            reader.join();
        }
    }

    private static void readUntil(AtomicBoolean ended, AtomicReference<Cursor> cursor, HikariDataSource pool) {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(FRESH)) {
            while (!ended.get()) {
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    cursor.set(new Cursor(row.getLong(1), row.getString(2), 0));
                }
                LockSupport.parkNanos(1_000_000);
            }
        } catch (SQLException e) {
            throw new EventStoreException("read a cursor", e);
        }
    }

    private static List<AppendEvent> events(String thread, int number) {
        String from = thread + "-" + number;
        String to = "savings-" + thread + "-" + number % 10;
        return List.of(
                AppendEvent.builder("MoneyTransferred")
                        .tag("from_wallet_id", from)
                        .tag("to_wallet_id", to)
                        .data("{\"amount\":" + number + "}")
                        .build(),
                Wallets.moved("WithdrawalMade", from, number),
                Wallets.moved("DepositMade", to, number));
    }

    private static void appendIf(EventStore store, Cursor cursor, String thread, int number) {
        DecisionModel model = Wallets.model(thread + "-" + number);
        store.appendIf(events(thread, number), model.toAppendCondition(cursor).build());
    }

    private static void insert(HikariDataSource pool, List<AppendEvent> events) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(PLAIN)) {
            int place = 0;
            for (AppendEvent event : events) {
                statement.setString(++place, event.type());
                statement.setString(++place, AppendOperation.arrayLiteral(event.tags()));
                statement.setString(++place, event.data());
            }
            statement.executeUpdate();
        }
    }

    private static void execute(HikariDataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
