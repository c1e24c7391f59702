package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.all;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.flowcatalyst;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.insert;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.insertMany;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MySqlShardsTest {
    private static final int ROWS = 3_000;
    private static final int LATE = 200;

    private static List<Message> drain(MySqlDatabaseFixture database, ClaimMode claimMode, String name, Shards shards)
            throws Exception {
        MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS.with(claimMode));
        Incarnation me = database.join(name);
        ClaimRequest request = new ClaimRequest(shards, 100, Long.MAX_VALUE, 10, Set.of(), Set.of());
        List<Message> delivered = new ArrayList<>();
        int inVain = 0;
        while (inVain < 20) {
            ClaimResult claimResult = outbox.claim(me, request);
            inVain = claimResult.messages().isEmpty() && !claimResult.more() ? inVain + 1 : 0;
            assertThat(outbox.settle(me, all(claimResult, Verdict.COMPLETE)).recorded())
                    .hasSameSizeAs(claimResult.messages());
            delivered.addAll(claimResult.messages());
        }
        return delivered;
    }

    /** While an application writes, in both claim modes. */
    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void twoOwnersAtOnceShareTheTable(MySqlTestServer server) throws Exception {
        Shards low = Shards.of(IntStream.range(0, Shards.COUNT / 2).toArray());
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            insertMany(database, ROWS, 50, "PENDING");
            Future<List<Message>> one = threads.submit(() -> drain(database, ClaimMode.MARK, "one", low));
            Future<List<Message>> two =
                    threads.submit(() -> drain(database, ClaimMode.OWN, "two", Shards.ALL.minus(low)));
            for (int i = 0; i < LATE; i++) {
                insert(database, "Z%05d".formatted(i), i % 2 == 0 ? "group-" + i % 50 : null, 100_000 + i);
            }
            one.get();
            two.get();
            // Collects rows that arrived just after one of the owners found nothing
            List<Message> rest = new ArrayList<>(drain(database, ClaimMode.MARK, "one-again", low));
            rest.addAll(drain(database, ClaimMode.OWN, "two-again", Shards.ALL.minus(low)));

            List<Message> delivered = new ArrayList<>(one.get());
            delivered.addAll(two.get());
            delivered.addAll(rest);
            assertThat(delivered)
                    .extracting(Message::id)
                    .doesNotHaveDuplicates()
                    .hasSize(ROWS + LATE);
            delivered.stream()
                    .filter(message -> message.group() != null)
                    .collect(Collectors.groupingBy(message -> String.valueOf(message.group())))
                    .forEach((group, messages) -> assertThat(messages)
                            .as(group)
                            .extracting(Message::id)
                            .isSorted());
            assertThat(database.rows("SELECT DISTINCT status FROM outbox_events"))
                    .containsExactly("COMPLETED");
            assertThat(database.value("SELECT count(*) FROM signalbox_claims")).isEqualTo("0");
        }
    }
}
