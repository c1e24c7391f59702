/** Consumes the events of orders, and sums them up per customer. */
@NullMarked
package dev.signalbox.example.orders.consumer;

import org.jspecify.annotations.NullMarked;
