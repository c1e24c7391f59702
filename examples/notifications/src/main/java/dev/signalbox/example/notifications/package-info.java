/** Notifications about reservations and orders, by events through RabbitMQ. */
@NullMarked
package dev.signalbox.example.notifications;

import org.jspecify.annotations.NullMarked;
