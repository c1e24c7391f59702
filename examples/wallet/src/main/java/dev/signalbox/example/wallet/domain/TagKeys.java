package dev.signalbox.example.wallet.domain;

/** The keys of the events' tags, by which decisions find and topics select events. */
final class TagKeys {
    static final String WALLET = "wallet_id";
    static final String DEPOSIT = "deposit_id";
    static final String WITHDRAWAL = "withdrawal_id";
    static final String TRANSFER = "transfer_id";
    static final String FROM = "from_wallet_id";
    static final String TO = "to_wallet_id";
    static final String PAYMENT = "payment_id";

    private TagKeys() {}
}
