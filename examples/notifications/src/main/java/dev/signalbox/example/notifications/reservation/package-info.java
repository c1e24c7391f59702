/** Takes reservations, and records an event for each who is to know of it. */
@NullMarked
package dev.signalbox.example.notifications.reservation;

import org.jspecify.annotations.NullMarked;
