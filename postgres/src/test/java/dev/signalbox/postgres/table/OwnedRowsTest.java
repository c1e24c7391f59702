package dev.signalbox.postgres.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Settlements that come while a read is under way, which may bring their rows once more. */
class OwnedRowsTest {
    private final OwnedRows owned = new OwnedRows(Ordering.BLOCK, Backlog.Limits.DEFAULTS);
    private final Row row = new Row(
            new RowKey(7, 1), "m", "g", 2, new Row.Content("EVENT", Payload.of("{}"), 0, Instant.EPOCH, Map.of()));
    private final Message message = new Message(
            "m", "g", 7, "EVENT", Payload.of("{}"), 0, Instant.EPOCH, new Claim(1, Instant.EPOCH), Suspicion.NONE);

    @BeforeEach
    void handOutARowAndBeginAtTheBottom() {
        owned.own(Shards.ALL);
        owned.read(owned.beginReading(100), answer("10:10:", row));
        assertThat(choose()).containsExactly(row);
        owned.handOut(1, List.of(row));
        owned.readingFailed();
    }

    private static ReadAnswer answer(String snapshot, Row... ahead) {
        return new ReadAnswer(snapshot, Instant.EPOCH, List.of(), List.of(ahead), List.of(), List.of());
    }

    private List<Row> choose() {
        Choice choice = new Choice(new ClaimRequest(Shards.ALL, 10, 1_000, 10, Set.of(), Set.of()));
        owned.choose(choice);
        return choice.rows;
    }

    @Test
    void aRowThatIsHeldIsNotHandedOutAgain() {
        owned.read(owned.beginReading(100), answer("11:11:", row));
        assertThat(choose()).isEmpty();
    }

    @Test
    void aRowThatIsFinishedDuringTheReadIsNotHandedOutAgain() {
        OwnedRows.Reading reading = owned.beginReading(100);
        owned.end(message, new OwnedRows.End.Gone());
        owned.read(reading, answer("11:11:", row));
        assertThat(choose()).isEmpty();
    }

    @Test
    void aRowThatIsCountedDuringTheReadComesWithWhatWasCounted() {
        OwnedRows.Reading reading = owned.beginReading(100);
        owned.end(message, new OwnedRows.End.Waits(1));
        owned.read(reading, answer("11:11:", row));
        assertThat(choose())
                .singleElement()
                .satisfies(it -> assertThat(it.content())
                        .isEqualTo(new Row.Content("EVENT", Payload.of("{}"), 1, Instant.EPOCH, Map.of())));
    }

    @Test
    void anotherServersSnapshotMeansBeginningAtTheBottom() {
        owned.read(owned.beginReading(100), answer("11:11:", row));
        OwnedRows.Reading next = owned.beginReading(100);
        assertThat(next.plan().furthest()).isOne();

        assertThat(owned.read(next, answer("5:5:"))).isFalse();
        assertThat(owned.beginReading(100).plan().furthest()).isEqualTo(Cursor.BOTTOM);
    }

    @Test
    void aReadThatBeganBeforeAShardWasGainedSaysNothingOfIt() {
        owned.end(message, new OwnedRows.End.Gone());
        OwnedRows.Reading reading = owned.beginReading(100);
        owned.gained(Shards.of(7));
        Row stale = new Row(new RowKey(7, 2), "stale", "g", 2, row.content());
        Row other = new Row(new RowKey(8, 3), "other", "h", 2, row.content());
        owned.read(reading, answer("11:11:", stale, other));
        assertThat(choose()).containsExactly(other);
        assertThat(owned.beginReading(100).plan().shares())
                .filteredOn(share -> share.shard() == 7)
                .allMatch(share -> share.after() == Cursor.BOTTOM);
    }

    @Test
    void aLookThatFailsIsOver() {
        var few = new OwnedRows(Ordering.BLOCK, new Backlog.Limits(10, 1_000, 10, 1, 10));
        few.own(Shards.ALL);
        Row forgotten = new Row(new RowKey(7, 2), "second", "g", 2, row.content());
        Row other = new Row(new RowKey(8, 3), "other", "h", 2, row.content());
        few.read(few.beginReading(100), answer("10:10:", row, forgotten, other));
        Choice choice = new Choice(new ClaimRequest(Shards.ALL, 10, 1_000, 10, Set.of(), Set.of()));
        few.choose(choice);
        assertThat(choice.rows).containsExactlyInAnyOrder(row, other);
        choice.rows.forEach(few::gone);

        OwnedRows.Stretch stretch = Objects.requireNonNull(few.toLookFor(choice));
        assertThatThrownBy(
                        () -> disconnected().lookAgain(new TableSql(SignalboxTable.DEFAULT_NAME, false), few, stretch))
                .isInstanceOf(SourceException.class);
        few.own(Shards.of(8));
        few.restartIfIdle();
        assertThat(few.beginReading(100).plan().furthest()).isEqualTo(Cursor.BOTTOM);
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
