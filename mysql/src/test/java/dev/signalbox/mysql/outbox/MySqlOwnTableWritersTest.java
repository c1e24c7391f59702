package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.all;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.ownTable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Writers with their own groups run overlapping transactions and sometimes roll back, while two owners deliver,
 * sometimes fail, and release messages. Every committed message arrives once and in group order, and nothing else
 * arrives.
 */
class MySqlOwnTableWritersTest {
    private static final int WRITERS = 4;
    private static final int TRANSACTIONS = 80;
    private static final Shards LOW =
            Shards.of(IntStream.range(0, Shards.COUNT / 2).toArray());

    /** @return the committed ids, in order */
    private static List<String> write(MySqlDatabaseFixture database, int writer) throws Exception {
        Random random = new Random(writer);
        List<String> committed = new ArrayList<>();
        String insert = "INSERT INTO outbox_events (id, message_group, type, payload) VALUES (?, ?, 'E', '{}')";
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(insert)) {
            connection.setAutoCommit(false);
            for (int transaction = 0; transaction < TRANSACTIONS; transaction++) {
                List<String> written = new ArrayList<>();
                for (int row = random.nextInt(6); row >= 0; row--) {
                    int group = random.nextInt(4);
                    String id = "%d-%d-%05d".formatted(writer, group, transaction * 10 + 9 - row);
                    statement.setString(1, id);
                    statement.setString(2, group == 3 ? null : "writer-" + writer + "-" + group);
                    statement.executeUpdate();
                    written.add(id);
                }
                if (random.nextInt(5) == 0) {
                    connection.rollback();
                } else {
                    connection.commit();
                    committed.addAll(written);
                }
            }
        }
        return committed;
    }

    /** @return the delivered messages, in order */
    private static List<Message> deliver(
            MySqlDatabaseFixture database, String name, Shards shards, AtomicBoolean written) throws Exception {
        MySqlOutbox outbox = ownTable(database, database.fence(true), OutboxSettings.DEFAULTS);
        Incarnation me = database.join(name);
        ClaimRequest request = new ClaimRequest(shards, 20, Long.MAX_VALUE, 5, Set.of(), Set.of());
        Random random = new Random(name.hashCode());
        List<Message> delivered = new ArrayList<>();
        boolean last = false;
        while (true) {
            boolean over = written.get();
            ClaimResult claimResult = outbox.claim(me, request);
            List<Settlement> verdicts = new ArrayList<>(all(claimResult, Verdict.COMPLETE));
            if (!claimResult.messages().isEmpty() && random.nextInt(4) == 0) {
                // The last message of the last group: nothing follows it
                Verdict.Final verdict = random.nextBoolean() ? Verdict.RELEASE : new Verdict.RetryAt(0, "later");
                verdicts.set(
                        verdicts.size() - 1,
                        new Settlement(claimResult.messages().getLast(), verdict));
            }
            assertThat(outbox.settle(me, verdicts).recorded()).hasSameSizeAs(verdicts);
            verdicts.stream()
                    .filter(it -> it.verdict() instanceof Verdict.Complete)
                    .forEach(it -> delivered.add(it.message()));
            if (over && last && claimResult.messages().isEmpty() && !claimResult.more()) {
                return delivered;
            }
            last = over && claimResult.messages().isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void whatIsCommittedArrivesOnceAndInOrder(MySqlTestServer server) throws Exception {
        AtomicBoolean written = new AtomicBoolean();
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            database.makeOwnTable();
            List<Callable<List<String>>> writers = new ArrayList<>();
            IntStream.range(0, WRITERS).forEach(writer -> writers.add(() -> write(database, writer)));
            Future<List<Message>> one = threads.submit(() -> deliver(database, "one", LOW, written));
            Future<List<Message>> two = threads.submit(() -> deliver(database, "two", Shards.ALL.minus(LOW), written));
            List<String> committed = new ArrayList<>();
            for (Future<List<String>> writer : threads.invokeAll(writers)) {
                committed.addAll(writer.get());
            }
            written.set(true);
            List<Message> delivered = new ArrayList<>(one.get());
            delivered.addAll(two.get());

            assertThat(delivered).extracting(Message::id).containsExactlyInAnyOrderElementsOf(committed);
            for (int writer = 0; writer < WRITERS; writer++) {
                for (int group = 0; group < 3; group++) {
                    String name = "writer-" + writer + "-" + group;
                    assertThat(delivered.stream()
                                    .filter(message -> name.equals(message.group()))
                                    .map(Message::id))
                            .as(name)
                            .isSorted();
                }
            }
            assertThat(database.value("SELECT count(*) FROM outbox_events")).isEqualTo("0");
            assertThat(database.value("SELECT count(*) FROM signalbox_claims")).isEqualTo("0");
        }
    }
}
