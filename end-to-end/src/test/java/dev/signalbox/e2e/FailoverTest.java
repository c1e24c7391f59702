package dev.signalbox.e2e;

import dev.signalbox.e2e.FailoverScenario.Loss;
import dev.signalbox.e2e.FailoverScenario.Promotion;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Asynchronous failovers, while messages are written and the receiver is slow. Every message that is committed on the
 * newest primary arrives, in the order of its group.
 */
@Timeout(180)
class FailoverTest {
    @Test
    void aLogGoesOnWithTheEventsOfTheNewPrimary() throws Exception {
        promoteOnce(FailoverTable.LOG);
    }

    @Test
    @Tag("slow")
    void ourOwnTableGoesOnWithTheMessagesOfTheNewPrimary() throws Exception {
        promoteOnce(FailoverTable.OWN_TABLE);
    }

    private static void promoteOnce(FailoverTable table) throws Exception {
        try (FailoverScenario scenario = new FailoverScenario(table, 2)) {
            scenario.loseMessages(Loss.UNANSWERED, "lost");
            scenario.failOver(Promotion.AT_ONCE, "second");

            scenario.assertEverythingArrivedInOrder();
        }
    }

    @ParameterizedTest
    @MethodSource
    @Tag("slow")
    void goesOnAfterTwoPromotionsInARow(FailoverTable table, Promotion promotion) throws Exception {
        try (FailoverScenario scenario = new FailoverScenario(table, 3)) {
            scenario.loseMessages(Loss.RECORDED, "lost");
            scenario.failOver(promotion, "second");
            scenario.servers.addStandby();
            scenario.loseMessages(Loss.UNANSWERED, "lost-too");
            scenario.failOver(promotion, "third");

            scenario.assertEverythingArrivedInOrder();
        }
    }

    static Stream<Arguments> goesOnAfterTwoPromotionsInARow() {
        return Arrays.stream(FailoverTable.values())
                .flatMap(table -> Arrays.stream(Promotion.values()).map(promotion -> Arguments.of(table, promotion)));
    }

    /** An operator promotes the standby and leaves the former primary alive. */
    @ParameterizedTest
    @EnumSource(names = {"OWN_TABLE", "STATUS_OWN"})
    @Tag("slow")
    void losesNothingOfTheNewPrimaryWhileItReachesTheFormerOneToo(FailoverTable table) throws Exception {
        try (FailoverScenario scenario = new FailoverScenario(table, 2)) {
            scenario.loseMessages(Loss.RECORDED, "lost");
            scenario.splitBrain("both");

            scenario.assertEverythingArrivedInOrder();
        }
    }
}
