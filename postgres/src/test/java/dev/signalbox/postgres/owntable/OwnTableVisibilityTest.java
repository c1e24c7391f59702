package dev.signalbox.postgres.owntable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.time.BoundedTime;
import org.junit.jupiter.api.Test;

/** Transactions that end in another order than they started, and rows that become visible behind the cursor. */
class OwnTableVisibilityTest extends OwnTableTestBase {
    @Test
    void aWriterThatStaysOpenHoldsUpNoOtherAndLosesNothing() throws Exception {
        try (Writer slow = new Writer().insert("slow 1", "a").insert("slow 2", null)) {
            for (int i = 0; i < 200; i++) {
                table.insert("m" + i, "g" + i % 7);
                if (i % 20 == 0) {
                    drain();
                }
            }
            drain();
            assertThat(table.number("SELECT count(*) FROM signalbox_outbox")).isZero();

            slow.commit();
            assertThat(drain()).containsExactlyInAnyOrder("slow 1", "slow 2");
        }
    }

    @Test
    void aLowTransactionNumberThatInsertsLateDoesNotOvertake() throws Exception {
        try (Writer early = new Writer().begin()) {
            table.insert("first", "g");
            early.insert("second", "g").commit();
            table.insert("third", "g");

            assertThat(ids(claim())).containsExactly("first", "second", "third");
        }
    }

    @Test
    void aLowTransactionNumberThatInsertsLateIsNotSkipped() throws Exception {
        try (Writer early = new Writer().begin()) {
            table.insert("first", "g");
            assertThat(drain()).containsExactly("first");
            early.insert("second", "g").commit();

            assertThat(drain()).containsExactly("second");
        }
    }

    @Test
    void positionsTakenEarlyAreDeliveredWhenTheyCome() throws Exception {
        table.run("SELECT setval(pg_get_serial_sequence('signalbox_outbox', 'position'), 1000)");
        table.insert("after", "g");
        assertThat(drain()).containsExactly("after");
        try (Writer writer = new Writer()) {
            writer.insertAt(5, "five", "g").commit();
            assertThat(drain()).containsExactly("five");
            writer.insertAt(-5, "below zero", "other").commit();
            assertThat(drain()).containsExactly("below zero");
        }
    }

    @Test
    void aSequenceThatGivesOutNumbersInAdvanceLosesNothing() throws Exception {
        table.run("ALTER TABLE signalbox_outbox ALTER COLUMN position SET CACHE 50");
        try (Writer one = new Writer();
                Writer other = new Writer()) {
            one.insert("a0", "a").commit();
            other.insert("b0", "b").commit();
            assertThat(drain()).containsExactlyInAnyOrder("a0", "b0");
            for (int i = 1; i < 40; i++) {
                one.insert("a" + i, "a").commit();
                assertThat(drain()).containsExactly("a" + i);
            }
        }
    }

    @Test
    void whatWasRolledBackIsNeverSeenAndItsGapDoesNotMatter() throws Exception {
        try (Writer writer = new Writer()) {
            writer.insert("never", "g");
            table.insert("next", "g");
            assertThat(drain()).containsExactly("next");
            writer.rollBack();
            assertThat(drain()).isEmpty();
        }
    }

    @Test
    void aLateRowWaitsBehindWhatItsGroupHasInHand() throws Exception {
        try (Writer late = new Writer().insert("late", "g")) {
            table.insert("in flight", "g");
            ClaimResult inHand = claim();
            late.commit();
            assertThat(claim().messages()).isEmpty();

            settle(inHand, Verdict.COMPLETE);
            assertThat(ids(claim())).containsExactly("late");
        }
    }

    @Test
    void moreLateRowsThanOneReadTakesKeepTheirOrder() throws Exception {
        try (Writer bulk = new Writer()) {
            bulk.run("INSERT INTO signalbox_outbox (id, message_group, type, payload)"
                    + " SELECT 'bulk ' || n, 'g', 'EVENT', '{}' FROM generate_series(1, "
                    + (ShardReadPositions.LATE_OF_ONE + 500) + ") n");
            // In the group's shard and far ahead, so that the cursor passes all uncommitted rows
            table.insert("ahead", "g");
            assertThat(drain()).containsExactly("ahead");
            bulk.commit();
            table.insert("behind", "g");

            assertThat(drain())
                    .hasSize(ShardReadPositions.LATE_OF_ONE + 501)
                    .startsWith("bulk 1", "bulk 2")
                    .endsWith("bulk " + (ShardReadPositions.LATE_OF_ONE + 500), "behind");
        }
    }

    @Test
    void moreTransactionsThanCanBeLookedUpAreReadFromTheBottom() throws Exception {
        try (Writer late = new Writer()) {
            table.insert("first", "g");
            late.insert("late", "h");
            table.insert("second", "g");
            drain();
            late.commit();
            table.run("DO $$ BEGIN FOR i IN 1.." + (ShardReadPositions.MOST_TRANSACTIONS + 1)
                    + " LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$");

            assertThat(drain()).containsExactly("late");
        }
    }

    @Test
    void rowsOfAnotherServerAreDeliveredAndDisturbNothing() throws Exception {
        for (int i = 0; i < 30; i++) {
            table.run("INSERT INTO signalbox_outbox (xid, id, message_group, type, payload)"
                    + " VALUES ('900000000', 'restored %d', 'g', 'EVENT', '{}')".formatted(i));
        }
        source.recover(owner);
        table.insert("new", "g");

        assertThat(drain()).hasSize(31).startsWith("restored 0", "restored 1").endsWith("restored 29", "new");
    }

    @Test
    void whatWasWrittenPastTheRulesIsFoundWhenThereIsNothingElseToDo() throws Exception {
        table.insert("first", "g");
        drain();
        table.run("INSERT INTO signalbox_outbox (position, xid, id, message_group, type, payload)"
                + " VALUES (-1, '3', 'odd', 'g', 'EVENT', '{}')");
        assertThat(drain()).isEmpty();

        source.recover(owner);
        assertThat(drain()).containsExactly("odd");
    }

    @Test
    void aTimeThatNoReceiverKnowsBecomesTheNearestOne() throws Exception {
        table.insert("m1", "g");
        table.insert("m2", "g");
        table.run(
                "UPDATE signalbox_outbox SET created_at = CASE id WHEN 'm1' THEN 'infinity' ELSE '-infinity' END::timestamptz");

        assertThat(claim().messages())
                .extracting(Message::createdAt)
                .containsExactly(BoundedTime.LATEST, BoundedTime.EARLIEST);
    }
}
