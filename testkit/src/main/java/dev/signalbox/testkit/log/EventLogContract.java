package dev.signalbox.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.log.Cursor;
import dev.signalbox.core.log.DeadLetter;
import dev.signalbox.core.log.DeferredGroupKey;
import dev.signalbox.core.log.DeferredGroupRow;
import dev.signalbox.core.log.EventFailure;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.EventLog.DeferredGroupRead;
import dev.signalbox.core.log.EventLog.DeferredGroupRead.PositionRange;
import dev.signalbox.core.log.EventLog.ReadResult;
import dev.signalbox.core.log.EventLog.RecordResult;
import dev.signalbox.core.log.EventLog.ReplayRequest;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.log.ProgressVersion;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a database must do for a log to be followed safely. */
public abstract class EventLogContract extends EventLogSuspectContract {
    private static final EventLog.Limits MANY = new EventLog.Limits(100, 1 << 20);

    private ReadPosition start() {
        return ReadPosition.of(opened.feedState().cursor());
    }

    private ReadResult.Page read(ReadPosition readPosition, EventLog.Limits limits) throws SourceException {
        return (ReadResult.Page) feed.read(me, version(), readPosition, limits);
    }

    private ReadResult.Page read(ReadPosition readPosition) throws SourceException {
        return read(readPosition, MANY);
    }

    private static List<Long> positions(List<LogEvent> events) {
        return events.stream().map(LogEvent::position).toList();
    }

    private LogFixture.Writer beginWithXid() {
        LogFixture.Writer writer = log.begin();
        writer.takeXid();
        return writer;
    }

    private long append(@Nullable String group) {
        LogFixture.Writer writer = log.begin();
        long position = writer.append(group);
        writer.commit();
        return position;
    }

    private ProgressUpdate progress(long position, DeferredGroupRow... deferredGroupRows) {
        return progress(version(), opened.revision() + 1, position, List.of(deferredGroupRows));
    }

    private static ProgressUpdate progress(
            ProgressVersion expected, long revision, long position, List<DeferredGroupRow> deferredGroupRows) {
        var rowChanges = new ProgressUpdate.RowChanges(deferredGroupRows, List.of(), List.of(), List.of());
        return progress(expected, revision, new Cursor(position, 50), List.of(position + 2), rowChanges);
    }

    private static ProgressUpdate progress(
            ProgressVersion expected,
            long revision,
            Cursor cursor,
            List<Long> beyond,
            ProgressUpdate.RowChanges rowChanges) {
        var feedState = new ProgressUpdate.FeedState(cursor, beyond, null);
        var counts = rowChanges.deadLetters().isEmpty()
                ? new ProgressUpdate.DeliveryCounts(1, 0, null)
                : new ProgressUpdate.DeliveryCounts(0, 1, "poison");
        return new ProgressUpdate(expected, revision, feedState, rowChanges, counts);
    }

    @Test
    void readsInTheOrderOfPositionsUpToTheFirstThatIsNotSafe() throws SourceException {
        long first = append("a");
        LogFixture.Writer open = beginWithXid();
        append("b");

        ReadResult.Page before = read(start());
        open.rollBack();
        long third = append("c");
        ReadResult.Page after = read(before.readPosition());

        assertThat(positions(before.ahead())).containsExactly(first);
        assertThat(before.more()).isFalse();
        assertThat(positions(after.ahead())).hasSize(2).last().isEqualTo(third);
        assertThat(after.late()).isEmpty();
    }

    @Test
    void findsAnEventThatAppearsBelowTheHead() throws SourceException {
        LogFixture.Writer slow = log.begin();
        long taken = log.takePosition();
        long quick = append("a");
        ReadResult.Page before = read(start());
        slow.appendAt(taken, "a");
        slow.commit();

        ReadResult.Page after = read(before.readPosition());

        assertThat(positions(before.ahead())).containsExactly(quick);
        assertThat(positions(after.late())).containsExactly(taken);
        assertThat(after.ahead()).isEmpty();
        assertThat(read(after.readPosition()).late()).isEmpty();
    }

    @Test
    void readsNothingAheadWhileSomethingBelowTheHeadIsVisibleAndNotSafe() throws SourceException {
        LogFixture.Writer early = beginWithXid();
        LogFixture.Writer old = beginWithXid();
        LogFixture.Writer holder = beginWithXid();
        LogFixture.Writer first = log.begin();
        long behind = first.append("g");
        early.append("other");
        early.commit();
        ReadResult.Page before = read(start());
        first.commit();
        long next = old.append("g");
        old.commit();

        ReadResult.Page blocked = read(before.readPosition());
        holder.rollBack();
        ReadResult.Page free = read(blocked.readPosition());

        assertThat(before.readPosition().head()).isGreaterThan(behind);
        assertThat(blocked.late()).isEmpty();
        assertThat(blocked.ahead()).isEmpty();
        assertThat(positions(free.late())).containsExactly(behind);
        assertThat(positions(free.ahead())).containsExactly(next);
    }

    @Test
    void limitsMayCutATransactionThatCameLate() throws SourceException {
        List<Long> taken = List.of(log.takePosition(), log.takePosition(), log.takePosition());
        append("a");
        ReadResult.Page before = read(start());
        LogFixture.Writer late = log.begin();
        taken.forEach(position -> late.appendAt(position, "b"));
        late.commit();
        long ahead = append("a");

        ReadResult.Page one = read(before.readPosition(), new EventLog.Limits(2, 1 << 20));
        ReadResult.Page two = read(one.readPosition(), new EventLog.Limits(2, 1 << 20));

        assertThat(positions(one.late())).isEqualTo(taken.subList(0, 2));
        assertThat(one.more()).isTrue();
        assertThat(one.ahead()).isEmpty();
        assertThat(positions(two.late())).isEqualTo(taken.subList(2, 3));
        assertThat(positions(two.ahead())).containsExactly(ahead);
    }

    @Test
    void theFirstEventIsReadWhateverItsSize() throws SourceException {
        long first = append("a");
        append("a");

        ReadResult.Page page = read(start(), new EventLog.Limits(10, 1));

        assertThat(positions(page.ahead())).containsExactly(first);
        assertThat(page.more()).isTrue();
        assertThat(page.readPosition().head()).isEqualTo(first);
    }

    @Test
    void eventsOfOtherTopicsMoveTheHead() throws SourceException {
        long wanted = append("a");
        LogFixture.Writer other = log.begin();
        other.appendOther();
        other.commit();
        ReadResult.Page page = read(start());
        assertThat(positions(page.ahead())).containsExactly(wanted);
        assertThat(page.readPosition().head()).isGreaterThan(wanted);
    }

    @Test
    void readsDeferredGroupsWithinTheReadPosition() throws SourceException {
        long a1 = append("a");
        long b1 = append("b");
        long a2 = append("a");
        long a3 = append("a");
        ReadPosition readPosition = read(start()).readPosition();
        append("a");
        var a = new DeferredGroupRead(DeferredGroupKey.of("a"), List.of(a1), new PositionRange("a", a2, 1));
        var b = new DeferredGroupRead(DeferredGroupKey.of("b"), List.of(), new PositionRange("b", b1, 5));
        var all = new DeferredGroupRead(DeferredGroupKey.of("feed"), List.of(), new PositionRange(null, a2, 5));

        ReadResult.DeferredEvents some = fetch(readPosition, MANY, a, b);
        ReadResult.DeferredEvents every = fetch(readPosition, MANY, all);
        ReadResult.DeferredEvents cut = fetch(readPosition, new EventLog.Limits(1, 1 << 20), b, a);

        assertThat(positions(events(some))).containsExactly(a1, a2, b1);
        assertThat(some.complete()).containsExactly(b.key());
        assertThat(positions(events(every))).containsExactly(a2, a3);
        assertThat(every.complete()).containsExactly(all.key());
        assertThat(positions(events(cut))).containsExactly(b1);
        assertThat(cut.complete()).containsExactly(b.key());
    }

    private ReadResult.DeferredEvents fetch(
            ReadPosition readPosition, EventLog.Limits limits, DeferredGroupRead... reads) throws SourceException {
        return (ReadResult.DeferredEvents) feed.fetch(me, version(), readPosition, List.of(reads), limits);
    }

    private static List<LogEvent> events(ReadResult.DeferredEvents deferredEvents) {
        return deferredEvents.events().stream()
                .map(ReadResult.DeferredEvents.DeferredEvent::event)
                .toList();
    }

    @Test
    void whatIsRecordedIsOpenedByTheNextOwner() throws SourceException {
        var row = new DeferredGroupRow(
                DeferredGroupKey.of("g"), List.of(2L), 5, List.of(6L), new EventFailure(5, 3, "no", false));
        var single =
                new DeferredGroupRow(DeferredGroupKey.of(4), List.of(4L), DeferredGroupRow.NOWHERE, List.of(), null);
        ProgressUpdate progressUpdate = progress(7, row, single);

        assertThat(feed.record(me, progressUpdate)).isEqualTo(RecordResult.RECORDED);
        log.fence(me);
        OpenResult.Opened next = open(log.join("next"));

        assertThat(next.feedState()).isEqualTo(progressUpdate.feedState());
        assertThat(next.deferredGroups()).containsExactlyInAnyOrder(row, single);
    }

    @Test
    void aFencedOwnerReadsAndRecordsNothing() throws SourceException {
        append("a");
        log.fence(me);

        assertThat(feed.read(me, version(), start(), MANY)).isEqualTo(new ReadResult.Fenced());
        assertThat(feed.record(me, progress(1))).isEqualTo(RecordResult.FENCED);
        assertThat(feed.open(me)).isEqualTo(new OpenResult.Fenced());
        assertThat(log.cursor()).isEqualTo(opened.feedState().cursor());
    }

    @Test
    void aWriteIsRepeatedAfterItsAnswerWasLostButNotAnOlderOne() throws SourceException {
        long known = opened.revision();
        ProgressUpdate first = progress(new ProgressVersion(known, known), known + 1, 3, List.of());
        ProgressUpdate second = progress(new ProgressVersion(known, known + 1), known + 2, 4, List.of());

        assertThat(feed.record(me, first)).isEqualTo(RecordResult.RECORDED);
        assertThat(feed.record(me, second)).isEqualTo(RecordResult.RECORDED);
        assertThat(feed.record(me, first)).isEqualTo(RecordResult.MOVED);
        assertThat(log.cursor().position()).isEqualTo(4);
    }

    @Test
    void aMovedPositionIsNoticedAndTaken() throws SourceException {
        var before = new DeferredGroupRow(DeferredGroupKey.of("a"), List.of(), 1, List.of(), null);
        var behind = new DeferredGroupRow(DeferredGroupKey.of("b"), List.of(), 3, List.of(), null);
        append("a");
        append("b");
        append("b");
        feed.record(me, progress(3, before, behind));
        opened = open(me);
        log.moveTo(1);

        assertThat(feed.read(me, version(), start(), MANY)).isEqualTo(new ReadResult.Moved());
        assertThat(feed.record(me, progress(9))).isEqualTo(RecordResult.MOVED);
        opened = open(me);
        assertThat(opened.feedState().cursor().position()).isEqualTo(1);
        assertThat(opened.feedState().settledBeyondCursor()).isEmpty();
        assertThat(opened.deferredGroups()).containsExactly(before);
        assertThat(positions(read(start()).ahead())).hasSize(2);
    }

    @Test
    void aFeedThatWasGivenToAnotherNodeIsNotRecordedByTheFirst() throws SourceException {
        ProgressUpdate late = progress(7);
        Cursor before = open(log.join("other")).feedState().cursor();

        assertThat(feed.record(me, late)).isEqualTo(RecordResult.MOVED);
        assertThat(log.cursor()).isEqualTo(before);
    }

    @Test
    void aPausedFeedIsNotReadButRecorded() throws SourceException {
        append("a");
        log.pause(true);

        assertThat(feed.read(me, version(), start(), MANY)).isEqualTo(new ReadResult.Paused());
        assertThat(feed.record(me, progress(1))).isEqualTo(RecordResult.RECORDED);
    }

    @Test
    void deadLettersAreReplayedOnDemand() throws SourceException {
        long position = append("a");
        var letter = new DeadLetter(position, "a", 3, "poison");
        var given = new ProgressUpdate.RowChanges(List.of(), List.of(), List.of(letter), List.of());
        var cursor = new Cursor(position, 50);
        long revision = opened.revision();
        feed.record(me, progress(version(), revision + 1, cursor, List.of(), given));
        assertThat(log.deadLetters()).containsExactly(letter);
        assertThat(feed.replays(me)).isEmpty();

        log.replay(position);
        assertThat(feed.replays(me)).containsExactly(new ReplayRequest(position, "a"));
        var row = new DeferredGroupRow(
                DeferredGroupKey.of("a"), List.of(position), DeferredGroupRow.NOWHERE, List.of(), null);
        var taken = new ProgressUpdate.RowChanges(List.of(row), List.of(), List.of(), List.of(position));
        var next = new ProgressVersion(revision + 1, revision + 1);
        feed.record(me, progress(next, revision + 2, cursor, List.of(), taken));

        assertThat(log.deadLetters()).isEmpty();
        assertThat(feed.replays(me)).isEmpty();
        assertThat(log.deferredGroups()).containsExactly(row);
    }
}
