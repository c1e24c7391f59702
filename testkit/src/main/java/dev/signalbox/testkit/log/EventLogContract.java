package dev.signalbox.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.Cursor;
import dev.signalbox.core.log.DeadLetter;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.Failure;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.Opening;
import dev.signalbox.core.log.Parked;
import dev.signalbox.core.log.Progress;
import dev.signalbox.core.log.Reach;
import dev.signalbox.core.log.Reading;
import dev.signalbox.core.log.Recording;
import dev.signalbox.core.log.Replay;
import dev.signalbox.core.log.SidingKey;
import dev.signalbox.core.log.Suspects;
import dev.signalbox.core.log.Version;
import dev.signalbox.core.log.Wanted;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a database has to do for a log to be followed safely. */
public abstract class EventLogContract {
    private static final EventLog.Limits MANY = new EventLog.Limits(100, 1 << 20);

    private LogFixture log = notOpened();
    private EventLog pair = notOpened();
    private Incarnation me = notOpened();
    private Opening.Opened opened = notOpened();

    /** An empty log. */
    protected abstract LogFixture newLog() throws Exception;

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T notOpened() {
        return null;
    }

    @BeforeEach
    void openLog() throws Exception {
        log = newLog();
        pair = log.pair();
        me = log.join("me");
        opened = open(me);
    }

    @AfterEach
    void closeLog() {
        pair.close();
        close(log);
    }

    protected void close(LogFixture used) {
        used.close();
    }

    private Opening.Opened open(Incarnation owner) throws SourceException {
        return (Opening.Opened) pair.open(owner);
    }

    private Version version() {
        return new Version(opened.revision(), opened.revision());
    }

    private Reach start() {
        return Reach.of(opened.standing().cursor());
    }

    private Reading.Page read(Reach reach, EventLog.Limits limits) throws SourceException {
        return (Reading.Page) pair.read(me, version(), reach, limits);
    }

    private Reading.Page read(Reach reach) throws SourceException {
        return read(reach, MANY);
    }

    private static List<Long> positions(List<LogEvent> events) {
        return events.stream().map(LogEvent::position).toList();
    }

    private long append(@Nullable String group) {
        LogFixture.Writer writer = log.begin();
        long position = writer.append(group);
        writer.commit();
        return position;
    }

    private Progress progress(long position, Parked... parked) {
        return progress(version(), opened.revision() + 1, position, List.of(parked));
    }

    private Progress progress(Version expected, long revision, long position, List<Parked> parked) {
        var standing = new Progress.Standing(new Cursor(position, 50), List.of(position + 2), null);
        var changes = new Progress.Changes(parked, List.of(), List.of(), List.of());
        return new Progress(expected, revision, standing, changes, new Progress.Tally(1, 0, null));
    }

    @Test
    void readsInTheOrderOfPositionsUpToTheFirstThatIsNotSafe() throws SourceException {
        long first = append("a");
        LogFixture.Writer open = log.begin();
        open.takeXid();
        append("b");

        Reading.Page before = read(start());
        open.rollBack();
        long third = append("c");
        Reading.Page after = read(before.reach());

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
        Reading.Page before = read(start());
        slow.appendAt(taken, "a");
        slow.commit();

        Reading.Page after = read(before.reach());

        assertThat(positions(before.ahead())).containsExactly(quick);
        assertThat(positions(after.late())).containsExactly(taken);
        assertThat(after.ahead()).isEmpty();
        assertThat(read(after.reach()).late()).isEmpty();
    }

    @Test
    void readsNothingAheadWhileSomethingBelowTheHeadIsVisibleAndNotSafe() throws SourceException {
        LogFixture.Writer early = log.begin();
        early.takeXid();
        LogFixture.Writer old = log.begin();
        old.takeXid();
        LogFixture.Writer holder = log.begin();
        holder.takeXid();
        LogFixture.Writer first = log.begin();
        long behind = first.append("g");
        early.append("other");
        early.commit();
        Reading.Page before = read(start());
        first.commit();
        long next = old.append("g");
        old.commit();

        Reading.Page blocked = read(before.reach());
        holder.rollBack();
        Reading.Page free = read(blocked.reach());

        assertThat(before.reach().head()).isGreaterThan(behind);
        assertThat(blocked.late()).isEmpty();
        assertThat(blocked.ahead()).isEmpty();
        assertThat(positions(free.late())).containsExactly(behind);
        assertThat(positions(free.ahead())).containsExactly(next);
    }

    @Test
    void limitsMayCutATransactionThatCameLate() throws SourceException {
        List<Long> taken = List.of(log.takePosition(), log.takePosition(), log.takePosition());
        append("a");
        Reading.Page before = read(start());
        LogFixture.Writer late = log.begin();
        taken.forEach(position -> late.appendAt(position, "b"));
        late.commit();
        long ahead = append("a");

        Reading.Page one = read(before.reach(), new EventLog.Limits(2, 1 << 20));
        Reading.Page two = read(one.reach(), new EventLog.Limits(2, 1 << 20));

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

        Reading.Page page = read(start(), new EventLog.Limits(10, 1));

        assertThat(positions(page.ahead())).containsExactly(first);
        assertThat(page.more()).isTrue();
        assertThat(page.reach().head()).isEqualTo(first);
    }

    @Test
    void eventsOfOtherTopicsMoveTheHead() throws SourceException {
        long wanted = append("a");
        LogFixture.Writer other = log.begin();
        other.appendOther();
        other.commit();

        Reading.Page page = read(start());

        assertThat(positions(page.ahead())).containsExactly(wanted);
        assertThat(page.reach().head()).isGreaterThan(wanted);
    }

    @Test
    void readsSidingsWithinTheReach() throws SourceException {
        long a1 = append("a");
        long b1 = append("b");
        long a2 = append("a");
        long a3 = append("a");
        Reach reach = read(start()).reach();
        append("a");
        var a = new Wanted(SidingKey.of("a"), List.of(a1), new Wanted.Run("a", a2, 1));
        var b = new Wanted(SidingKey.of("b"), List.of(), new Wanted.Run("b", b1, 5));
        var all = new Wanted(SidingKey.of("pair"), List.of(), new Wanted.Run(null, a2, 5));

        Reading.Sidings some = (Reading.Sidings) pair.fetch(me, version(), reach, List.of(a, b), MANY);
        Reading.Sidings every = (Reading.Sidings) pair.fetch(me, version(), reach, List.of(all), MANY);
        Reading.Sidings cut =
                (Reading.Sidings) pair.fetch(me, version(), reach, List.of(b, a), new EventLog.Limits(1, 1 << 20));

        assertThat(positions(events(some))).containsExactly(a1, a2, b1);
        assertThat(some.complete()).containsExactly(b.key());
        assertThat(positions(events(every))).containsExactly(a2, a3);
        assertThat(every.complete()).containsExactly(all.key());
        assertThat(positions(events(cut))).containsExactly(b1);
        assertThat(cut.complete()).containsExactly(b.key());
    }

    private static List<LogEvent> events(Reading.Sidings sidings) {
        return sidings.events().stream().map(Reading.Sidings.Of::event).toList();
    }

    @Test
    void whatIsRecordedIsOpenedByTheNextOwner() throws SourceException {
        var row = new Parked(SidingKey.of("g"), List.of(2L), 5, List.of(6L), new Failure(5, 3, "no", false));
        var single = new Parked(SidingKey.of(4), List.of(4L), Parked.NOWHERE, List.of(), null);
        Progress progress = progress(7, row, single);

        assertThat(pair.record(me, progress)).isEqualTo(Recording.RECORDED);
        log.fence(me);
        Opening.Opened next = open(log.join("next"));

        assertThat(next.standing()).isEqualTo(progress.standing());
        assertThat(next.parked()).containsExactlyInAnyOrder(row, single);
    }

    @Test
    void aFencedOwnerReadsAndRecordsNothing() throws SourceException {
        append("a");
        log.fence(me);

        assertThat(pair.read(me, version(), start(), MANY)).isEqualTo(new Reading.Fenced());
        assertThat(pair.record(me, progress(1))).isEqualTo(Recording.FENCED);
        assertThat(pair.open(me)).isEqualTo(new Opening.Fenced());
        assertThat(log.cursor()).isEqualTo(opened.standing().cursor());
    }

    @Test
    void aWriteIsRepeatedAfterItsAnswerWasLostButNotAnOlderOne() throws SourceException {
        long known = opened.revision();
        Progress first = progress(new Version(known, known), known + 1, 3, List.of());
        Progress second = progress(new Version(known, known + 1), known + 2, 4, List.of());

        assertThat(pair.record(me, first)).isEqualTo(Recording.RECORDED);
        assertThat(pair.record(me, second)).isEqualTo(Recording.RECORDED);
        assertThat(pair.record(me, first)).isEqualTo(Recording.MOVED);
        assertThat(log.cursor().position()).isEqualTo(4);
    }

    @Test
    void aMovedPositionIsNoticedAndTaken() throws SourceException {
        var before = new Parked(SidingKey.of("a"), List.of(), 1, List.of(), null);
        var behind = new Parked(SidingKey.of("b"), List.of(), 3, List.of(), null);
        append("a");
        append("b");
        append("b");
        pair.record(me, progress(3, before, behind));
        opened = open(me);
        log.moveTo(1);

        assertThat(pair.read(me, version(), start(), MANY)).isEqualTo(new Reading.Moved());
        assertThat(pair.record(me, progress(9))).isEqualTo(Recording.MOVED);
        opened = open(me);
        assertThat(opened.standing().cursor().position()).isEqualTo(1);
        assertThat(opened.standing().ahead()).isEmpty();
        assertThat(opened.parked()).containsExactly(before);
        assertThat(positions(read(start()).ahead())).hasSize(2);
    }

    @Test
    void aPairThatWasGivenToAnotherNodeIsNotRecordedByTheFirst() throws SourceException {
        Progress late = progress(7);
        Cursor before = open(log.join("other")).standing().cursor();

        assertThat(pair.record(me, late)).isEqualTo(Recording.MOVED);
        assertThat(log.cursor()).isEqualTo(before);
    }

    @Test
    void aPausedPairIsNotReadButRecorded() throws SourceException {
        append("a");
        log.pause(true);

        assertThat(pair.read(me, version(), start(), MANY)).isEqualTo(new Reading.Paused());
        assertThat(pair.record(me, progress(1))).isEqualTo(Recording.RECORDED);
    }

    @Test
    void deadLettersAreReplayedOnDemand() throws SourceException {
        long position = append("a");
        var letter = new DeadLetter(position, "a", 3, "poison");
        var given = new Progress.Changes(List.of(), List.of(), List.of(letter), List.of());
        var standing = new Progress.Standing(new Cursor(position, 50), List.of(), null);
        long revision = opened.revision();
        pair.record(me, new Progress(version(), revision + 1, standing, given, new Progress.Tally(0, 1, "poison")));
        assertThat(log.deadLetters()).containsExactly(letter);
        assertThat(pair.replays(me)).isEmpty();

        log.replay(position);
        assertThat(pair.replays(me)).containsExactly(new Replay(position, "a"));
        var row = new Parked(SidingKey.of("a"), List.of(position), Parked.NOWHERE, List.of(), null);
        var taken = new Progress.Changes(List.of(row), List.of(), List.of(), List.of(position));
        var next = new Version(revision + 1, revision + 1);
        pair.record(me, new Progress(next, revision + 2, standing, taken, new Progress.Tally(0, 0, null)));

        assertThat(log.deadLetters()).isEmpty();
        assertThat(pair.replays(me)).isEmpty();
        assertThat(log.parked()).containsExactly(row);
    }

    private void record(Progress.Landed landed) throws SourceException {
        var changes = new Progress.Changes(List.of(), List.of(), List.of(), List.of(), landed);
        var standing = new Progress.Standing(new Cursor(1, 50), List.of(), null);
        var progress =
                new Progress(version(), opened.revision() + 1, standing, changes, new Progress.Tally(1, 0, null));
        assertThat(pair.record(me, progress)).isEqualTo(Recording.RECORDED);
    }

    private Suspects die(String heir) throws SourceException {
        log.fence(me);
        me = log.join(heir);
        return open(me).suspects();
    }

    @Test
    void whatKillsItsOwnersIsFoundOut() throws SourceException {
        assertThat(opened.suspects()).isEqualTo(Suspects.NONE);
        assertThat(die("second")).isEqualTo(Suspects.NONE);
        assertThat(die("third")).isEqualTo(new Suspects(true, Map.of()));

        assertThat(pair.markInFlight(me, List.of(1L, 2L, 3L))).isTrue();
        record(new Progress.Landed(List.of(1L), List.of(2L)));
        Map<Long, Suspicion> alone =
                Map.of(2L, new Suspicion(Suspicion.Level.HELD, 0), 3L, new Suspicion(Suspicion.Level.IN_FLIGHT, 0));
        assertThat(die("fourth")).isEqualTo(new Suspects(true, alone));

        pair.markInFlight(me, List.of(3L));
        Map<Long, Suspicion> convicted =
                Map.of(2L, new Suspicion(Suspicion.Level.HELD, 0), 3L, new Suspicion(Suspicion.Level.IN_FLIGHT, 1));
        assertThat(die("fifth")).isEqualTo(new Suspects(true, convicted));
    }

    @Test
    void whoLeavesInGoodOrderHasNotDied() throws SourceException {
        die("second");
        pair.leave(me);
        assertThat(die("third").careful()).isFalse();
        log.fence(me);
        assertThat(pair.markInFlight(me, List.of(1L))).isFalse();
    }
}
