/** A small program that keeps wallets as events: the way to start it. */
@NullMarked
package dev.signalbox.example.wallet;

import org.jspecify.annotations.NullMarked;
