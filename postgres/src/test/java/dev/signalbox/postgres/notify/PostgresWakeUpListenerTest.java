package dev.signalbox.postgres.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.delivery.PollSchedule.WakeUps;
import dev.signalbox.core.relay.WakeUpTarget;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.testkit.fault.FreezingProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

class PostgresWakeUpListenerTest {
    private static final String ORDERS = "public.orders";
    private static final String WEIRD = "public.Weird Table";
    private static final String INSERT = "INSERT INTO orders VALUES (1)";

    private final TestSleeper orders = new TestSleeper();
    private final TestSleeper weird = new TestSleeper();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private PostgresDatabaseFixture database;

    @BeforeEach
    void create() throws SQLException {
        database = PostgresDatabaseFixture.create();
        database.execute("CREATE TABLE orders (id int); CREATE TABLE \"Weird Table\" (id int)");
        database.execute("CREATE SCHEMA signalbox");
        database.execute(WakeUpTrigger.functionDdl());
        database.execute(WakeUpTrigger.triggerDdl(new TableName(null, "orders")));
        database.execute(WakeUpTrigger.triggerDdl(new TableName("public", "Weird Table")));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        database.close();
    }

    @Test
    void aNewRowWakesTheSleeperOfItsTableAndNobodyElse() throws SQLException {
        listen();
        orders.sleep();
        weird.sleep();
        int before = weird.wakes();

        database.execute("INSERT INTO \"Weird Table\" VALUES (1)");
        weird.awaitWakes(before + 1);
        weird.awaits(WakeUps.UNARMED);

        assertThat(orders.state()).isEqualTo(WakeUps.ARMED);
        assertThat(orders.isIdle()).isTrue();
    }

    @Test
    void aNotificationWithoutATableWakesEverybodyAndOneForAnUnknownTableNobody() throws SQLException {
        listen();
        orders.sleep();
        weird.sleep();

        database.execute("NOTIFY signalbox_wake, 'public.unknown'");
        database.execute("INSERT INTO \"Weird Table\" VALUES (1)");
        weird.awaits(WakeUps.UNARMED);
        assertThat(orders.isIdle()).as("woken by another table's notification").isTrue();

        database.execute("NOTIFY signalbox_wake");
        orders.awaits(WakeUps.UNARMED);
    }

    @Test
    void whileNobodySleepsWritersSayNothing() throws SQLException {
        listen();
        orders.awaits(WakeUps.UNARMED);
        try (Connection eavesdropper = database.connect();
                Statement statement = eavesdropper.createStatement()) {
            statement.execute("LISTEN signalbox_wake");
            database.execute(INSERT);
            database.execute("NOTIFY signalbox_wake, 'end'");

            assertThat(heardUntilEnd(eavesdropper)).containsExactly("end");
        }
    }

    @Test
    void nobodyFallsAsleepOverAWriterThatWillNotTell() throws SQLException {
        listen();
        orders.awaits(WakeUps.UNARMED);
        try (Connection writer = database.connect();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute(INSERT);

            orders.becomeIdle();
            await().until(() -> database.value("""
                    SELECT count(*) FROM pg_stat_activity
                    WHERE application_name LIKE '%wake-ups' AND query LIKE '%pg_try_advisory_lock%'""").equals("1"));
            assertThat(orders.state()).isEqualTo(WakeUps.UNARMED);

            writer.commit();
        }
        orders.awaits(WakeUps.ARMED);
    }

    @Test
    void aWriterTellsEvenIfItsSnapshotIsOlderThanTheSleep() throws SQLException {
        listen();
        try (Connection writer = database.connect();
                Statement statement = writer.createStatement()) {
            writer.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            writer.setAutoCommit(false);
            statement.execute("SELECT count(*) FROM orders");
            orders.sleep();

            statement.execute(INSERT);
            writer.commit();
        }
        orders.awaits(WakeUps.UNARMED);
    }

    @Test
    void aRelayThatWakesByItselfSparesItsWriters() throws SQLException {
        listen();
        orders.sleep().becomeBusy();
        orders.awaits(WakeUps.UNARMED);

        await().until(() -> database.value("SELECT count(*) FROM pg_locks WHERE mode = 'ExclusiveLock'"
                        + " AND locktype = 'advisory' AND database = "
                        + "(SELECT oid FROM pg_database WHERE datname = current_database())")
                .equals("0"));
    }

    @Test
    void nodesSleepUnderTheCoverOfOneAndAreToldWhenItEnds() throws SQLException {
        TestSleeper other = new TestSleeper();
        listen();
        listen(database.settings(), Map.of(ORDERS, other));
        orders.sleep();
        other.sleep();

        orders.becomeBusy();
        other.awaits(WakeUps.UNARMED);
        assertThat(other.isIdle()).isFalse();

        other.sleep();
        orders.sleep();
        database.execute(INSERT);
        orders.awaits(WakeUps.UNARMED);
        other.awaits(WakeUps.UNARMED);
    }

    @Test
    void whoeverWasCoveredByANodeThatDiedTakesItsPlace() throws Exception {
        TestSleeper other = new TestSleeper();
        PostgresWakeUpListener first = listen();
        listen(database.settings(), Map.of(ORDERS, other));
        orders.sleep();
        other.sleep();
        first.close();

        await().atMost(Duration.ofSeconds(20)).until(() -> {
            database.execute(INSERT);
            return other.state() == WakeUps.UNARMED;
        });
    }

    @Test
    void afterALostConnectionEverybodyLooksOnce() throws SQLException {
        listen();
        orders.sleep();
        int before = weird.wakes();

        database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE application_name LIKE '%wake-ups' AND datname = current_database()");
        orders.awaits(WakeUps.ABSENT);
        orders.awaits(WakeUps.UNARMED);
        weird.awaitWakes(before + 1);

        orders.sleep();
        database.execute(INSERT);
        orders.awaits(WakeUps.UNARMED);
    }

    @Test
    void aSilentConnectionIsNotTrusted() throws Exception {
        try (var proxy = new FreezingProxy(PostgresDatabaseFixture.port())) {
            PostgresSettings settings =
                    PostgresSettings.of(database.urlThrough(proxy.port()), PostgresDatabaseFixture.SUPERUSER, "secret");
            listen(settings, Map.of(ORDERS, orders));
            orders.sleep();
            proxy.freezePresentOnes();

            await().atMost(Duration.ofSeconds(20)).until(() -> orders.state() == WakeUps.ABSENT);
            await().atMost(Duration.ofSeconds(20)).until(() -> orders.state() == WakeUps.UNARMED);
        }
    }

    @Test
    void withoutATriggerOnItsTableARelayPolls() throws SQLException {
        database.execute("ALTER TABLE orders DISABLE TRIGGER signalbox_wake");
        listen();
        weird.sleep();
        assertThat(orders.state()).isEqualTo(WakeUps.ABSENT);

        database.execute("DROP TRIGGER signalbox_wake ON \"Weird Table\"");
        weird.awaits(WakeUps.ABSENT);
    }

    @Test
    void aTriggerIsFoundWhenItComes() throws SQLException {
        database.execute("ALTER TABLE orders DISABLE TRIGGER signalbox_wake");
        listen();
        weird.awaits(WakeUps.UNARMED);

        database.execute("ALTER TABLE orders ENABLE TRIGGER signalbox_wake");
        orders.sleep();
    }

    @Test
    void behindAProxyThatPoolsTransactionsItPolls() throws Exception {
        try (var proxy = PostgresDatabaseFixture.proxy("transaction")) {
            PostgresSettings settings =
                    PostgresSettings.of(database.urlThrough(proxy.port()), PostgresDatabaseFixture.SUPERUSER, "secret");
            PostgresWakeUpListener listener = listen(settings, Map.of(ORDERS, orders));

            await().until(() -> !listener.isAlive());
            assertThat(orders.state()).isEqualTo(WakeUps.ABSENT);
        }
    }

    @Test
    void closingEndsItAtOnce() throws SQLException {
        PostgresWakeUpListener listener = listen();
        orders.sleep();

        listener.close();

        assertThat(listener.isAlive()).isFalse();
        assertThat(orders.state()).isEqualTo(WakeUps.ABSENT);
        await().until(() -> database.value("SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database"
                        + " WHERE l.locktype = 'advisory' AND d.datname = current_database()")
                .equals("0"));
    }

    private PostgresWakeUpListener listen() {
        return listen(database.settings(), Map.of(ORDERS, orders, WEIRD, weird));
    }

    private PostgresWakeUpListener listen(PostgresSettings settings, Map<String, WakeUpTarget> wakeUpTargets) {
        PostgresConnections connections = PostgresConnections.open(settings, "node");
        opened.add(connections);
        var listener =
                new PostgresWakeUpListener("shop", connections, wakeUpTargets, Clock.SYSTEM, Duration.ofMillis(300));
        opened.add(listener);
        listener.start();
        return listener;
    }

    private static List<String> heardUntilEnd(Connection connection) throws SQLException {
        List<String> heard = new ArrayList<>();
        while (!heard.contains("end")) {
            for (PGNotification each : connection.unwrap(PGConnection.class).getNotifications(10_000)) {
                heard.add(each.getParameter());
            }
        }
        return heard;
    }
}
