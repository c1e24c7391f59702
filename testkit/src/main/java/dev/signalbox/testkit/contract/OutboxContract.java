package dev.signalbox.testkit.contract;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimResult;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.SettleResult;
import dev.signalbox.core.source.SourceException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;

/** A contract each of whose tests has an empty table, a source and an owner. */
@SuppressWarnings("NullAway.Init") // Set before each test.
public abstract class OutboxContract {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    OutboxFixture table;
    ClaimSource source;
    Incarnation owner;
    private int rows;

    /** An empty table. */
    protected abstract OutboxFixture open() throws Exception;

    void needsRowLocks() {
        Assumptions.assumeTrue(table.hasRowLocks(), "OPTIONAL: no row can be locked in this database");
    }

    @BeforeEach
    void openTable() throws Exception {
        table = open();
        source = table.newSource(Ordering.BLOCK, false);
        owner = table.join("first");
    }

    @AfterEach
    void closeTable() {
        if (owner != null) { // null if the server is missing
            source.close();
            table.close();
        }
    }

    /** The state of a claimed row in the table. */
    final String held() {
        return table.claimMode() == ClaimMode.MARK ? "PROCESSING" : "PENDING";
    }

    void insert(@Nullable String group, int count) {
        for (int i = 0; i < count; i++) {
            table.insert("m" + rows, group, "{}", START.plusSeconds(rows));
            rows++;
        }
    }

    List<String> claim() throws SourceException {
        return ids(source.claim(owner, request(100, 100)));
    }

    List<Message> claim(int messages, int perGroup) throws SourceException {
        return source.claim(owner, request(messages, perGroup)).messages();
    }

    Message claimOne() throws SourceException {
        return claim(1, 1).getFirst();
    }

    SettleResult settle(Verdict.Final verdict, List<Message> messages) throws SourceException {
        return source.settle(
                owner,
                messages.stream()
                        .map(message -> new Settlement(message, verdict))
                        .toList());
    }

    /** The ids that are recorded. */
    Set<String> settle(Verdict.Final verdict, Message message) throws SourceException {
        return settle(verdict, List.of(message)).recorded();
    }

    static ClaimRequest request(int messages, int perGroup) {
        return request(messages, perGroup, Shards.ALL);
    }

    static ClaimRequest request(int messages, int perGroup, Shards shards) {
        return new ClaimRequest(shards, messages, 1 << 20, perGroup, Set.of(), Set.of());
    }

    static List<String> ids(ClaimResult claimResult) {
        return claimResult.messages().stream().map(Message::id).toList();
    }
}
