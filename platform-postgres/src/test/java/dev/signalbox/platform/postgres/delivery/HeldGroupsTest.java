package dev.signalbox.platform.postgres.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.platform.job.JobChange;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Groups that are held by a job that was given up. */
class HeldGroupsTest extends JobSourceTestBase {
    private Message giveUpTheFirst() throws Exception {
        jobs.node.subscribe("s", "t", "'mode':'BLOCK_ON_ERROR'");
        for (int i = 1; i <= 4; i++) {
            jobs.post("t", "g", i);
        }
        jobs.post("t", "other", 5);
        ClaimResult result = jobs.claim();
        Message first = result.messages().getFirst();
        assertThat(first.payload().utf8()).isEqualTo("1");
        jobs.settle(result.messages().subList(1, 5), Verdict.RELEASE);
        jobs.attempt(first, "answered 404");
        jobs.settle(List.of(first), new Verdict.Park("answered 404"));
        return first;
    }

    private static Tsid id(Message message) {
        return Tsid.from(message.id());
    }

    @Test
    void aGroupStandsUntilItsJobIsRetriedAndThenGoesOnInOrder() throws Exception {
        Message first = giveUpTheFirst();
        jobs.post("t", "g", 6);

        assertThat(jobs.drain()).containsExactly("5");
        assertThat(jobs.count("deferred")).isEqualTo(4);
        assertThat(jobs.count("queue")).isZero();

        assertThat(jobs.node.store.jobs().retry(id(first))).isEqualTo(JobChange.DONE);
        jobs.post("t", "g", 7);
        assertThat(jobs.source.upkeep()).get().returns(true, UpkeepResult::mayDeliver);
        assertThat(jobs.drain()).containsExactly("1", "2", "3", "4", "6", "7");
        assertThat(jobs.count("deferred")).isZero();
        assertThat(jobs.count("job_requests")).isZero();
        assertThat(jobs.count("given_up")).isZero();
    }

    @Test
    void aRetriedJobGoesFirstEvenBeforeTheOthersAreBack() throws Exception {
        Message first = giveUpTheFirst();
        assertThat(jobs.drain()).containsExactly("5");
        jobs.node.store.jobs().retry(id(first));
        jobs.post("t", "g", 6);

        assertThat(jobs.drain()).containsExactly("1");
        jobs.source.upkeep();
        assertThat(jobs.drain()).containsExactly("2", "3", "4", "6");
    }

    @Test
    void aGroupStandsThroughATakeover() throws Exception {
        Message first = giveUpTheFirst();
        jobs.takeOver("second");
        assertThat(jobs.drain()).containsExactly("5");
        jobs.takeOver("third");
        jobs.post("t", "g", 6);
        assertThat(jobs.drain()).isEmpty();

        assertThat(jobs.node.store.jobs().cancel(id(first), "not wanted")).isEqualTo(JobChange.DONE);
        jobs.takeOver("fourth");
        assertThat(jobs.drain()).isEmpty();
        jobs.source.upkeep();
        assertThat(jobs.drain()).containsExactly("2", "3", "4", "6");
    }

    @Test
    void aGroupGoesOnWhenItsSubscriptionNoLongerBlocks() throws Exception {
        giveUpTheFirst();
        assertThat(jobs.drain()).containsExactly("5");
        jobs.execute(
                "UPDATE signalbox_platform.registry SET settings_version = settings_version + 1",
                "UPDATE signalbox_platform.subscriptions SET mode = 'NEXT_ON_ERROR',"
                        + " changed_in = (SELECT settings_version FROM signalbox_platform.registry)");

        jobs.source.upkeep();

        assertThat(jobs.drain()).containsExactly("2", "3", "4");
    }

    @Test
    void whereOthersGoOnAGivenUpJobHoldsNobody() throws Exception {
        jobs.node.subscribe("s", "t", "'mode':'NEXT_ON_ERROR'");
        jobs.post("t", "g", 1);
        jobs.post("t", "g", 2);
        ClaimResult result = jobs.claim();
        jobs.settle(result.messages().subList(0, 1), new Verdict.Park("answered 404"));
        jobs.settle(result.messages().subList(1, 2), Verdict.RELEASE);

        assertThat(jobs.drain()).containsExactly("2");
        assertThat(jobs.count("given_up")).isZero();
    }
}
