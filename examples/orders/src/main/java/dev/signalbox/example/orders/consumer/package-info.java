/** Reads the events of orders, and keeps what they add up to for each customer. */
@NullMarked
package dev.signalbox.example.orders.consumer;

import org.jspecify.annotations.NullMarked;
