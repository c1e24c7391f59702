package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.AppendEvent;

/**
 * A wallet was opened.
 *
 * @param walletId its id
 * @param owner the name of the owner
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
