package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.AppendEvent;

/**
 * There is a new wallet.
 *
 * @param walletId its id
 * @param owner whose it is
 */
public record WalletOpened(String walletId, String owner) implements WalletEvent {
    static final String TYPE = "WalletOpened";

    @Override
    public AppendEvent toAppend() {
        return AppendEvent.builder(TYPE)
                .tag(TagKeys.WALLET, walletId)
                .data(WalletJson.write(this))
                .build();
    }
}
