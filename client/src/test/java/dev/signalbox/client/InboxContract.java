package dev.signalbox.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The contract of the inbox on every database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InboxContract {
    private static final String MARKS = "SELECT message_id, consumer_group FROM signalbox_inbox ORDER BY 1, 2";

    final Inbox inbox = Inbox.create();
    TestDatabase database;

    abstract TestDatabase create() throws Exception;

    @BeforeAll
    void prepare() throws Exception {
        database = create();
        database.run("CREATE TABLE booked (id varchar(20) PRIMARY KEY)");
        try (Connection connection = database.connect()) {
            inbox.createTable(connection);
        }
    }

    @BeforeEach
    void empty() throws Exception {
        database.run("DELETE FROM signalbox_inbox", "DELETE FROM booked");
    }

    @AfterAll
    void drop() throws Exception {
        if (database != null) {
            database.close();
        }
    }

    private static void book(Connection connection, String id) throws SQLException {
        TestDatabase.run(connection, "INSERT INTO booked VALUES ('" + id + "')");
    }

    /** Consumes a message by inserting a row that fails if inserted twice. */
    private boolean consume(Connection connection, String id) throws SQLException {
        return inbox.once(connection, id, "billing", () -> book(connection, id));
    }

    @Test
    void workIsDoneOnceForEachGroup() throws Exception {
        try (Connection connection = database.begin()) {
            assertThat(consume(connection, "m1")).isTrue();
            assertThat(consume(connection, "m1")).isFalse();
            connection.commit();
            assertThat(consume(connection, "m1")).isFalse();
            assertThat(inbox.once(connection, "m1", "mail", () -> book(connection, "mail of m1")))
                    .isTrue();
            connection.commit();
        }
        assertThat(database.rows("SELECT id FROM booked ORDER BY id")).containsExactly("m1", "mail of m1");
        assertThat(database.rows(MARKS)).containsExactly("m1|billing", "m1|mail");
    }

    @Test
    void aRollbackTakesWorkAndMark() throws Exception {
        try (Connection connection = database.begin()) {
            consume(connection, "m1");
            connection.rollback();
            assertThat(database.rows(MARKS)).isEmpty();
            assertThat(consume(connection, "m1")).isTrue();
            connection.commit();
        }
        assertThat(database.rows(MARKS)).containsExactly("m1|billing");
    }

    @Test
    void workThatFailsLeavesNeitherMarkNorPartsEvenIfTheRestIsCommitted() throws Exception {
        try (Connection connection = database.begin()) {
            book(connection, "before");
            assertThatThrownBy(() -> inbox.once(connection, "m1", "billing", () -> {
                        book(connection, "m1");
                        throw new java.io.IOException("no paper");
                    }))
                    .isInstanceOf(java.io.IOException.class)
                    .hasMessage("no paper")
                    .hasNoSuppressedExceptions();
            book(connection, "after");
            connection.commit();
        }
        assertThat(database.rows("SELECT id FROM booked ORDER BY id")).containsExactly("after", "before");
        assertThat(database.rows(MARKS)).isEmpty();
    }

    @Test
    void workThatFailsInTheDatabaseDoesNotEndTheTransaction() throws Exception {
        try (Connection connection = database.begin()) {
            book(connection, "m1");
            assertThatThrownBy(() -> consume(connection, "m1")).isInstanceOf(SQLException.class);
            assertThat(inbox.once(connection, "m2", "billing", () -> book(connection, "m2")))
                    .isTrue();
            connection.commit();
        }
        assertThat(database.rows(MARKS)).containsExactly("m2|billing");
    }

    @Test
    void aDuplicateWaitsAndIsPassedOverIfTheFirstCommits() throws Exception {
        assertThat(race(true)).isFalse();
        assertThat(database.rows("SELECT id FROM booked")).containsExactly("m1");
    }

    @Test
    void aDuplicateWaitsAndIsDoneIfTheFirstRollsBack() throws Exception {
        assertThat(race(false)).isTrue();
        assertThat(database.rows("SELECT id FROM booked")).containsExactly("m1");
    }

    /** Whether the second of two transactions did the work. */
    private boolean race(boolean firstCommits) throws Exception {
        try (Connection first = database.begin();
                Connection second = database.begin();
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            assertThat(consume(first, "m1")).isTrue();
            Future<Boolean> other = thread.submit(() -> {
                boolean done = consume(second, "m1");
                second.commit();
                return done;
            });
            await().until(() -> other.isDone() || database.sessionsWaiting() > 0);
            assertThat(other).isNotDone();
            if (firstCommits) {
                first.commit();
            } else {
                first.rollback();
            }
            return other.get();
        }
    }

    @Test
    void aDuplicateIsDoneIfTheFirstFailsAndCommitsNevertheless() throws Exception {
        try (Connection first = database.begin();
                Connection second = database.begin()) {
            assertThatThrownBy(() -> inbox.once(first, "m1", "billing", () -> {
                        throw new IllegalStateException("no");
                    }))
                    .hasMessage("no");
            first.commit();
            assertThat(consume(second, "m1")).isTrue();
            second.commit();
        }
    }

    @Test
    void otherErrorsAreNotTakenForDuplicates() throws Exception {
        Inbox strict = Inbox.inTable("strict_inbox");
        try (Connection connection = database.connect()) {
            strict.createTable(connection);
        }
        database.run("ALTER TABLE strict_inbox ADD CONSTRAINT no_bad CHECK (message_id <> 'bad')");
        try (Connection connection = database.begin()) {
            assertThatThrownBy(() -> strict.once(connection, "bad", "billing", () -> book(connection, "bad")))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("no_bad");
            assertThat(strict.once(connection, "good", "billing", () -> book(connection, "good")))
                    .isTrue();
            connection.commit();
        }
        assertThat(database.rows("SELECT id FROM booked")).containsExactly("good");
    }

    @Test
    void idsAreExact() throws Exception {
        try (Connection connection = database.begin()) {
            assertThat(Stream.of("m", "M", "m ", "ｍ", "ḿ").map(id -> done(connection, id)))
                    .containsOnly(true);
            connection.rollback();
            assertThatThrownBy(() -> consume(connection, "x".repeat(256))).hasMessageContaining("at most 255");
            assertThatThrownBy(() -> consume(connection, " ")).hasMessage("the message id is blank");
        }
    }

    private boolean done(Connection connection, String id) {
        try {
            return inbox.once(connection, id, "billing", () -> {});
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aConnectionThatCommitsByItselfIsRefused() throws Exception {
        try (Connection connection = database.connect()) {
            assertThatThrownBy(() -> consume(connection, "m1"))
                    .isInstanceOf(NoTransactionException.class)
                    .hasMessageContaining("setAutoCommit(false)");
        }
        assertThat(database.rows("SELECT id FROM booked")).isEmpty();
    }

    @Test
    void oldMarksAreForgottenInSteps() throws Exception {
        database.run(
                database.isPostgres()
                        ? "INSERT INTO signalbox_inbox SELECT 'm' || n, 'billing', now() - interval '8 days' FROM generate_series(1, 2500) n"
                        : "INSERT INTO signalbox_inbox SELECT concat('m', seq), 'billing', now(6) - INTERVAL 8 DAY FROM (%s) n"
                                .formatted(numbers()));
        try (Connection connection = database.begin()) {
            consume(connection, "young");
            connection.commit();
        }
        assertThat(inbox.cleanUp(database.dataSource(false), Duration.ofDays(9)))
                .isZero();
        assertThat(inbox.cleanUp(database.dataSource(false), Duration.ofDays(7)))
                .isEqualTo(2_500);
        assertThat(database.rows(MARKS)).containsExactly("young|billing");
        try (Connection connection = database.begin()) {
            assertThat(inbox.cleanUp(connection, Duration.ZERO)).isEqualTo(1);
            connection.rollback();
        }
        assertThat(database.rows(MARKS)).containsExactly("young|billing");
    }

    private static String numbers() {
        String digits = "(SELECT 0 d UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5"
                + " UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9)";
        return "SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d AS seq FROM %1$s a, %1$s b, %1$s c, %1$s e WHERE e.d < 3"
                        .formatted(digits)
                + " AND a.d + 10 * b.d + 100 * c.d + 1000 * e.d < 2500";
    }

    @Test
    void concurrentCreationMakesTheTableOnce() throws Exception {
        Inbox many = Inbox.inTable("many_inbox");
        Callable<Void> creation = () -> {
            try (Connection connection = database.connect()) {
                many.createTable(connection);
            }
            return null;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<Void> done : threads.invokeAll(List.of(creation, creation, creation, creation))) {
                done.get();
            }
        }
        assertThat(database.value("SELECT count(*) FROM many_inbox")).isEqualTo("0");
    }
}
