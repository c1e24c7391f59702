/** The shop, which writes orders and outbox messages in the same transactions. */
@NullMarked
package dev.signalbox.demo.shop;

import org.jspecify.annotations.NullMarked;
