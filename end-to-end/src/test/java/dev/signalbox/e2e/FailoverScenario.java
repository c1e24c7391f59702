package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.postgres.LocalPostgres;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * A node, an application that keeps writing, a slow receiver, and a database whose primary is lost together with the last
 * transactions: the new one assigns their positions, ids and transaction ids to other messages.
 */
final class FailoverScenario implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final Duration ANSWER = Duration.ofMillis(50);
    /** More than the numbers of a sequence that a standby skips when it is promoted. */
    private static final int MANY = 60;

    /** The sessions of this test have the driver's own name. */
    private static final String OF_THE_NODE = """
            FROM pg_stat_activity
            WHERE backend_type = 'client backend' AND application_name <> 'PostgreSQL JDBC Driver'""";

    private final FailoverTable table;
    private final Receiver receiver;
    private final SignalboxProcess node;
    private final FailoverLoad load;
    final ReplicatedPostgres servers;
    /** Opens when requests that wait for it are answered. */
    private CountDownLatch answers = new CountDownLatch(1);

    /** What becomes of the messages that the standby never gets. */
    enum Loss {
        /** The node delivers many of them, and records that. */
        RECORDED,
        /**
         * The node has read many of them and waits for answers until the standby is promoted. It has recorded nothing that
         * the standby lacks, so its records and those of the new primary do not differ.
         */
        UNANSWERED
    }

    /** When the standby is promoted after the primary was killed. */
    enum Promotion {
        AT_ONCE,
        /** The node knows that its lease has ended. */
        AFTER_THE_LEASE
    }

    /** Starts everything, with one standby, and waits until messages arrive; their ids begin with {@code first}. */
    FailoverScenario(FailoverTable table, int servers) throws Exception {
        this.table = table;
        this.servers = ReplicatedPostgres.start(TestFolders.ofThisRun("failover-" + System.nanoTime()), servers);
        this.servers.primary().execute(ReplicatedPostgres.DATABASE, table.ddl, FailoverLoad.DDL);
        this.servers.addStandby();
        this.receiver = new Receiver();
        receiver.answer(FailoverScenario::slowly);
        this.node = SignalboxProcess.launch("one", ConfigText.yaml(yaml()), Map.of());
        node.awaitReady();
        this.load = new FailoverLoad(this.servers::primary, table, "first");
        awaitReceived("first");
    }

    private String yaml() {
        return """
                signalbox:
                  sources:
                    shop:
                      url: "jdbc:postgresql://%s/%s?targetServerType=primary&hostRecheckSeconds=0"
                      username: postgres
                  sinks:
                    api: { type: http, base-url: "%s", path: /api }
                """.formatted(servers.addresses(), ReplicatedPostgres.DATABASE, receiver.url()) + table.yaml;
    }

    /** The application writes messages that the standby never gets. */
    void loseMessages(Loss loss, String phase) throws SQLException {
        switch (loss) {
            case RECORDED -> {
                servers.awaitReplicated();
                servers.freezeReplication();
                load.enter(phase);
                awaitReceived(phase);
            }
            case UNANSWERED -> {
                load.pause();
                awaitFinished();
                servers.awaitReplicated();
                servers.freezeReplication();
                CountDownLatch opened = answers;
                receiver.answer(request -> new ReceiverReply.When(opened, slowly(request)));
                load.enter(phase);
                await().alias(phase)
                        .atMost(PATIENCE)
                        .until(() -> written(phase) >= 2 * MANY
                                && node.metric("signalbox_relay_held_messages", table.relay) >= table.heldAtOnce());
            }
        }
    }

    /** The primary is killed, the standby is promoted, and messages of it arrive. */
    void failOver(Promotion promotion, String phase) throws SQLException {
        servers.primary().kill();
        if (promotion == Promotion.AFTER_THE_LEASE) {
            await().atMost(PATIENCE).until(() -> !node.leads(table.relay));
        }
        servers.promote();
        load.enter(phase);
        receiver.answer(FailoverScenario::slowly);
        answers.countDown();
        answers = new CountDownLatch(1);
        awaitReceived(phase);
    }

    private static ReceiverReply slowly(ReceivedRequest request) {
        return ReceiverReply.acceptAfter(request, ANSWER);
    }

    /**
     * The standby is promoted while the former primary lives on. The application writes to both, and the node's sessions
     * move to the new one by and by. In the end the former one is killed. Until then nothing needs to arrive: a node that
     * renews its lease on one server reads nothing from another.
     */
    void splitBrain(String phaseOfBoth) throws Exception {
        LocalPostgres former = servers.primary();
        servers.promote();
        load.enter(phaseOfBoth);
        try (FailoverLoad _ = new FailoverLoad(() -> former, table, phaseOfBoth + "-former")) {
            endOneSession(former);
            await().atMost(PATIENCE).until(() -> sessions(servers.primary()) > 0);
            assertThat(sessions(former))
                    .as("the node's sessions on the former primary")
                    .isPositive();
            for (int round = 0; round < 3; round++) {
                endOneSession(former);
                long before = written(phaseOfBoth);
                await().atMost(PATIENCE).until(() -> written(phaseOfBoth) >= before + 2 * MANY);
            }
        }
        former.kill();
        load.enter(phaseOfBoth + "-healed");
        awaitReceived(phaseOfBoth + "-healed");
    }

    /** The pool opens another session, on the first server of its list that is a primary. */
    private static void endOneSession(LocalPostgres server) throws SQLException {
        ReplicatedPostgres.texts(
                server, "SELECT CAST(pg_terminate_backend(pid) AS text) " + OF_THE_NODE + " ORDER BY random() LIMIT 1");
    }

    private static long sessions(LocalPostgres server) throws SQLException {
        return Long.parseLong(ReplicatedPostgres.text(server, "SELECT count(*) " + OF_THE_NODE));
    }

    private long written(String phase) throws SQLException {
        return Long.parseLong(ReplicatedPostgres.text(
                servers.primary(), "SELECT count(*) FROM written WHERE body LIKE '{\"id\":\"" + phase + "-%'"));
    }

    private void awaitReceived(String phase) {
        await().alias(phase)
                .atMost(PATIENCE)
                .until(() -> received().stream()
                                .filter(id -> id.startsWith(phase + "-"))
                                .distinct()
                                .count()
                        >= MANY);
    }

    private List<String> received() {
        return receiver.kept().stream()
                .flatMap(request -> request.items().stream())
                .map(ReceivedItem::id)
                .toList();
    }

    /** Everything that is committed on the present primary has arrived, in the order of its group, and is done. */
    void assertEverythingArrivedInOrder() throws Exception {
        load.close();
        List<ReceivedItem> committed =
                ReplicatedPostgres.texts(servers.primary(), "SELECT body FROM written ORDER BY number").stream()
                        .map(ReceivedItem::of)
                        .toList();
        awaitFinished();
        Map<String, Integer> firstArrivals = firstArrivals();
        assertThat(committed.stream()
                        .map(ReceivedItem::id)
                        .filter(id -> !firstArrivals.containsKey(id))
                        .toList())
                .as("messages of %d on the newest primary that are done and never arrived", committed.size())
                .isEmpty();
        committed.stream()
                .collect(Collectors.groupingBy(ReceivedItem::group))
                .forEach((group, ofGroup) -> assertThat(ofGroup.stream()
                                .map(item -> firstArrivals.get(item.id()))
                                .toList())
                        .as("first arrivals of group " + group)
                        .isSorted());
    }

    private void awaitFinished() {
        await().atMost(PATIENCE)
                .until(() -> ReplicatedPostgres.text(servers.primary(), table.unfinished)
                        .equals("0"));
    }

    private Map<String, Integer> firstArrivals() {
        Map<String, Integer> first = new HashMap<>();
        List<String> received = received();
        for (int i = 0; i < received.size(); i++) {
            first.putIfAbsent(received.get(i), i);
        }
        return first;
    }

    @Override
    public void close() throws IOException, SQLException {
        try (servers;
                receiver;
                node) {
            load.close();
        }
    }
}
