package dev.signalbox.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.OversizedColumn;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.contract.OutboxFixture.LimitedPart;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What every source must do with rows whose columns are larger than allowed. */
abstract class OversizedRowContract extends LoneMessageContract {
    private static final int LETTERS = 200_000;
    /** An index holds a compressed key of this size. */
    private static final int KEY_LETTERS = 20_000;

    private void enlarge(String id, LimitedPart part, int letters) {
        Assumptions.assumeTrue(
                table.enlarge(id, part, letters), "OPTIONAL: no row of this table can have such a " + part);
    }

    /** Claims as a relay does: dead-letters what cannot be read, completes the rest, until nothing is left. */
    private List<String> deliver() throws SourceException {
        List<String> delivered = new ArrayList<>();
        ClaimResult result;
        do {
            result = source.claim(owner, request(100, 100));
            for (Message message : result.messages()) {
                OversizedColumn oversized = message.payload().oversized();
                if (oversized == null) {
                    settle(Verdict.COMPLETE, message);
                    delivered.add(message.id());
                } else {
                    assertThat(message.heldBytes()).isLessThan(2_000);
                    settle(new Verdict.Park(oversized.reason()), message);
                }
            }
        } while (result.more() || !result.messages().isEmpty());
        return delivered;
    }

    @Test
    void anOversizedTypeStaysInTheDatabaseAndItsMessageFailsAlone() throws SourceException {
        insert("g", 3);
        insert(null, 1);
        enlarge("m1", LimitedPart.TYPE, LETTERS);

        assertThat(deliver()).containsExactlyInAnyOrder("m0", "m2", "m3").containsSubsequence("m0", "m2");
        assertThat(table.row("m1").status()).isEqualTo("FAILED");
        assertThat(table.row("m1").error()).contains("type").contains("200000").contains("1024");
    }

    @Test
    void oversizedHeadersStayInTheDatabaseAndTheirMessageFailsAlone() throws SourceException {
        insert("g", 3);
        enlarge("m0", LimitedPart.HEADERS, LETTERS);

        assertThat(deliver()).containsExactly("m1", "m2");
        assertThat(table.row("m0").status()).isEqualTo("FAILED");
        assertThat(table.row("m0").error()).contains("200").contains("65536");
    }

    @Test
    void aGroupThatIsOversizedFailsAndHoldsUpNoOther() throws SourceException {
        insert("a", 1);
        insert("g", 2);
        insert("z", 1);
        insert(null, 1);
        enlarge("m1", LimitedPart.GROUP, KEY_LETTERS);

        assertThat(deliver()).containsExactlyInAnyOrder("m0", "m2", "m3", "m4");
        assertThat(table.row("m1").status()).isEqualTo("FAILED");
        assertThat(table.row("m1").error()).contains("20000").contains("1024");
    }

    @Test
    void anIdThatIsOversizedFailsAfterTheMessagesBeforeIt() throws SourceException {
        insert("g", 3);
        insert(null, 2);
        enlarge("m1", LimitedPart.ID, KEY_LETTERS);
        enlarge("m3", LimitedPart.ID, KEY_LETTERS + 1);

        assertThat(deliver()).containsExactlyInAnyOrder("m0", "m2", "m4").containsSubsequence("m0", "m2");
        assertThat(deliver()).isEmpty();
        assertThat(source.claim(owner, request(10, 10)).more()).isFalse();
    }
}
