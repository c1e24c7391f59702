package dev.signalbox.postgres.schema;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Adds to a database what it lacks, without making its writers wait. */
public final class SchemaInstaller {
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final Duration LOCK = Duration.ofMillis(500);
    private static final Duration STATEMENT = Duration.ofMinutes(1);
    private static final int TRIES = 20;

    private final PostgresConnections connections;
    private final Consumer<String> progress;
    private final int tries;

    /** @param progress told what is being done, a line at a time */
    public SchemaInstaller(PostgresConnections connections, Consumer<String> progress) {
        this(connections, progress, TRIES);
    }

    SchemaInstaller(PostgresConnections connections, Consumer<String> progress, int tries) {
        this.connections = connections;
        this.progress = progress;
        this.tries = tries;
    }

    /**
     * Carries out all steps that can be done.
     *
     * @return why others could not be, in words; empty if all is done
     * @throws SQLException if the database can't be reached, or somebody else is installing
     */
    public List<String> run(List<Step> steps) throws SQLException {
        TimeLimits usual = connections.settings().limits();
        TimeLimits limits = new TimeLimits(
                usual.connect(), usual.borrow(), STATEMENT.plusSeconds(5), STATEMENT, LOCK, usual.idleInTransaction());
        List<String> failures = new ArrayList<>();
        try (Connection connection = connections.openOwn("schema", limits, Map.of())) {
            takeTurn(connection);
            for (Step step : steps) {
                carryOut(connection, step, failures);
            }
        }
        return failures;
    }

    private static void takeTurn(Connection connection) throws SQLException {
        try (PreparedStatement statement = sql("try-lock.sql").prepare(connection, Map.of());
                ResultSet row = statement.executeQuery()) {
            row.next();
            if (!row.getBoolean("locked")) {
                throw new SQLException("somebody else is installing at this moment; try again when that has ended");
            }
        }
    }

    private void carryOut(Connection connection, Step step, List<String> failures) {
        if (!step.missingRights().isEmpty()) {
            failures.add("cannot %s: %s is missing".formatted(step.title(), String.join(", ", step.missingRights())));
            return;
        }
        progress.accept(step.title());
        try {
            switch (step.manner()) {
                case TRANSACTION -> inTransaction(connection, step);
                case CONCURRENTLY -> concurrently(step);
            }
            progress.accept("  done");
        } catch (SQLException e) {
            failures.add("could not %s: %s".formatted(step.title(), e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failures.add("could not %s: interrupted".formatted(step.title()));
        }
    }

    private void inTransaction(Connection connection, Step step) throws SQLException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                Transactions.run(connection, it -> execute(it, step.statements()));
                return;
            } catch (SQLException e) {
                if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                    throw e;
                }
                String blockers = blockers(connection, step);
                if (attempt == tries) {
                    throw new SQLException(
                            "the table was in use in each of %d tries of %d ms, so as not to make its writers wait longer%s"
                                    .formatted(tries, LOCK.toMillis(), blockers),
                            e.getSQLState(),
                            e);
                }
                progress.accept("  the table is in use, trying again" + blockers);
                pause(Duration.ofMillis(Math.min(2_000, 250L * attempt)));
            }
        }
    }

    /** Building an index makes nobody wait, and may take hours: it has no limit of time, on a connection of its own. */
    private void concurrently(Step step) throws SQLException {
        try (Connection connection = connections.openOwn("schema index");
                IndexProgress _ = IndexProgress.watch(connections, connection, line -> progress.accept("  " + line))) {
            connection.setNetworkTimeout(Runnable::run, 0);
            execute(connection, List.of("SET statement_timeout = 0", "SET lock_timeout = 0"));
            execute(connection, step.statements());
        }
    }

    private static boolean execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
        return true;
    }

    private static String blockers(Connection connection, Step step) throws SQLException {
        List<String> blockers = new ArrayList<>();
        try (PreparedStatement statement = sql("blockers.sql").prepare(connection, Map.of("table", step.table()));
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                blockers.add(rows.getString("blocker"));
            }
        }
        return blockers.isEmpty() ? "" : "; used by " + String.join(", ", blockers);
    }

    private static void pause(Duration time) throws InterruptedException {
        boolean _ = new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    static Sql sql(String resource) {
        return SqlTemplate.load(SchemaInstaller.class, resource).fill(Map.of(), Set.of());
    }
}
