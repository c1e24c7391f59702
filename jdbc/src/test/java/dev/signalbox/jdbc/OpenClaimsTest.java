package dev.signalbox.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** When the record of a claim can be deleted. */
class OpenClaimsTest {
    private final OpenClaims claims = new OpenClaims();

    private static List<Message> of(long... numbers) {
        return LongStream.of(numbers).mapToObj(OpenClaimsTest::message).toList();
    }

    private static Message message(long number) {
        var claim = new Claim(number, Instant.EPOCH);
        return new Message("m", "g", 0, "EVENT", Payload.of(new byte[0]), 0, Instant.EPOCH, claim, Suspicion.NONE);
    }

    @Test
    void aClaimEndsWithTheSettlementOfAllThatIsLeftOfIt() {
        claims.open(1, 3);
        claims.open(2, 1);

        assertThat(claims.begin()).isEmpty();
        assertThat(claims.endedBy(of(1, 2, 1))).containsExactly(2L);
        claims.settled(of(1, 2, 1));
        assertThat(claims.done()).isEmpty();

        claims.begin();
        assertThat(claims.endedBy(of(1))).containsExactly(1L);
        claims.settled(of(1));
        assertThat(claims.done()).isEmpty();
    }

    @Test
    void aMessageThatNobodyWillSettleIsNotWaitedFor() {
        claims.open(1, 2);
        claims.drop(1);
        claims.begin();

        assertThat(claims.endedBy(of(1))).containsExactly(1L);
    }

    @Test
    void aClaimOfWhichNothingIsLeftIsEndedByTheNextSettlement() {
        claims.open(1, 0);
        claims.open(2, 1);
        claims.drop(2);

        assertThat(claims.begin()).containsExactly(1L, 2L);
        assertThat(claims.endedBy(of(1, 2))).isEmpty();
    }

    @Test
    void aClaimThatARunningSettlementEndsIsNotEndedAgain() {
        claims.open(1, 1);
        claims.begin();
        assertThat(claims.endedBy(of(1))).containsExactly(1L);
        claims.drop(1);
        claims.settled(of(1));

        assertThat(claims.done()).isEmpty();
    }

    @Test
    void whatTwoSettlementsAtOnceHadAPartOfEachIsEndedByTheLastOfThem() {
        claims.open(1, 2);
        claims.begin();
        claims.begin();
        assertThat(claims.endedBy(of(1))).isEmpty();
        assertThat(claims.endedBy(of(1))).isEmpty();
        claims.settled(of(1));
        assertThat(claims.done()).isEmpty();
        claims.settled(of(1));

        assertThat(claims.done()).containsExactly(1L);
    }

    @Test
    void orByTheNextOneThatBeginsMeanwhile() {
        claims.open(1, 2);
        claims.open(2, 1);
        claims.begin();
        claims.begin();
        claims.endedBy(of(1));
        claims.endedBy(of(1));
        claims.settled(of(1));
        claims.done();
        claims.begin();
        claims.endedBy(of(2));
        claims.settled(of(1));
        assertThat(claims.done()).isEmpty();

        assertThat(claims.begin()).containsExactly(1L);
        claims.failed(List.of(1L));
        claims.settled(of(2));
        assertThat(claims.done()).containsExactly(1L);
    }

    @Test
    void aSettlementTakesNothingAlongThatBecameEmptyAfterItBegan() {
        claims.open(1, 2);
        List<Long> taken = claims.begin();
        claims.endedBy(of(1));
        claims.begin();
        claims.endedBy(of(1));
        claims.settled(of(1));
        claims.settled(of(1));
        claims.done();
        assertThat(taken).isEmpty();

        claims.failed(taken);
        assertThat(claims.begin()).containsExactly(1L);
    }

    @Test
    void aSettlementThatWritesLessThanItWantedToDoesNotEndTheClaim() {
        claims.open(1, 2);
        claims.begin();
        assertThat(claims.endedBy(of(1, 1))).containsExactly(1L);
        assertThat(claims.endedBy(of(1))).isEmpty();
        claims.settled(of(1));
        assertThat(claims.done()).isEmpty();

        claims.begin();
        assertThat(claims.endedBy(of(1))).containsExactly(1L);
    }
}
