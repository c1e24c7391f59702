/** Takes orders, and records an event for each change. */
@NullMarked
package dev.signalbox.example.orders.service;

import org.jspecify.annotations.NullMarked;
