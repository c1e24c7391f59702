package dev.signalbox.postgres.owntable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that were read and cannot be handed out yet. */
class ReadAheadBufferTest extends OwnTableTestBase {
    private static final ReadAheadBuffer.BufferLimits TIGHT = new ReadAheadBuffer.BufferLimits(5, 1_000, 50, 20, 100);

    @Test
    void aGroupThatWaitsDoesNotHoldUpTheOthers() throws Exception {
        for (int i = 0; i < 30; i++) {
            table.insert("busy" + i, "busy");
        }
        table.insert("free", "free");
        ClaimRequest request = new ClaimRequest(Shards.ALL, 10, 1 << 20, 10, Set.of("busy"), Set.of());

        assertThat(ids(source.claim(owner, request))).containsExactly("free");
        assertThat(drain()).hasSize(30).startsWith("busy0", "busy1", "busy2");
    }

    @Test
    void aGroupWithMoreThanIsRememberedIsReadAgainInOrder() throws Exception {
        source = table.newSource(Ordering.BLOCK, false, TIGHT);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            table.insert("m" + i, "g");
            table.insert("other" + i, "other " + i);
            expected.add("m" + i);
        }
        ClaimResult first = source.claim(owner, request(10, 10));
        // The reader reads to the end while the group is in flight
        List<String> passed = drain();
        settle(first, Verdict.RELEASE);
        List<String> rest = drain();

        List<String> all = new ArrayList<>(passed);
        all.addAll(rest);
        assertThat(all).doesNotHaveDuplicates().hasSize(600);
        assertThat(all.stream().filter(id -> id.startsWith("m"))).containsExactlyElementsOf(expected);
    }

    @Test
    void groupsThatWaitDoNotTakeThePlacesOfTheOthers() throws Exception {
        source = table.newSource(Ordering.BLOCK, false, TIGHT);
        Set<String> held = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            held.add("held" + i % 6);
            table.insert("h" + i, "held" + i % 6);
        }
        ClaimRequest request = new ClaimRequest(Shards.ALL, 100, 1 << 20, 10, held, Set.of());
        ClaimResult nothing = source.claim(owner, request);
        assertThat(nothing.messages()).isEmpty();
        assertThat(nothing.more()).isFalse();

        Set<String> expected = new HashSet<>();
        for (int i = 0; i < 80; i++) {
            expected.add("m" + i);
            table.insert("m" + i, "healthy" + i % 40);
        }
        Set<String> delivered = new HashSet<>();
        for (int claims = 0; claims < 12; claims++) {
            ClaimResult claimResult = source.claim(owner, request);
            delivered.addAll(ids(claimResult));
            settle(claimResult, Verdict.COMPLETE);
        }
        assertThat(delivered).isEqualTo(expected);
        assertThat(source.claim(owner, request).more()).isFalse();

        List<String> rest = drain();
        assertThat(rest).hasSize(60).doesNotHaveDuplicates();
        assertThat(rest.stream().filter(id -> Integer.parseInt(id.substring(1)) % 6 == 0))
                .containsExactly("h0", "h6", "h12", "h18", "h24", "h30", "h36", "h42", "h48", "h54");
    }

    @Test
    void moreGroupsThanPlacesAreAllRemembered() throws Exception {
        source = table.newSource(Ordering.BLOCK, false, TIGHT);
        Set<String> held = new HashSet<>();
        for (int i = 0; i < 90; i++) {
            held.add("held" + i);
            table.insert("h" + i, "held" + i);
        }
        ClaimRequest request = new ClaimRequest(Shards.ALL, 100, 1 << 20, 10, held, Set.of());
        assertThat(source.claim(owner, request).more()).isFalse();
        table.insert("m", "healthy");

        ClaimResult claimResult = source.claim(owner, request);
        assertThat(ids(claimResult)).containsExactly("m");
        assertThat(claimResult.more()).isFalse();
        assertThat(drain()).hasSize(90);
    }

    @Test
    void messagesThatWaitByThemselvesDoNotCountAsEnough() throws Exception {
        table.run("INSERT INTO signalbox_outbox (id, type, payload)"
                + " SELECT 'held' || n, 'EVENT', '{}' FROM generate_series(1, 600) n");
        Set<String> held =
                IntStream.rangeClosed(1, 600).mapToObj(i -> "held" + i).collect(Collectors.toSet());
        ClaimRequest request = new ClaimRequest(Shards.ALL, 100, 1 << 20, 10, Set.of(), held);
        ClaimResult nothing = source.claim(owner, request);
        assertThat(nothing.messages()).isEmpty();
        assertThat(nothing.more()).isFalse();
        table.run("INSERT INTO signalbox_outbox (id, type, payload)"
                + " SELECT 'good' || n, 'EVENT', '{}' FROM generate_series(1, 100) n");

        assertThat(ids(source.claim(owner, request))).hasSize(100).allMatch(id -> id.startsWith("good"));
    }

    @Test
    void aLateRowOfAGroupThatWasForgottenKeepsItsPlace() throws Exception {
        source = table.newSource(Ordering.BLOCK, false, TIGHT);
        try (Writer late = new Writer().insert("late", "g")) {
            for (int i = 0; i < 60; i++) {
                table.insert("m" + i, "g");
            }
            ClaimResult first = source.claim(owner, request(1, 1));
            late.commit();
            assertThat(claim().messages()).isEmpty();
            settle(first, Verdict.COMPLETE);

            assertThat(drain()).hasSize(60).startsWith("late", "m1", "m2").endsWith("m58", "m59");
        }
    }

    @Test
    void aPayloadTooLargeToReadAheadIsReadWhenItIsHandedOut() throws Exception {
        String large = "x".repeat(500_000);
        table.run("INSERT INTO signalbox_outbox (id, type, payload) VALUES ('huge', 'EVENT', repeat('y', 2000000))");
        for (int i = 0; i < 3; i++) {
            table.run(
                    "INSERT INTO signalbox_outbox (id, message_group, type, payload) VALUES ('m%d', 'g', 'EVENT', '%s')"
                            .formatted(i, large + i));
        }
        ClaimResult claimResult = source.claim(owner, request(10, 10));

        assertThat(ids(claimResult)).containsExactlyInAnyOrder("m0", "m1", "huge");
        claimResult.messages().forEach(message -> {
            if (message.id().equals("huge")) {
                assertThat(message.payload().isLeftBehind()).isTrue();
                assertThat(message.payload().size()).isEqualTo(2_000_000);
            } else {
                assertThat(message.payload().utf8())
                        .isEqualTo(large + message.id().substring(1));
            }
        });
        assertThat(claimResult.more()).isTrue();
    }

    @Test
    void aMessageThatIsDeletedWhileItWaitsIsNotDeliveredIfItIsReadAgain() throws Exception {
        source = table.newSource(Ordering.BLOCK, false, new ReadAheadBuffer.BufferLimits(0, 0, 50, 20, 100));
        for (int i = 0; i < 3; i++) {
            table.insert("m" + i, "g");
        }
        ClaimResult first = source.claim(owner, request(1, 1));
        table.run("DELETE FROM signalbox_outbox WHERE id = 'm1'");
        settle(first, Verdict.COMPLETE);

        assertThat(drain()).containsExactly("m2");
    }

    @Test
    void twoRowsWithOneIdAreDeliveredOneAfterTheOther() throws Exception {
        table.insert("same", "a");
        table.insert("same", "b");
        ClaimResult first = claim();
        assertThat(ids(first)).containsExactly("same");
        settle(first, Verdict.COMPLETE);

        assertThat(drain()).containsExactly("same");
        assertThat(table.number("SELECT count(*) FROM signalbox_outbox")).isZero();
    }

    @Test
    void aGroupWithAFailedMessageGoesOnBehindItAfterARetry() throws Exception {
        source = table.newSource(Ordering.BLOCK, true);
        for (int i = 0; i < 4; i++) {
            table.insert("m" + i, "g");
        }
        settle(source.claim(owner, request(1, 1)), new Verdict.Park("no"));
        assertThat(drain()).isEmpty();
        table.insert("other", "h");
        assertThat(drain()).containsExactly("other");

        try (var connection = table.connect()) {
            assertThat(new OwnTableDeadLetters(PostgresOwnTable.DEFAULT_NAME).retry(connection, List.of("m0")))
                    .containsExactly("m0");
        }
        assertThat(drain()).containsExactly("m0", "m1", "m2", "m3");
    }

    @Test
    void aGroupWithAFailedMessageGoesOnWithoutItAfterADiscard() throws Exception {
        table.insert("m0", "g");
        table.insert("m1", "g");
        settle(source.claim(owner, request(1, 1)), new Verdict.Park("no"));
        // Another process that has not seen the failure
        source = table.newSource(Ordering.BLOCK, true);
        owner = table.join("second");
        assertThat(drain()).isEmpty();

        try (var connection = table.connect()) {
            assertThat(new OwnTableDeadLetters(PostgresOwnTable.DEFAULT_NAME).discard(connection, List.of("m0")))
                    .containsExactly("m0");
        }
        assertThat(drain()).containsExactly("m1");
    }

    @Test
    void aRepeatedSettlementCountsOnce() throws Exception {
        table.insert("m", "g");
        ClaimResult claimResult = claim();
        // As if an earlier call had been recorded and its answer lost
        table.run("UPDATE signalbox_outbox SET attempts = 1, last_error = 'first'");
        assertThat(settle(claimResult, new Verdict.RetryAt(0, "again")).recorded())
                .isEmpty();

        assertThat(table.rows("SELECT attempts, last_error FROM signalbox_outbox"))
                .containsExactly("1|first");
        assertThat(claim().messages().getFirst().attempts()).isOne();
    }

    @Test
    void aCompletionWhoseAnswerWasLostIsRecorded() throws Exception {
        table.insert("m", "g");
        ClaimResult claimResult = claim();
        table.run("DELETE FROM signalbox_outbox");

        assertThat(settle(claimResult, Verdict.COMPLETE).recorded()).containsExactly("m");
    }

    @Test
    void whatIsRememberedOfAShardThatWasAwayIsForgotten() throws Exception {
        for (int i = 0; i < 5; i++) {
            table.insert("m" + i, "g");
            table.insert("single" + i, null);
        }
        ClaimResult inHand = source.claim(owner, request(1, 1));
        // As if another node had owned the shards for a while
        table.run("DELETE FROM signalbox_outbox WHERE id <> '%s'"
                .formatted(ids(inHand).getFirst()));
        table.insert("new", "g");
        table.insert("other", "h");
        source.gained(owner, Shards.ALL);

        List<String> delivered = new ArrayList<>(drain());
        assertThat(delivered).isSubsetOf("new", "other").contains("other");
        settle(inHand, Verdict.COMPLETE);
        delivered.addAll(drain());
        assertThat(delivered).containsExactlyInAnyOrder("new", "other");
        assertThat(table.number("SELECT count(*) FROM signalbox_outbox")).isZero();
    }

    /** As after a failover to a replica that lacked the first message. */
    @ParameterizedTest
    @MethodSource("verdicts")
    void anotherMessageInTheSamePlaceIsNotSettled(Verdict.Final verdict) throws Exception {
        table.insert("old", "g");
        ClaimResult claimResult = claim();
        table.run("""
                WITH gone AS (DELETE FROM signalbox_outbox RETURNING position)
                INSERT INTO signalbox_outbox (position, id, message_group, type, payload)
                OVERRIDING SYSTEM VALUE SELECT position + 1000, 'new', 'g', 'EVENT', '{}' FROM gone;
                UPDATE signalbox_outbox SET position = position - 1000""");
        settle(claimResult, verdict);

        assertThat(table.rows("SELECT id, attempts FROM signalbox_outbox")).containsExactly("new|0");
        assertThat(table.number("SELECT count(*) FROM signalbox_outbox_failed")).isZero();
        assertThat(drain()).containsExactly("new");
    }

    static List<Verdict.Final> verdicts() {
        return List.of(Verdict.COMPLETE, new Verdict.Park("no"), new Verdict.RetryAt(0, "again"));
    }
}
