package dev.signalbox.example.wallet.http;

import dev.signalbox.example.wallet.domain.Deposit;
import dev.signalbox.example.wallet.domain.OpenWallet;
import dev.signalbox.example.wallet.domain.Transfer;
import dev.signalbox.example.wallet.domain.Withdraw;
import java.util.Optional;

/** Makes commands of requests. */
final class Commands {
    private Commands() {}

    static OpenWallet open(Fields fields) {
        String id = fields.id("id");
        String owner = fields.text("owner");
        return fields.make(() -> new OpenWallet(id, owner));
    }

    static Deposit deposit(String walletId, Fields fields) {
        String id = fields.id("id");
        long amount = fields.amount("amount");
        Optional<String> paymentId = fields.optionalId("paymentId");
        return fields.make(() -> new Deposit(id, walletId, amount, paymentId));
    }

    static Withdraw withdrawal(String walletId, Fields fields) {
        String id = fields.id("id");
        long amount = fields.amount("amount");
        Optional<String> paymentId = fields.optionalId("paymentId");
        return fields.make(() -> new Withdraw(id, walletId, amount, paymentId));
    }

    static Transfer transfer(Fields fields) {
        String id = fields.id("id");
        String from = fields.id("from");
        String to = fields.id("to");
        fields.mustDiffer("to", "from");
        long amount = fields.amount("amount");
        Optional<String> paymentId = fields.optionalId("paymentId");
        return fields.make(() -> new Transfer(id, from, to, amount, paymentId));
    }
}
