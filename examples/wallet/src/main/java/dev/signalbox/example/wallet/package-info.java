/** The command line of a program that keeps wallets as events. */
@NullMarked
package dev.signalbox.example.wallet;

import org.jspecify.annotations.NullMarked;
