package dev.signalbox.example.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.example.wallet.Browser.Reply;
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
    private static Browser browser;

    private String alice;
    private String bob;

    @BeforeAll
    static void start() throws Exception {
        service = WalletService.start(TestDatabase.create().settings());
        browser = new Browser(service.uri());
    }

    @AfterAll
    static void stop() {
        browser.close();
        service.close();
    }

    @BeforeEach
    void openWallets() throws Exception {
        int number = NUMBER.incrementAndGet();
        alice = "alice-" + number;
        bob = "bob-" + number;
        assertThat(browser.open(alice, "Alice").status()).isEqualTo(201);
        assertThat(browser.open(bob, "Bob").status()).isEqualTo(201);
    }

    private String id(String name) {
        return name + "-of-" + alice;
    }

    @Test
    void aNewWalletIsEmptyAndSaysWhereItIs() throws Exception {
        Reply opened = browser.open("carol", "Carol");
        assertThat(opened.response().headers().firstValue("Location")).hasValue("/wallets/carol");

        Reply found = browser.get("/wallets/carol");
        assertThat(found.status()).isEqualTo(200);
        assertThat(found.contentType()).isEqualTo("application/json");
        assertThat(found.body().get("owner").asString()).isEqualTo("Carol");
        assertThat(found.body().get("balance").longValue()).isZero();
        assertThat(found.body().get("events")).hasSize(1);
    }

    @Test
    void depositsAndWithdrawalsAddUp() throws Exception {
        Reply deposit = browser.deposit(alice, id("d1"), 5_000);
        assertThat(deposit.status()).isEqualTo(201);
        assertThat(deposit.body().get("amount").longValue()).isEqualTo(5_000);
        assertThat(browser.withdraw(alice, id("w1"), 1_250).status()).isEqualTo(201);
        assertThat(browser.balance(alice)).isEqualTo(3_750);
    }

    @Test
    void aTransferMovesMoney() throws Exception {
        browser.deposit(alice, id("d1"), 5_000);
        assertThat(browser.transfer(alice, bob, id("t1"), 2_000).status()).isEqualTo(201);
        assertThat(browser.balance(alice)).isEqualTo(3_000);
        assertThat(browser.balance(bob)).isEqualTo(2_000);
    }

    @Test
    void theLastEventsComeNewestFirst() throws Exception {
        for (int i = 1; i <= 12; i++) {
            browser.deposit(alice, id("d" + i), i);
        }
        Reply found = browser.get("/wallets/" + alice);
        assertThat(found.body().get("events")).hasSize(10);
        assertThat(found.body().at("/events/0/type").asString()).isEqualTo("DepositMade");
        assertThat(found.body().at("/events/0/data/amount").longValue()).isEqualTo(12);
        assertThat(found.body().at("/events/9/data/amount").longValue()).isEqualTo(3);
    }

    @Test
    void moreThanThereIsCannotBeTakenOut() throws Exception {
        browser.deposit(alice, id("d1"), 100);
        Reply withdrawal = browser.withdraw(alice, id("w1"), 101);
        assertProblem(withdrawal, 409, "not_enough_money");
        assertThat(withdrawal.body().get("balance").longValue()).isEqualTo(100);
        assertProblem(browser.transfer(alice, bob, id("t1"), 101), 409, "not_enough_money");
        assertThat(browser.withdraw(alice, id("w2"), 100).status()).isEqualTo(201);
        assertThat(browser.balance(alice)).isZero();
    }

    @Test
    void aRefusedCommandCanBeSentAgainWhenThereIsMoney() throws Exception {
        assertProblem(browser.withdraw(alice, id("w1"), 10), 409, "not_enough_money");
        browser.deposit(alice, id("d1"), 10);
        assertThat(browser.withdraw(alice, id("w1"), 10).status()).isEqualTo(201);
    }

    @Test
    void walletsThatNobodyHasOpenedAreUnknown() throws Exception {
        assertProblem(browser.get("/wallets/nobody"), 404, "unknown_wallet");
        assertProblem(browser.deposit("nobody", id("d1"), 1), 404, "unknown_wallet");
        assertProblem(browser.withdraw("nobody", id("w1"), 1), 404, "unknown_wallet");
        browser.deposit(alice, id("d2"), 1);
        assertProblem(browser.transfer(alice, "nobody", id("t1"), 1), 404, "unknown_wallet");
        assertProblem(browser.transfer("nobody", alice, id("t2"), 1), 404, "unknown_wallet");
        assertProblem(browser.get("/wallets/a%20b"), 404, "unknown_wallet");
        assertThat(browser.balance(alice)).isEqualTo(1);
    }

    @Test
    void aWalletOfThatNameMayBelongToSomebodyElse() throws Exception {
        assertProblem(browser.open(alice, "Mallory"), 409, "wallet_exists");
        assertThat(browser.get("/wallets/" + alice).body().get("owner").asString())
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
        Reply reply = browser.post("/wallets/" + alice + "/deposits", body);
        assertProblem(reply, 400, "bad_request");
        assertThat(reply.body().get("errors")).hasSize(1);
        assertThat(reply.body().at("/errors/0/field").asString()).isEqualTo(field);
        assertThat(browser.balance(alice)).isZero();
    }

    @Test
    void allBadMembersAreNamedAtOnce() throws Exception {
        Reply reply = browser.post("/transfers", "{\"from\":\"a\",\"to\":\"a\",\"amount\":0}");
        assertProblem(reply, 400, "bad_request");
        assertThat(reply.body()
                        .get("errors")
                        .valueStream()
                        .map(fault -> fault.get("field").asString()))
                .containsExactlyInAnyOrder("id", "to", "amount");
        assertProblem(browser.post("/wallets", "{\"id\":\"x\",\"owner\":\"\\u0000\"}"), 400, "bad_request");
        assertProblem(browser.post("/wallets", "{\"id\":\"x\",\"owner\":\"\\ud800\"}"), 400, "bad_request");
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
        assertProblem(browser.post("/wallets", body), 400, "bad_request");
    }

    @Test
    void aBodyHasALimit() throws Exception {
        String owner = "x".repeat(20_000);
        assertProblem(browser.open("large", owner), 413, "too_large");
    }

    @Test
    void onlyJsonIsTaken() throws IOException, InterruptedException {
        Reply reply = browser.send(browser.request("/wallets")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("{\"id\":\"x\",\"owner\":\"y\"}")));
        assertProblem(reply, 415, "unsupported_media_type");
    }

    @Test
    void otherPathsAndMethodsAreRefused() throws Exception {
        assertProblem(browser.get("/"), 404, "not_found");
        assertProblem(browser.get("/wallets/" + alice + "/"), 404, "not_found");
        assertProblem(browser.post("/wallets/" + alice + "/gifts", "{}"), 404, "not_found");
        Reply reply = browser.get("/transfers");
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
