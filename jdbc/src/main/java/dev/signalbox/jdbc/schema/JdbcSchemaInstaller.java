package dev.signalbox.jdbc.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Adds what a database lacks, without blocking its writers. */
public final class JdbcSchemaInstaller {
    /** How one database is changed. */
    public interface SchemaChanger {
        /** How long a change waits for a table in use, blocking its writers. */
        Duration patience();

        /** Opens a connection for short changes, with this lock time-out. */
        Connection open() throws SQLException;

        /** Prevents concurrent installations while the connection is open; false if another one is running. */
        boolean takeTurn(Connection connection) throws SQLException;

        /** Runs the statements, atomically if the database supports it. */
        void change(Connection connection, List<String> statements) throws SQLException;

        /** Runs the statements without a time limit, and reports progress. */
        void build(List<String> statements, Consumer<String> progress) throws SQLException;

        boolean isInUse(SQLException failure);

        /** The sessions that prevent changing the table, as far as they are visible. */
        List<String> users(Connection connection, String table) throws SQLException;
    }

    private static final int TRIES = 20;

    private final SchemaChanger changer;
    private final Consumer<String> progress;
    private final int tries;

    /** @param progress receives each action as one line */
    public JdbcSchemaInstaller(SchemaChanger changer, Consumer<String> progress) {
        this(changer, progress, TRIES);
    }

    /** @param tries the number of attempts on a table in use */
    public JdbcSchemaInstaller(SchemaChanger changer, Consumer<String> progress, int tries) {
        this.changer = changer;
        this.progress = progress;
        this.tries = tries;
    }

    /**
     * Runs all steps that are possible.
     *
     * @return why the other steps failed; empty if all steps are done
     * @throws SQLException if the database is unreachable, or another installation is running
     */
    public List<String> run(List<SchemaStep> steps) throws SQLException {
        List<String> failures = new ArrayList<>();
        try (Connection connection = changer.open()) {
            if (!changer.takeTurn(connection)) {
                throw new SQLException("another installation is running at this moment; try again when it has ended");
            }
            for (SchemaStep step : steps) {
                carryOut(connection, step, failures);
            }
        }
        return failures;
    }

    private void carryOut(Connection connection, SchemaStep step, List<String> failures) {
        if (!step.missingRights().isEmpty()) {
            failures.add("cannot %s: %s is missing".formatted(step.title(), String.join(", ", step.missingRights())));
            return;
        }
        progress.accept(step.title());
        try {
            switch (step.execution()) {
                case TRANSACTION -> change(connection, step);
                case CONCURRENTLY -> changer.build(step.statements(), line -> progress.accept("  " + line));
                case BY_HAND -> {
                    progress.accept("  left to an administrator: see 'signalbox schema sql'");
                    return;
                }
            }
            progress.accept("  done");
        } catch (SQLException e) {
            failures.add("could not %s: %s".formatted(step.title(), e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failures.add("could not %s: interrupted".formatted(step.title()));
        }
    }

    private void change(Connection connection, SchemaStep step) throws SQLException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                changer.change(connection, step.statements());
                return;
            } catch (SQLException e) {
                if (!changer.isInUse(e)) {
                    throw e;
                }
                String users = users(connection, step);
                if (attempt == tries) {
                    throw new SQLException(
                            "the table was in use in each of %d tries of %d ms, so as not to make its writers wait longer%s"
                                    .formatted(tries, changer.patience().toMillis(), users),
                            e.getSQLState(),
                            e);
                }
                progress.accept("  the table is in use, trying again" + users);
                pause(Duration.ofMillis(Math.min(2_000, 250L * attempt)));
            }
        }
    }

    private String users(Connection connection, SchemaStep step) throws SQLException {
        List<String> users = changer.users(connection, step.table());
        return users.isEmpty() ? "" : "; used by " + String.join(", ", users);
    }

    private static void pause(Duration time) throws InterruptedException {
        boolean _ = new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
    }
}
