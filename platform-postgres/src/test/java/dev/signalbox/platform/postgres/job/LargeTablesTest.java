package dev.signalbox.platform.postgres.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.event.Event;
import dev.signalbox.platform.event.EventSearch;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.job.Job;
import dev.signalbox.platform.job.JobSearch;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.postgres.PlatformTestDatabase;
import dev.signalbox.platform.postgres.QueryPlan;
import dev.signalbox.platform.store.PlatformFixture;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds when the tables are large. */
class LargeTablesTest {
    private static final int ROWS = 30_000;
    private PlatformTestDatabase database;
    private PlatformFixture node;

    @BeforeEach
    void start() throws Exception {
        database = PlatformTestDatabase.create();
        node = new PlatformFixture(database.store());
    }

    @AfterEach
    void stop() throws Exception {
        database.close();
    }

    /** Jobs of one event, as ingest makes them. */
    private void fill() throws Exception {
        Event event = node.post("{'type':'t'}").event();
        long first = node.ids.next().toLong();
        database.execute(
                "INSERT INTO signalbox_platform.jobs (id, event, stream, position, status, client) SELECT " + first
                        + " + n, " + event.id().toLong() + ", n % 3, n, 1, '' FROM generate_series(1, " + ROWS + ") n",
                "INSERT INTO signalbox_platform.queue (stream, position, job, event) SELECT stream, position, id, event"
                        + " FROM signalbox_platform.jobs WHERE stream < 3",
                "ANALYZE");
    }

    @Test
    void aTotalIsCountedToALimitAndEstimatedAboveIt() throws Exception {
        fill();

        ResultPage<Job> all = node.store.jobs().search(JobSearch.all());
        assertThat(all.items()).hasSize(20);
        assertThat(all.totalIsEstimate()).isTrue();
        assertThat(all.totalItems()).isBetween((long) ROWS / 2, (long) ROWS * 2);
        JobSearch ofStream = new JobSearch(
                null,
                JobStatus.QUEUED,
                null,
                null,
                null,
                Tsid.from(1),
                null,
                null,
                null,
                null,
                null,
                PageRequest.of(3, 200));
        ResultPage<Job> third = node.store.jobs().search(ofStream);
        assertThat(third.totalItems()).isEqualTo(ROWS / 3);
        assertThat(third.totalIsEstimate()).isFalse();
        assertThat(third.items()).hasSize(200);
        assertThat(node.store.events().search(EventSearch.all()).totalItems()).isEqualTo(1);
    }

    @Test
    void pagesGoOnBehindTheLastJob() throws Exception {
        fill();
        PageRequest<Tsid> page = PageRequest.of(1, 100);
        List<Job> second = search(page);

        List<Job> again = search(
                PageRequest.beyond(search(PageRequest.of(0, 100)).getLast().id(), 100));

        assertThat(again).isEqualTo(second);
    }

    private List<Job> search(PageRequest<Tsid> page) throws Exception {
        JobSearch search = new JobSearch(null, null, null, null, null, null, null, null, null, null, null, page);
        return node.store.jobs().search(search).items();
    }

    /** Jobs of an old event and a quiet subscription are found, and those that wait are, without a walk through all. */
    @Test
    void shortListsTouchAFewPages() throws Exception {
        Tsid quiet = node.subscribe("quiet", "q").id();
        Tsid event = node.post("{'type':'q'}").event().id();
        fill();
        database.execute(
                "UPDATE signalbox_platform.jobs SET status = 3 WHERE stream < 3",
                "DELETE FROM signalbox_platform.queue WHERE stream < 3",
                "VACUUM ANALYZE");

        assertShort(null, null, event);
        assertShort(null, quiet, null);
        assertShort(JobStatus.QUEUED, null, null);
        assertShort(JobStatus.ERROR, null, null);
    }

    private void assertShort(@Nullable JobStatus status, @Nullable Tsid subscription, @Nullable Tsid event)
            throws Exception {
        JobSearch search = new JobSearch(
                null, status, null, null, null, subscription, null, event, null, null, null, PageRequest.first());
        JobSearchStatement statement = new JobSearchStatement(search, false);
        QueryPlan plan = QueryPlan.of(database.connect(), statement.page(), statement.values());
        // Of the queue, which had as many rows as there are jobs, some 350 pages are left.
        assertThat(plan.pagesAltogether()).as(plan.text()).isLessThan(500);
    }

    @Test
    void whatAnAttemptChangesStaysOnItsPage() throws Exception {
        fill();
        try (Connection connection = database.open();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("UPDATE signalbox_platform.jobs SET status = 4, attempts = 1, next_attempt_at = now()");
            try (ResultSet row = statement.executeQuery(
                    "SELECT sum(n_tup_upd), sum(n_tup_hot_upd) FROM pg_stat_xact_user_tables WHERE relname LIKE 'jobs\\_%'")) {
                assertHot(row);
            }
        }
    }

    private static void assertHot(ResultSet row) throws SQLException {
        row.next();
        assertThat(row.getLong(1)).isGreaterThanOrEqualTo(ROWS);
        assertThat(row.getLong(2)).as("without new index entries").isEqualTo(row.getLong(1));
    }
}
