/** What can be done with wallets, and what happens then; knows the event store, but no HTTP. */
@NullMarked
package dev.signalbox.example.wallet.domain;

import org.jspecify.annotations.NullMarked;
