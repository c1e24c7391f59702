/** Takes reservations, and records an event for each recipient. */
@NullMarked
package dev.signalbox.example.notifications.reservation;

import org.jspecify.annotations.NullMarked;
