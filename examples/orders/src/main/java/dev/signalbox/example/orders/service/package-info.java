/** Takes orders, and records an event for each change of one. */
@NullMarked
package dev.signalbox.example.orders.service;

import org.jspecify.annotations.NullMarked;
