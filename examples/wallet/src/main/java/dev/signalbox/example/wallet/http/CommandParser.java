package dev.signalbox.example.wallet.http;

import dev.signalbox.example.wallet.domain.Deposit;
import dev.signalbox.example.wallet.domain.OpenWallet;
import dev.signalbox.example.wallet.domain.Transfer;
import dev.signalbox.example.wallet.domain.Withdraw;
import java.util.Optional;

/** Parses requests into commands. */
final class CommandParser {
    private CommandParser() {}

    static OpenWallet open(JsonFields jsonFields) {
        String id = jsonFields.id("id");
        String owner = jsonFields.text("owner");
        return jsonFields.make(() -> new OpenWallet(id, owner));
    }

    static Deposit deposit(String walletId, JsonFields jsonFields) {
        String id = jsonFields.id("id");
        long amount = jsonFields.amount("amount");
        Optional<String> paymentId = jsonFields.optionalId("paymentId");
        return jsonFields.make(() -> new Deposit(id, walletId, amount, paymentId));
    }

    static Withdraw withdrawal(String walletId, JsonFields jsonFields) {
        String id = jsonFields.id("id");
        long amount = jsonFields.amount("amount");
        Optional<String> paymentId = jsonFields.optionalId("paymentId");
        return jsonFields.make(() -> new Withdraw(id, walletId, amount, paymentId));
    }

    static Transfer transfer(JsonFields jsonFields) {
        String id = jsonFields.id("id");
        String from = jsonFields.id("from");
        String to = jsonFields.id("to");
        jsonFields.mustDiffer("to", "from");
        long amount = jsonFields.amount("amount");
        Optional<String> paymentId = jsonFields.optionalId("paymentId");
        return jsonFields.make(() -> new Transfer(id, from, to, amount, paymentId));
    }
}
