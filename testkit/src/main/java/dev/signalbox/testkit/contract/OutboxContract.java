package dev.signalbox.testkit.contract;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimResult;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.SourceException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;

/** A contract each of whose tests has an empty table, a source and an owner. */
public abstract class OutboxContract {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    OutboxFixture table = fixtureNotOpened();
    ClaimSource source = fixtureNotOpened();
    Incarnation owner = new Incarnation("none");
    private int rows;
    private boolean opened;

    /** An empty table. */
    protected abstract OutboxFixture open() throws Exception;

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T fixtureNotOpened() {
        return null;
    }

    void needsRowLocks() {
        Assumptions.assumeTrue(table.hasRowLocks(), "OPTIONAL: no row can be locked in this database");
    }

    @BeforeEach
    void openTable() throws Exception {
        table = open();
        source = table.newSource(Ordering.BLOCK, false);
        owner = table.join("first");
        opened = true;
    }

    @AfterEach
    void closeTable() {
        if (opened) {
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

    static ClaimRequest request(int messages, int perGroup) {
        return request(messages, perGroup, Shards.ALL);
    }

    static ClaimRequest request(int messages, int perGroup, Shards shards) {
        return new ClaimRequest(shards, messages, 1 << 20, perGroup, Set.of(), Set.of());
    }

    static List<String> ids(ClaimResult claimResult) {
        List<String> ids = new ArrayList<>();
        claimResult.messages().forEach(message -> ids.add(message.id()));
        return ids;
    }
}
