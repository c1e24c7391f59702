package dev.signalbox.example.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.example.wallet.ApiClient.Reply;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each use case over HTTP, and each kind of bad request. */
class WalletApiTest {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static WalletService service;
    private static ApiClient apiClient;

    private String alice;
    private String bob;

    @BeforeAll
    static void start() throws Exception {
        service = WalletService.start(TestDatabase.create().settings());
        apiClient = new ApiClient(service.uri());
    }

    @AfterAll
    static void stop() {
        apiClient.close();
        service.close();
    }

    @BeforeEach
    void openWallets() throws Exception {
        int number = NUMBER.incrementAndGet();
        alice = "alice-" + number;
        bob = "bob-" + number;
        assertThat(apiClient.open(alice, "Alice").status()).isEqualTo(201);
        assertThat(apiClient.open(bob, "Bob").status()).isEqualTo(201);
    }

    private String id(String name) {
        return name + "-of-" + alice;
    }

    @Test
    void aNewWalletIsEmptyAndSaysWhereItIs() throws Exception {
        Reply opened = apiClient.open("carol", "Carol");
        assertThat(opened.response().headers().firstValue("Location")).hasValue("/wallets/carol");

        Reply found = apiClient.get("/wallets/carol");
        assertThat(found.status()).isEqualTo(200);
        assertThat(found.contentType()).isEqualTo("application/json");
        assertThat(found.body().get("owner").asString()).isEqualTo("Carol");
        assertThat(found.body().get("balance").longValue()).isZero();
        assertThat(found.body().get("events")).hasSize(1);
    }

    @Test
    void depositsAndWithdrawalsAddUp() throws Exception {
        Reply deposit = apiClient.deposit(alice, id("d1"), 5_000);
        assertThat(deposit.status()).isEqualTo(201);
        assertThat(deposit.body().get("amount").longValue()).isEqualTo(5_000);
        assertThat(apiClient.withdraw(alice, id("w1"), 1_250).status()).isEqualTo(201);
        assertThat(apiClient.balance(alice)).isEqualTo(3_750);
    }

    @Test
    void aTransferMovesMoney() throws Exception {
        apiClient.deposit(alice, id("d1"), 5_000);
        assertThat(apiClient.transfer(alice, bob, id("t1"), 2_000).status()).isEqualTo(201);
        assertThat(apiClient.balance(alice)).isEqualTo(3_000);
        assertThat(apiClient.balance(bob)).isEqualTo(2_000);
    }

    @Test
    void theLastEventsComeNewestFirst() throws Exception {
        for (int i = 1; i <= 12; i++) {
            apiClient.deposit(alice, id("d" + i), i);
        }
        Reply found = apiClient.get("/wallets/" + alice);
        assertThat(found.body().get("events")).hasSize(10);
        assertThat(found.body().at("/events/0/type").asString()).isEqualTo("DepositMade");
        assertThat(found.body().at("/events/0/data/amount").longValue()).isEqualTo(12);
        assertThat(found.body().at("/events/9/data/amount").longValue()).isEqualTo(3);
    }

    @Test
    void moreThanThereIsCannotBeTakenOut() throws Exception {
        apiClient.deposit(alice, id("d1"), 100);
        Reply withdrawal = apiClient.withdraw(alice, id("w1"), 101);
        assertProblem(withdrawal, 409, "not_enough_money");
        assertThat(withdrawal.body().get("balance").longValue()).isEqualTo(100);
        assertProblem(apiClient.transfer(alice, bob, id("t1"), 101), 409, "not_enough_money");
        assertThat(apiClient.withdraw(alice, id("w2"), 100).status()).isEqualTo(201);
        assertThat(apiClient.balance(alice)).isZero();
    }

    @Test
    void aRefusedCommandCanBeSentAgainWhenThereIsMoney() throws Exception {
        assertProblem(apiClient.withdraw(alice, id("w1"), 10), 409, "not_enough_money");
        apiClient.deposit(alice, id("d1"), 10);
        assertThat(apiClient.withdraw(alice, id("w1"), 10).status()).isEqualTo(201);
    }

    @Test
    void walletsThatWereNotOpenedAreUnknown() throws Exception {
        assertProblem(apiClient.get("/wallets/nobody"), 404, "unknown_wallet");
        assertProblem(apiClient.deposit("nobody", id("d1"), 1), 404, "unknown_wallet");
        assertProblem(apiClient.withdraw("nobody", id("w1"), 1), 404, "unknown_wallet");
        apiClient.deposit(alice, id("d2"), 1);
        assertProblem(apiClient.transfer(alice, "nobody", id("t1"), 1), 404, "unknown_wallet");
        assertProblem(apiClient.transfer("nobody", alice, id("t2"), 1), 404, "unknown_wallet");
        assertProblem(apiClient.get("/wallets/a%20b"), 404, "unknown_wallet");
        assertThat(apiClient.balance(alice)).isEqualTo(1);
    }

    @Test
    void aWalletOfThatNameMayBelongToAnotherOwner() throws Exception {
        assertProblem(apiClient.open(alice, "Mallory"), 409, "wallet_exists");
        assertThat(apiClient.get("/wallets/" + alice).body().get("owner").asString())
                .isEqualTo("Alice");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            {"id":"x","amount":0}              | amount
            {"id":"x","amount":-5}             | amount
            {"id":"x","amount":1.5}            | amount
            {"id":"x","amount":"5"}            | amount
            {"id":"x","amount":1000000000001}  | amount
            {"id":"x","amount":1e3}            | amount
            {"id":"x","amount":99999999999999999999} | amount
            {"id":"x"}                         | amount
            {"amount":5}                       | id
            {"id":null,"amount":5}             | id
            {"id":"a b","amount":5}            | id
            {"id":7,"amount":5}                | id
            {"id":"x","amount":5,"paymentId":""} | paymentId
            {"id":"x","amount":5,"currency":"EUR"} | currency
            """)
    void aBadMemberIsNamed(String body, String field) throws Exception {
        Reply reply = apiClient.post("/wallets/" + alice + "/deposits", body);
        assertProblem(reply, 400, "bad_request");
        assertThat(reply.body().get("errors")).hasSize(1);
        assertThat(reply.body().at("/errors/0/field").asString()).isEqualTo(field);
        assertThat(apiClient.balance(alice)).isZero();
    }

    @Test
    void allBadMembersAreNamedAtOnce() throws Exception {
        Reply reply = apiClient.post("/transfers", "{\"from\":\"a\",\"to\":\"a\",\"amount\":0}");
        assertProblem(reply, 400, "bad_request");
        assertThat(reply.body()
                        .get("errors")
                        .valueStream()
                        .map(fault -> fault.get("field").asString()))
                .containsExactlyInAnyOrder("id", "to", "amount");
        assertProblem(apiClient.post("/wallets", "{\"id\":\"x\",\"owner\":\"\\u0000\"}"), 400, "bad_request");
        assertProblem(apiClient.post("/wallets", "{\"id\":\"x\",\"owner\":\"\\ud800\"}"), 400, "bad_request");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', nullValues = "none", textBlock = """
            {
            []
            ``
            {"id":"x","id":"y","owner":"z"}
            {"id":"x","owner":"y"} {}
            """)
    void whatIsNoJsonObjectIsRefused(String body) throws Exception {
        assertProblem(apiClient.post("/wallets", body), 400, "bad_request");
    }

    @Test
    void aBodyHasALimit() throws Exception {
        String owner = "x".repeat(20_000);
        assertProblem(apiClient.open("large", owner), 413, "too_large");
    }

    @Test
    void onlyJsonIsTaken() throws IOException, InterruptedException {
        Reply reply = apiClient.send(apiClient
                .request("/wallets")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("{\"id\":\"x\",\"owner\":\"y\"}")));
        assertProblem(reply, 415, "unsupported_media_type");
    }

    @Test
    void otherPathsAndMethodsAreRefused() throws Exception {
        assertProblem(apiClient.get("/"), 404, "not_found");
        assertProblem(apiClient.get("/wallets/" + alice + "/"), 404, "not_found");
        assertProblem(apiClient.post("/wallets/" + alice + "/gifts", "{}"), 404, "not_found");
        Reply reply = apiClient.get("/transfers");
        assertProblem(reply, 405, "method_not_allowed");
        assertThat(reply.response().headers().firstValue("Allow")).hasValue("POST");
    }

    private static void assertProblem(Reply reply, int status, String error) {
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(status);
        assertThat(reply.contentType()).isEqualTo("application/problem+json");
        assertThat(reply.error()).isEqualTo(error);
        assertThat(reply.body().get("status").intValue()).isEqualTo(status);
        assertThat(reply.body().get("title").asString()).isNotBlank();
        assertThat(reply.body().get("detail").asString()).isNotBlank();
    }
}
