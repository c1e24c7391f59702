package dev.signalbox.postgres.owntable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.SqlWork;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Settlements during a read whose result may contain their rows again. */
class OwnTableStateTest {
    private final OwnTableState owned = new OwnTableState(Ordering.BLOCK, ReadAheadBuffer.BufferLimits.DEFAULTS);
    private final OwnTableRow ownTableRow = new OwnTableRow(
            new RowKey(7, 1),
            "m",
            "g",
            2,
            new OwnTableRow.RowContent("EVENT", Payload.of("{}"), 0, Instant.EPOCH, Map.of()));
    private final Message message = new Message(
            "m", "g", 7, "EVENT", Payload.of("{}"), 0, Instant.EPOCH, new Claim(1, Instant.EPOCH), Suspicion.NONE);

    @BeforeEach
    void handOutARowAndBeginAtTheBottom() {
        owned.own(Shards.ALL);
        owned.read(owned.beginReading(100), answer("10:10:", ownTableRow));
        assertThat(choose()).containsExactly(ownTableRow);
        owned.handOut(1, List.of(ownTableRow));
        owned.readingFailed();
    }

    private static TableReadResult answer(String snapshot, OwnTableRow... ahead) {
        return new TableReadResult(snapshot, Instant.EPOCH, List.of(), List.of(ahead), List.of(), List.of());
    }

    private List<OwnTableRow> choose() {
        OwnTableClaimSelection selection = selection();
        owned.choose(selection);
        return selection.rows;
    }

    private static OwnTableClaimSelection selection() {
        return new OwnTableClaimSelection(new ClaimRequest(Shards.ALL, 10, 1_000, 10, Set.of(), Set.of()));
    }

    @Test
    void aRowThatIsHeldIsNotHandedOutAgain() {
        owned.read(owned.beginReading(100), answer("11:11:", ownTableRow));
        assertThat(choose()).isEmpty();
    }

    @Test
    void aRowThatIsFinishedDuringTheReadIsNotHandedOutAgain() {
        OwnTableState.ReadRequest readRequest = owned.beginReading(100);
        owned.end(message, OwnTableState.RowAfterSettlement.GONE);
        owned.read(readRequest, answer("11:11:", ownTableRow));
        assertThat(choose()).isEmpty();
    }

    @Test
    void aRowThatIsCountedDuringTheReadComesWithWhatWasCounted() {
        OwnTableState.ReadRequest readRequest = owned.beginReading(100);
        owned.end(message, OwnTableState.RowAfterSettlement.FAILED);
        owned.read(readRequest, answer("11:11:", ownTableRow));
        assertThat(choose())
                .singleElement()
                .satisfies(it -> assertThat(it.content())
                        .isEqualTo(new OwnTableRow.RowContent("EVENT", Payload.of("{}"), 1, Instant.EPOCH, Map.of())));
    }

    @Test
    void anotherServersSnapshotMeansBeginningAtTheBottom() {
        owned.read(owned.beginReading(100), answer("11:11:", ownTableRow));
        OwnTableState.ReadRequest next = owned.beginReading(100);
        assertThat(next.plan().furthest()).isOne();

        assertThat(owned.read(next, answer("5:5:"))).isFalse();
        assertThat(owned.beginReading(100).plan().furthest()).isEqualTo(ShardReadPositions.BOTTOM);
    }

    @Test
    void aGroupThatGoesOnAfterAFailedReadBeginsWithItsFirstRow() {
        OwnTableRow before = new OwnTableRow(new RowKey(7, 0), "before", "h", 2, ownTableRow.content());
        OwnTableRow second = new OwnTableRow(new RowKey(7, 2), "second", "g", 2, ownTableRow.content());
        owned.read(owned.beginReading(100), answer("11:11:", ownTableRow, second));
        owned.end(message, OwnTableState.RowAfterSettlement.BLOCKS);
        owned.readingFailed();

        // The first row was retried meanwhile, and the read does not get as far
        owned.read(
                owned.beginReading(1),
                new TableReadResult("12:12:", Instant.EPOCH, List.of(), List.of(before), List.of(), List.of("g")));

        assertThat(choose()).containsExactly(before);
        OwnTableState.GroupRange range = Objects.requireNonNull(owned.nextRange(selection()));
        assertThat(range.after()).isEqualTo(ShardReadPositions.BOTTOM);
        owned.scanned(range, List.of(), Long.MAX_VALUE);
        owned.read(owned.beginReading(100), answer("13:13:", ownTableRow, second));
        assertThat(choose()).containsExactly(ownTableRow, second);
    }

    @Test
    void aReadThatBeganBeforeAShardWasGainedSaysNothingOfIt() {
        owned.end(message, OwnTableState.RowAfterSettlement.GONE);
        OwnTableState.ReadRequest readRequest = owned.beginReading(100);
        owned.gained(Shards.of(7));
        OwnTableRow stale = new OwnTableRow(new RowKey(7, 2), "stale", "g", 2, ownTableRow.content());
        OwnTableRow other = new OwnTableRow(new RowKey(8, 3), "other", "h", 2, ownTableRow.content());
        owned.read(readRequest, answer("11:11:", stale, other));
        assertThat(choose()).containsExactly(other);
        assertThat(owned.beginReading(100).plan().shares())
                .filteredOn(shardRead -> shardRead.shard() == 7)
                .allMatch(shardRead -> shardRead.after() == ShardReadPositions.BOTTOM);
    }

    @Test
    void aLookThatFailsIsOver() {
        var few = new OwnTableState(Ordering.BLOCK, new ReadAheadBuffer.BufferLimits(10, 1_000, 10, 1, 10));
        few.own(Shards.ALL);
        OwnTableRow forgotten = new OwnTableRow(new RowKey(7, 2), "second", "g", 2, ownTableRow.content());
        OwnTableRow other = new OwnTableRow(new RowKey(8, 3), "other", "h", 2, ownTableRow.content());
        few.read(few.beginReading(100), answer("10:10:", ownTableRow, forgotten, other));
        OwnTableClaimSelection ownTableClaimSelection =
                new OwnTableClaimSelection(new ClaimRequest(Shards.ALL, 10, 1_000, 10, Set.of(), Set.of()));
        few.choose(ownTableClaimSelection);
        assertThat(ownTableClaimSelection.rows).containsExactlyInAnyOrder(ownTableRow, other);
        ownTableClaimSelection.rows.forEach(few::gone);

        OwnTableState.GroupRange groupRange = Objects.requireNonNull(few.nextRange(ownTableClaimSelection));
        assertThatThrownBy(() -> disconnected()
                        .lookAgain(new OwnTableSql(PostgresOwnTable.DEFAULT_NAME, false), few, groupRange))
                .isInstanceOf(SourceException.class);
        few.own(Shards.of(8));
        few.restartIfIdle();
        assertThat(few.beginReading(100).plan().furthest()).isEqualTo(ShardReadPositions.BOTTOM);
    }

    private static ReadRows disconnected() {
        Fence fence = new Fence() {
            @Override
            public boolean byLeaseRow() {
                return false;
            }

            @Override
            public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
                throw new SQLException("no connection", "08006");
            }
        };
        var statements = new FencedStatements("signalbox_outbox", fence, () -> {
            throw new SQLException("no connection", "08006");
        });
        return new ReadRows(statements, OutboxSettings.DEFAULTS);
    }
}
