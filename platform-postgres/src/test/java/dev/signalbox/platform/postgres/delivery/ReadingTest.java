package dev.signalbox.platform.postgres.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.core.source.OutletDemand.OutletRoom;
import dev.signalbox.platform.postgres.database.StreamShards;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is read when: late transactions, delays, and streams that are not wanted. */
class ReadingTest extends JobSourceTestBase {
    /** A transaction that has taken its places, and commits when the test wants. */
    private Connection slowlyPost(String group, int data) throws SQLException {
        Connection connection = jobs.database.open();
        connection.setAutoCommit(false);
        String id = "(SELECT max(id) + 1000 FROM signalbox_platform.events)";
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "WITH e AS (INSERT INTO signalbox_platform.events (id, client, type, spec_version, data, job_count)"
                            + " SELECT " + id + ", '', 't', '1.0', '" + data + "', 1 RETURNING id),"
                            + " j AS (INSERT INTO signalbox_platform.jobs (id, event, stream, position, status, client)"
                            + " SELECT e.id, e.id, s.id, 0, 1, '' FROM e, signalbox_platform.subscriptions s)"
                            + " INSERT INTO signalbox_platform.queue (stream, job, event, message_group)"
                            + " SELECT s.id, e.id, e.id, '" + group + "' FROM e, signalbox_platform.subscriptions s");
        }
        return connection;
    }

    @Test
    void aTransactionThatCommitsLateIsNeitherSkippedNorOvertaken() throws Exception {
        jobs.node.subscribe("s", "t", "'mode':'BLOCK_ON_ERROR'");
        jobs.post("t", "g", 1);
        assertThat(jobs.drain()).containsExactly("1");
        try (Connection slow = slowlyPost("g", 2)) {
            jobs.post("t", "h", 3);
            ClaimResult between = jobs.claim();
            assertThat(JobSourceFixture.data(between)).containsExactly("3");
            slow.commit();
            jobs.post("t", "g", 4);
            assertThat(JobSourceFixture.data(jobs.claim())).containsExactly("2", "4");
        }
    }

    @Test
    void whatIsReadAheadDoesNotOvertakeWhatTurnsUp() throws Exception {
        jobs.node.subscribe("s", "t", "'mode':'BLOCK_ON_ERROR'");
        jobs.post("t", "h", 1);
        try (Connection slow = slowlyPost("g", 2)) {
            jobs.post("t", "h", 3);
            jobs.post("t", "h", 4);
            // One of the group is in flight, the others are in memory
            OutletDemand one = new OutletDemand(Set.of(), Set.of(), Map.of(), 1);
            ClaimResult first = jobs.source.claim(jobs.owner, JobSourceFixture.request(one));
            assertThat(JobSourceFixture.data(first)).containsExactly("1");
            slow.commit();
            jobs.post("t", "g", 5);
            assertThat(JobSourceFixture.data(jobs.claim())).containsExactly("2", "5");
            jobs.settle(first, Verdict.COMPLETE);
            assertThat(jobs.drain()).containsExactly("3", "4");
        }
    }

    /** Room for one message, while these groups wait for their next attempt. */
    private OutletDemand probe(Set<String> waiting) throws SQLException {
        long stream = Long.parseLong(jobs.value("SELECT min(stream) FROM " + JobSourceFixture.QUEUE));
        OutletRoom room = new OutletRoom(1, waiting, Set.of(), DueRetries.NONE);
        return new OutletDemand(Set.of(), Set.of(), Map.of(stream, room), 100);
    }

    private ClaimResult claim(OutletDemand demand) throws Exception {
        return jobs.source.claim(jobs.owner, JobSourceFixture.request(demand));
    }

    @Test
    void aJobThatComesBackDoesNotOvertakeWhatIsToBeReadAgain() throws Exception {
        jobs.node.subscribe("s", "t", "'mode':'BLOCK_ON_ERROR'");
        jobs.post("t", "first", 1);
        try (Connection slow = slowlyPost("late", 2)) {
            jobs.post("t", "g", 3);
            jobs.post("t", "g", 4);
            List<Message> all = jobs.claim().messages();
            jobs.settle(all.subList(0, 2), Verdict.RELEASE);
            slow.commit();
            // What is behind the late job is forgotten; before it, there is enough for this claim
            assertThat(JobSourceFixture.data(claim(probe(Set.of())))).containsExactly("1");
            jobs.settle(all.subList(2, 3), Verdict.RELEASE);

            assertThat(JobSourceFixture.data(claim(probe(Set.of())))).containsExactly("2");
            assertThat(JobSourceFixture.data(jobs.claim())).containsExactly("3", "4");
        }
    }

    @Test
    void aProbeIsFoundBehindGroupsThatWaitForTheirNextAttempt() throws Exception {
        jobs.node.subscribe("s", "t", "'mode':'BLOCK_ON_ERROR'");
        Set<String> waiting = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            jobs.post("t", "g" + i, i);
            waiting.add("g" + i);
        }
        jobs.settle(jobs.claim(), Verdict.RELEASE);
        jobs.post("t", "fresh", 100);

        assertThat(JobSourceFixture.data(claim(probe(waiting)))).containsExactly("100");
    }

    @Test
    void aDelayIsWaitedForAsItIsNow() throws Exception {
        jobs.node.subscribe("s", "t", "'delaySeconds':1000");
        jobs.post("t", null, 1);
        assertThat(jobs.drain()).isEmpty();
        jobs.execute(
                "UPDATE signalbox_platform.registry SET settings_version = settings_version + 1",
                "UPDATE signalbox_platform.subscriptions SET delay_seconds = 1,"
                        + " changed_in = (SELECT settings_version FROM signalbox_platform.registry)");

        assertThat(jobs.source.upkeep()).get().returns(true, UpkeepResult::mayDeliver);

        assertThat(jobs.claim().heldBack()).isTrue();
        await().until(() -> jobs.drain().equals(List.of("1")));
    }

    @Test
    void manyRowsOfOneGroupHideNoOtherAndKeepTheirOrder() throws Exception {
        jobs.node.subscribe("s", "t", "'mode':'BLOCK_ON_ERROR'");
        jobs.post("t", "g", 0);
        jobs.execute(
                "WITH n AS (SELECT n, (SELECT max(id) FROM signalbox_platform.events) + 1000 + n AS id FROM generate_series(1, 3000) n),"
                        + " e AS (INSERT INTO signalbox_platform.events (id, client, type, spec_version, data, job_count)"
                        + " SELECT id, '', 't', '1.0', n, 1 FROM n)"
                        + " INSERT INTO signalbox_platform.queue (stream, position, job, event, message_group)"
                        + " SELECT s.id, 1000 + n, n.id, n.id, CASE n WHEN 3000 THEN 'other' ELSE 'g' END"
                        + " FROM n, signalbox_platform.subscriptions s");
        ClaimResult head = jobs.claim();
        assertThat(JobSourceFixture.data(head))
                .hasSize(100)
                .startsWith("0", "1")
                .endsWith("99");

        await().until(() -> jobs.drain().equals(List.of("3000")));
        jobs.settle(head, Verdict.RELEASE);
        List<String> all = jobs.drain();
        assertThat(all).hasSize(3_000);
        assertThat(all.stream().map(Integer::parseInt).toList()).isSorted();
    }

    @Test
    void eachStreamBelongsToOneShard() throws Exception {
        for (int i = 0; i < 20; i++) {
            jobs.node.subscribe("s" + i, "t");
        }
        jobs.post("t", null, 1);
        Shards some = Shards.of(0, 1, 2, 3, 5, 8, 13, 21, 34, 55);
        for (Shards shards : List.of(some, Shards.ALL.minus(some))) {
            var request = new ClaimRequest(
                    shards, 100, 1 << 20, 100, Set.of(), Set.of(), DueRetries.NONE, JobSourceFixture.demand());
            jobs.takeOver("owner of " + shards.size());
            ClaimResult result = jobs.source.claim(jobs.owner, request);
            assertThat(result.messages()).allMatch(message -> shards.contains(message.shard()));
            String inSql = "SELECT count(*) FROM signalbox_platform.queue q WHERE "
                    + StreamShards.expression("q.stream").replace(":shards", String.valueOf(shards.bits()));
            assertThat(jobs.value(inSql))
                    .isEqualTo(String.valueOf(result.messages().size()));
        }
    }

    @Test
    void manyTransactionsBetweenTwoReadsLoseNothing() throws Exception {
        jobs.node.subscribe("s", "t");
        jobs.post("t", null, 1);
        assertThat(jobs.drain()).containsExactly("1");
        jobs.post("t", null, 2);
        try (Connection connection = jobs.database.open();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "DO $$ BEGIN FOR i IN 1..10500 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$");
        }
        assertThat(jobs.drain()).containsExactly("2");
    }
}
