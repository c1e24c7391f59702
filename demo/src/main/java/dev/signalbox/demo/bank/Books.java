package dev.signalbox.demo.bank;

import dev.signalbox.example.wallet.domain.Deposit;
import dev.signalbox.example.wallet.domain.OpenWallet;
import dev.signalbox.example.wallet.domain.Transfer;
import dev.signalbox.example.wallet.domain.WalletCommand;
import dev.signalbox.example.wallet.domain.Withdraw;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Counts what the tellers have done, by what each command adds to the topics. */
final class Books {
    private final LongAdder commands = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder changes = new LongAdder();
    private final LongAdder payments = new LongAdder();

    void done(WalletCommand command) {
        commands.increment();
        switch (command) {
            case OpenWallet _ -> changes.increment();
            case Deposit deposit -> change(deposit.paymentId());
            case Withdraw withdrawal -> change(withdrawal.paymentId());
            case Transfer _ -> {
                changes.add(2); // a withdrawal and a deposit
                payments.increment();
            }
        }
    }

    void refused() {
        refused.increment();
    }

    Bank.Sums sums() {
        return new Bank.Sums(commands.sum(), refused.sum(), changes.sum(), payments.sum());
    }

    private void change(Optional<String> payment) {
        changes.increment();
        if (payment.isPresent()) {
            payments.increment();
        }
    }
}
