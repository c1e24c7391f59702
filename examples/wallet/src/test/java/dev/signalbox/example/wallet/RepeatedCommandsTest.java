package dev.signalbox.example.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.example.wallet.ApiClient.Reply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client without an answer sends again; nothing is executed twice. */
class RepeatedCommandsTest {
    private static final int TWINS = 8;

    private WalletService service;
    private ApiClient apiClient;

    @BeforeEach
    void start() throws Exception {
        service = WalletService.start(TestDatabase.create().settings());
        apiClient = new ApiClient(service.uri());
        apiClient.open("alice", "Alice");
        apiClient.open("bob", "Bob");
        apiClient.deposit("alice", "start", 1_000);
    }

    @AfterEach
    void stop() {
        apiClient.close();
        service.close();
    }

    @Test
    void aRepeatedCommandIsAnsweredAsBeforeAndDoneOnce() throws Exception {
        assertRepeatable(() -> apiClient.open("carol", "Carol"));
        assertRepeatable(() -> apiClient.deposit("alice", "d1", 100));
        assertRepeatable(() -> apiClient.withdraw("alice", "w1", 300));
        assertRepeatable(() -> apiClient.transfer("alice", "bob", "t1", 800));
        assertThat(apiClient.balance("alice")).isZero();
        assertThat(apiClient.balance("bob")).isEqualTo(800);
    }

    /** The wallet is empty in the end, so a repetition that checks the balance first would be rejected. */
    private static void assertRepeatable(Callable<Reply> command) throws Exception {
        Reply first = command.call();
        Reply second = command.call();
        assertThat(first.status()).isEqualTo(201);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body());
    }

    @Test
    void anIdCannotBeUsedForSomethingElse() throws Exception {
        apiClient.deposit("alice", "d1", 100);
        apiClient.withdraw("alice", "w1", 100);
        apiClient.transfer("alice", "bob", "t1", 100);

        assertThat(apiClient.deposit("alice", "d1", 101).error()).isEqualTo("id_already_used");
        assertThat(apiClient.deposit("bob", "d1", 100).error()).isEqualTo("id_already_used");
        assertThat(apiClient.withdraw("alice", "w1", 99).error()).isEqualTo("id_already_used");
        assertThat(apiClient.transfer("bob", "alice", "t1", 100).error()).isEqualTo("id_already_used");
        assertThat(apiClient.balance("alice")).isEqualTo(900);
    }

    @Test
    void commandsOfDifferentKindsMayHaveTheSameId() throws Exception {
        assertThat(apiClient.transfer("alice", "bob", "x", 10).status()).isEqualTo(201);
        assertThat(apiClient.deposit("alice", "x", 10).status()).isEqualTo(201);
        assertThat(apiClient.withdraw("alice", "x", 10).status()).isEqualTo(201);
    }

    @Test
    void ofTwinsSentAtOnceOneIsDone() throws Exception {
        assertThat(statuses(() -> apiClient.open("carol", "Carol"))).isEqualTo(oneOf(TWINS));
        assertThat(statuses(() -> apiClient.deposit("alice", "d1", 100))).isEqualTo(oneOf(TWINS));
        assertThat(statuses(() -> apiClient.withdraw("alice", "w1", 1_100))).isEqualTo(oneOf(TWINS));
        assertThat(apiClient.balance("alice")).isZero();
        apiClient.deposit("alice", "d2", 100);
        assertThat(statuses(() -> apiClient.transfer("alice", "bob", "t1", 100)))
                .isEqualTo(oneOf(TWINS));
        assertThat(apiClient.balance("bob")).isEqualTo(100);
    }

    private static List<Integer> statuses(Callable<Reply> command) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(TWINS)) {
            for (Future<Reply> reply : threads.invokeAll(Collections.nCopies(TWINS, command))) {
                statuses.add(reply.get().status());
            }
        }
        Collections.sort(statuses);
        return statuses;
    }

    private static List<Integer> oneOf(int all) {
        List<Integer> statuses = new ArrayList<>(Collections.nCopies(all - 1, 200));
        statuses.add(201);
        return statuses;
    }
}
