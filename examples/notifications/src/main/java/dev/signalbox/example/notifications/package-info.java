/** Reservations and orders of which users are told, by the events that RabbitMQ carries. */
@NullMarked
package dev.signalbox.example.notifications;

import org.jspecify.annotations.NullMarked;
