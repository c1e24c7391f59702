/** The wallets' HTTP interface, on the JDK's own server. */
@NullMarked
package dev.signalbox.example.wallet.http;

import org.jspecify.annotations.NullMarked;
