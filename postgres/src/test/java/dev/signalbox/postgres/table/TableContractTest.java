package dev.signalbox.postgres.table;

import dev.signalbox.testkit.contract.ClaimSourceContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import java.util.Map;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table does what every source does, and what the adapter in memory does to the last row. */
@ExtendWith(TableContractTest.AboutMarks.class)
class TableContractTest extends ClaimSourceContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new TableFixture();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (TableFixture table = new TableFixture("PENDING")) {
            new RandomOperations(seed, new OwnFixture(), table).run(250);
        }
    }

    /** Leaves out what only holds where rows are marked. */
    static final class AboutMarks implements ExecutionCondition {
        private static final Map<String, String> LEFT_OUT = Map.of(
                "claimsNothingOfAGroupOfWhichARowIsHeld", "two sources of one owner do not know of each other",
                "aLockedRowEndsItsGroupsRun", "reading takes no locks",
                "aLockedRowOfAFencedOwnerHoldsUpOnlyItself", "giving back changes no row",
                "aRowHeldElsewhereBlocksItsGroupUntilItExpires", "nobody else can hold a row",
                "withoutOrderARowInHandBlocksNobody", "reading takes no locks");

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            String method = context.getTestMethod().map(it -> it.getName()).orElse("");
            String reason = LEFT_OUT.get(method);
            return reason == null
                    ? ConditionEvaluationResult.enabled("applies")
                    : ConditionEvaluationResult.disabled(reason);
        }
    }
}
