package dev.signalbox.platform.postgres.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.platform.postgres.QueryPlan;
import dev.signalbox.platform.postgres.delivery.JobVerdict.JobOutcome;
import dev.signalbox.platform.postgres.delivery.StreamRead.ReadPlan;
import dev.signalbox.postgres.lease.PostgresLeaseFence;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The cost of delivery does not depend on what waits. */
class JobPlansTest extends JobSourceTestBase {
    private static final int BACKLOG = 20_000;

    private void fill() throws Exception {
        for (String code : List.of("dead", "quiet")) {
            jobs.node.subscribe(code, code);
            jobs.post(code, null, 1);
        }
        jobs.execute(
                "INSERT INTO signalbox_platform.jobs (id, event, stream, position, status, client) SELECT j.id + n, j.event, j.stream,"
                        + " n, 1, '' FROM generate_series(1, " + BACKLOG + ") n, (SELECT * FROM signalbox_platform.jobs"
                        + " ORDER BY id DESC LIMIT 1) j",
                "INSERT INTO signalbox_platform.queue (stream, job, event) SELECT " + stream("dead") + ", j.id, j.event"
                        + " FROM signalbox_platform.jobs j ORDER BY j.id DESC LIMIT " + BACKLOG,
                "ANALYZE");
    }

    private long stream(String code) throws SQLException {
        return Long.parseLong(
                jobs.value("SELECT id FROM signalbox_platform.subscriptions WHERE code = '" + code + "'"));
    }

    @Test
    void aClosedStreamIsNotReadWhateverWaitsThere() throws Exception {
        fill();
        ReadStreams reads = new ReadStreams(
                new FencedStatements("queue", new PostgresLeaseFence(jobs.connections), jobs.connections::borrow));
        JobSourceState state = new JobSourceState(Clock.SYSTEM);
        ClaimRequest request =
                JobSourceFixture.request(new OutletDemand(Set.of(stream("dead")), Set.of(), Map.of(), 100));
        state.begin(request);
        ReadPlan first = state.beginReading(request);
        assertThat(first.scan()).isTrue();
        assertThat(plan(reads.statement(first), reads.values(first)).pages()).isLessThan(200);
        state.read(first, reads.read(jobs.owner, first));
        assertThat(state.unknown(request.outlets())).containsExactly(stream("quiet"));
        state.learned(List.of(stream("quiet")), reads.settings(List.of(stream("quiet"))), state.settingsVersion());
        jobs.post("quiet", null, 2);

        ReadPlan next = state.beginReading(request);

        assertThat(next.reads().stream().map(it -> it.stream().stream)).containsExactly(stream("quiet"));
        assertThat(next.scan()).isFalse();
        QueryPlan plan = plan(reads.statement(next), reads.values(next));
        assertThat(plan.pages()).as(plan.text()).isLessThan(300);
    }

    private QueryPlan plan(Sql statement, Map<String, ? extends @Nullable Object> values) throws SQLException {
        return QueryPlan.of(jobs.connections, statement, values);
    }

    @Test
    void aVerdictTouchesAFewPages() throws Exception {
        fill();
        List<JobVerdict> verdicts = new ArrayList<>();
        JobOutcome[] outcomes = JobOutcome.values();
        String first = " FROM signalbox_platform.queue ORDER BY position DESC LIMIT 60";
        List<String> places = jobs.database.values("SELECT position" + first);
        List<String> ids = jobs.database.values("SELECT job" + first);
        for (int i = 0; i < places.size(); i++) {
            QueueKey key = new QueueKey(stream("dead"), Long.parseLong(places.get(i)), Long.parseLong(ids.get(i)));
            verdicts.add(new JobVerdict(
                    key,
                    outcomes[i % outcomes.length],
                    0,
                    true,
                    1_000,
                    "reason",
                    List.of(JobSourceFixture.report("answered 500"))));
        }
        VerdictStatement statement = new VerdictStatement(jobs.owner, verdicts)
                .ending(Set.of(1L))
                .endsClaims(List.of(1L))
                .suspects(List.of("a"), List.of("b"));

        QueryPlan plan = plan(statement.sql(), statement.values());

        assertThat(plan.pages()).as(plan.text()).isLessThan(60 * 150);
        assertThat(plan.text()).doesNotContain("Seq Scan on queue", "Seq Scan on jobs");
    }
}
