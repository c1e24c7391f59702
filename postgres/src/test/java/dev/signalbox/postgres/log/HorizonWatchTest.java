package dev.signalbox.postgres.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a role with few rights sees of a transaction that holds the horizon back. */
class HorizonWatchTest {
    private long now;
    private final HorizonWatch watch = new HorizonWatch("public.events", () -> now);
    private PostgresDatabaseFixture database;
    private Connection plain;
    private Connection holder;
    private long xid;
    private final Logger logger = Logger.getLogger(HorizonWatch.class.getName());
    private final List<String> lines = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void hold() throws SQLException {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
        database = PostgresDatabaseFixture.create();
        plain = DriverManager.getConnection(database.url(), database.role("plain"), "secret");
        holder = database.connect();
        holder.setAutoCommit(false);
        try (Statement statement = holder.createStatement()) {
            statement.execute("SET application_name = 'sleepy'");
            try (ResultSet row = statement.executeQuery("SELECT CAST(CAST(pg_current_xact_id() AS text) AS bigint)")) {
                row.next();
                xid = row.getLong(1);
            }
        }
        // Only a transaction that is older than an ended one holds the horizon back.
        database.execute("SELECT pg_current_xact_id()");
    }

    @AfterEach
    void end() throws SQLException {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
        holder.close();
        plain.close();
        database.close();
    }

    private void observeAfter(Duration wait) throws SQLException {
        now += wait.toNanos();
        watch.observe(xid, xid + 1, plain);
    }

    @Test
    void aTransactionOfAnotherRoleIsAsOldAsItWasSeen() throws SQLException {
        observeAfter(Duration.ZERO);
        observeAfter(Duration.ofSeconds(30));

        assertThat(watch.holders()).singleElement().satisfies(it -> {
            assertThat(it.pid()).isNotNull();
            assertThat(it.age()).isEqualTo(Duration.ofSeconds(30));
            assertThat(it.state()).isEqualTo("hidden without pg_read_all_stats");
            assertThat(it)
                    .asString()
                    .contains("pid " + it.pid(), "postgres, sleepy", "pg_read_all_stats", "at least 30 s");
        });
    }

    @Test
    void aLongWaitIsSaidOnceInAWhileAndWhenItIsOver() throws SQLException {
        observeAfter(Duration.ZERO);
        observeAfter(Duration.ofSeconds(59));
        assertThat(lines).isEmpty();
        for (int minutes = 0; minutes < 6; minutes++) {
            observeAfter(Duration.ofMinutes(1));
        }
        assertThat(lines).hasSize(2).allSatisfy(it -> assertThat(it).contains("public.events", "sleepy", "open for"));

        watch.observe(xid + 1, xid + 1, plain);
        watch.observe(xid + 1, xid + 1, plain);
        assertThat(lines).hasSize(3).last().asString().contains("log public.events: reading goes on");
    }
}
