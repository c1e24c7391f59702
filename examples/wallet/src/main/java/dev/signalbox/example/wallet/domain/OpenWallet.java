package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.QueryItem;

/**
 * Opens a wallet. Its id is unique, so it is the command's id too.
 *
 * @param walletId the new wallet
 * @param owner the name of the owner
 */
public record OpenWallet(String walletId, String owner) implements WalletCommand {
    @Override
    public WalletOpened proof() {
        return new WalletOpened(walletId, owner);
    }

    @Override
    public QueryItem done() {
        return Balance.opening(walletId);
    }

    @Override
    public WalletRefusal taken() {
        return new WalletExists(walletId);
    }
}
