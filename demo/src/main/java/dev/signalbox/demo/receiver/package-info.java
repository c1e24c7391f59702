/** The HTTP service that receives the shop's messages and the wallets' events. */
@NullMarked
package dev.signalbox.demo.receiver;

import org.jspecify.annotations.NullMarked;
