/** The commands and events of wallets; uses the event store, but no HTTP. */
@NullMarked
package dev.signalbox.example.wallet.domain;

import org.jspecify.annotations.NullMarked;
