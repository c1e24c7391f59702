package dev.signalbox.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.Cursor;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.EventLog.RecordResult;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.log.ProgressVersion;
import dev.signalbox.core.log.Suspects;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a database must record so that an event that kills its owners is found. */
@SuppressWarnings("NullAway.Init") // Set before each test.
public abstract class EventLogSuspectContract {
    LogFixture log;
    EventLog feed;
    Incarnation me;
    OpenResult.Opened opened;

    /** An empty log. */
    protected abstract LogFixture newLog() throws Exception;

    @BeforeEach
    void openLog() throws Exception {
        log = newLog();
        feed = log.feed();
        me = log.join("me");
        opened = open(me);
    }

    @AfterEach
    void closeLog() {
        feed.close();
        close(log);
    }

    protected void close(LogFixture used) {
        used.close();
    }

    OpenResult.Opened open(Incarnation owner) throws SourceException {
        return (OpenResult.Opened) feed.open(owner);
    }

    ProgressVersion version() {
        return new ProgressVersion(opened.revision(), opened.revision());
    }

    private void answered(long cleared, long released) throws SourceException {
        var suspects = new ProgressUpdate.AnsweredSuspects(List.of(cleared), List.of(released));
        var update = new ProgressUpdate(
                version(),
                opened.revision() + 1,
                new ProgressUpdate.FeedState(new Cursor(1, 50), List.of(), null),
                new ProgressUpdate.RowChanges(List.of(), List.of(), List.of(), List.of(), suspects),
                new ProgressUpdate.DeliveryCounts(1, 0, null));
        assertThat(feed.record(me, update)).isEqualTo(RecordResult.RECORDED);
    }

    private Suspects die(String heir) throws SourceException {
        log.fence(me);
        me = log.join(heir);
        return open(me).suspects();
    }

    @Test
    void anEventThatKillsItsOwnersIsFound() throws SourceException {
        assertThat(opened.suspects()).isEqualTo(Suspects.NONE);
        assertThat(die("second")).isEqualTo(new Suspects(1, Map.of()));

        assertThat(feed.markInFlight(me, List.of(1L, 2L, 3L, 4L, 5L, 6L))).isTrue();
        answered(1, 2);
        Suspicion half = Suspicion.suspect(2, 0);
        assertThat(die("third"))
                .isEqualTo(new Suspects(2, Map.of(2L, Suspicion.MARKED, 3L, half, 4L, half, 5L, half, 6L, half)));

        feed.markInFlight(me, List.of(3L, 4L));
        Suspicion alone = Suspicion.suspect(1, 0);
        assertThat(die("fourth"))
                .isEqualTo(new Suspects(3, Map.of(2L, Suspicion.MARKED, 3L, alone, 4L, alone, 5L, half, 6L, half)));

        feed.markInFlight(me, List.of(3L));
        Suspicion convicted = Suspicion.suspect(1, 1);
        assertThat(die("fifth"))
                .isEqualTo(new Suspects(4, Map.of(2L, Suspicion.MARKED, 3L, convicted, 4L, alone, 5L, half, 6L, half)));
    }

    @Test
    void deathsThatAreFarApartAreNotRelated() throws SourceException {
        die("second");
        feed.markInFlight(me, List.of(1L, 2L));
        log.outdateEnds();
        assertThat(die("third").known()).isEqualTo(Map.of(1L, Suspicion.MARKED, 2L, Suspicion.MARKED));

        feed.markInFlight(me, List.of(1L, 2L));
        assertThat(die("fourth").known()).isEqualTo(Map.of(1L, Suspicion.suspect(1, 0), 2L, Suspicion.suspect(1, 0)));
    }

    @Test
    void aDeathOfTheOnlyEventInFlightCountsSoonAfterAnother() throws SourceException {
        feed.markInFlight(me, List.of(7L), true);
        assertThat(die("second").known()).as("there was no death before").isEqualTo(Map.of(7L, Suspicion.MARKED));

        feed.markInFlight(me, List.of(1L), true);
        assertThat(die("third").known()).isEqualTo(Map.of(1L, Suspicion.suspect(1, 1), 7L, Suspicion.MARKED));
        feed.markInFlight(me, List.of(7L), true);
        assertThat(die("fourth").known()).isEqualTo(Map.of(1L, Suspicion.suspect(1, 1), 7L, Suspicion.suspect(1, 1)));
    }

    @Test
    void theOnlyEventInFlightIsNotChargedIfItGotCompanyOrTheDeathsAreFarApart() throws SourceException {
        die("second");
        feed.markInFlight(me, List.of(1L), true);
        feed.endAlone(me, 1);
        assertThat(die("third").known()).isEqualTo(Map.of(1L, Suspicion.suspect(1, 0)));

        feed.markInFlight(me, List.of(2L));
        log.outdateEnds();
        feed.markInFlight(me, List.of(2L), true);
        assertThat(die("fourth").known()).containsEntry(2L, Suspicion.MARKED);
    }

    @Test
    void anOwnerThatLeavesCleanlyHasNotDied() throws SourceException {
        die("second");
        feed.markInFlight(me, List.of(1L, 2L));
        feed.leave(me);
        Suspects suspects = die("third");
        assertThat(suspects.deaths()).isZero();
        assertThat(suspects.known()).isEqualTo(Map.of(1L, Suspicion.MARKED, 2L, Suspicion.MARKED));
        log.fence(me);
        assertThat(feed.markInFlight(me, List.of(1L))).isFalse();
    }
}
