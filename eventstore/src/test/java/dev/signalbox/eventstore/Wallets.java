package dev.signalbox.eventstore;

import java.util.List;

/** The domain of the tests: wallets with whole amounts. */
final class Wallets {
    private Wallets() {}

    record Transfer(String from, String to, long amount) {
        String json() {
            return "{\"from\":\"" + from + "\",\"to\":\"" + to + "\",\"amount\":" + amount + "}";
        }
    }

    /** A transfer from a wallet with too little money does nothing. */
    static CommandResult transfer(EventStore store, Transfer transfer) {
        ProjectionResult<Long> balance = balance(store, transfer.from());
        if (balance.state() < transfer.amount()) {
            return CommandResult.nothing();
        }
        List<AppendEvent> events = List.of(
                AppendEvent.builder("MoneyTransferred")
                        .tag("from_wallet_id", transfer.from())
                        .tag("to_wallet_id", transfer.to())
                        .data(transfer.json())
                        .build(),
                moved("WithdrawalMade", transfer.from(), transfer.amount()),
                moved("DepositMade", transfer.to(), transfer.amount()));
        return CommandResult.of(
                events,
                model(transfer.from()).toAppendCondition(balance.cursor()).build());
    }

    static AppendEvent moved(String type, String wallet, long amount) {
        return AppendEvent.builder(type)
                .tag("wallet_id", wallet)
                .data(Long.toString(amount))
                .build();
    }

    static DecisionModel model(String wallet) {
        return DecisionModel.of("wallet_id", wallet, "DepositMade", "WithdrawalMade");
    }

    static ProjectionResult<Long> balance(EventStore store, String wallet) {
        return store.project(model(wallet), 0L, (sum, event) -> sum + change(event));
    }

    /** The change of a balance by an event. */
    static long change(StoredEvent event) {
        return switch (event.type()) {
            case "DepositMade" -> Long.parseLong(event.data());
            case "WithdrawalMade" -> -Long.parseLong(event.data());
            default -> 0;
        };
    }
}
