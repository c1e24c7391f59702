package dev.signalbox.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.SourceException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every source must do whose rows have a status and are ordered by their time of creation. */
public abstract class StatusTableContract extends ClaimSourceContract {
    @Test
    void claimsAGroupInOrderOfCreationAndThenOfId() throws SourceException {
        table.insert("c", "g", "{}", START.plusSeconds(1));
        table.insert("b", "g", "{}", START);
        table.insert("a", "g", "{}", START.plusSeconds(1));

        assertThat(claim()).containsExactly("b", "a", "c");
    }

    @Test
    void aGroupThatTheLapHasPassedDoesNotWaitForItsEnd() throws SourceException {
        for (int group = 1000; group < 1600; group++) {
            insert("group " + group, 1);
        }
        settle(Verdict.COMPLETE, claim(20, 5));
        table.insert("late", "a group in front", "{}", START);

        // Rows are written as fast as they are delivered, so that the lap never ends
        long giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        boolean found = false;
        for (int group = 2000; !found && System.nanoTime() < giveUp; group += 2) {
            List<Message> claimed = claim(2, 1);
            found = claimed.stream().anyMatch(message -> message.id().equals("late"));
            settle(Verdict.COMPLETE, claimed);
            insert("group " + group, 1);
            insert("group " + (group + 1), 1);
        }
        assertThat(found).as("claimed although the lap goes on").isTrue();
    }

    @Test
    void namesTheGroupsThatHaveMore() throws SourceException {
        insert("short", 1);
        table.insert("t1", "tied", "{}", START);
        table.insert("t2", "tied", "{}", START.plusSeconds(1));
        table.insert("t3", "tied", "{}", START.plusSeconds(1));
        table.insert("t4", "tied", "{}", START.plusSeconds(1));

        ClaimResult claimResult = source.claim(owner, request(10, 2));

        assertThat(ids(claimResult)).contains("m0", "t1").doesNotContain("t3", "t4");
        assertThat(claimResult.moreOf()).containsExactly("tied");
    }

    @Test
    void aRowHeldElsewhereBlocksItsGroupUntilItExpires() throws SourceException {
        insert("fresh", 2);
        insert("stale", 2);
        table.holdElsewhere("m0", OutboxFixture.PROCESSING_TIMEOUT.minus(Duration.ofMinutes(1)));
        table.holdElsewhere("m2", OutboxFixture.PROCESSING_TIMEOUT.plus(Duration.ofMinutes(1)));

        assertThat(claim()).isEmpty();
        assertThat(source.recover(owner).expired()).isEqualTo(1);
        assertThat(claim()).containsExactly("m2", "m3");
        assertThat(table.row("m0").status()).isEqualTo("PROCESSING");
    }
}
