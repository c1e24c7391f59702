package dev.signalbox.demo;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.embedded.process.StopSignal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Looks into the outbox tables every half second, as an operator would, and tells of dead letters. */
final class TableWatch implements Runnable {
    private static final long EVERY = Duration.ofMillis(500).toNanos();
    private static final String COUNTS = """
            SELECT status, count(*) FROM (
                SELECT status FROM outbox_events WHERE status IN ('PENDING', 'PROCESSING', 'FAILED')
                UNION ALL
                SELECT status FROM outbox_dispatch_jobs WHERE status IN ('PENDING', 'PROCESSING', 'FAILED')) messages
            GROUP BY status""";
    private static final String FAILED = """
            SELECT id, message_group, error_message FROM outbox_events WHERE status = 'FAILED'
            UNION ALL
            SELECT id, message_group, error_message FROM outbox_dispatch_jobs WHERE status = 'FAILED'
            ORDER BY id DESC LIMIT 200""";

    private final ShopDatabase database;
    private final News news;
    private final StopSignal ending;
    private final Clock clock;
    private final Set<String> known = new HashSet<>();
    private volatile Snapshot.Table latest = new Snapshot.Table(0, 0, 0);

    TableWatch(ShopDatabase database, News news, StopSignal ending, Clock clock) {
        this.database = database;
        this.news = news;
        this.ending = ending;
        this.clock = clock;
    }

    Snapshot.Table latest() {
        return latest;
    }

    @Override
    public void run() {
        try (Connection connection = database.connect("demo-view")) {
            do {
                look(connection);
            } while (ending.waitUntil(clock.nanos() + EVERY));
        } catch (SQLException e) {
            news.add(News.Tone.BAD, "the tables cannot be looked at any more: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Counts right now; for use when the view has ended. */
    static Snapshot.Table count(Connection connection) throws SQLException {
        long pending = 0;
        long processing = 0;
        long failed = 0;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(COUNTS)) {
            while (rows.next()) {
                long count = rows.getLong(2);
                switch (rows.getString(1)) {
                    case "PENDING" -> pending = count;
                    case "PROCESSING" -> processing = count;
                    default -> failed = count;
                }
            }
        }
        return new Snapshot.Table(pending, processing, failed);
    }

    private void look(Connection connection) throws SQLException {
        Snapshot.Table now = count(connection);
        if (now.failed() > latest.failed()) {
            tellOfDeadLetters(connection);
        }
        latest = now;
    }

    private void tellOfDeadLetters(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FAILED);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                if (known.add(rows.getString(1))) {
                    news.add(
                            News.Tone.NOTABLE,
                            "dead-lettered, of " + rows.getString(2) + ": " + Reasons.brief(rows.getString(3)));
                }
            }
        }
    }
}
