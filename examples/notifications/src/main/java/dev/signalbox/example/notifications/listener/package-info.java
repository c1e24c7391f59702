/** Reads the four queues, and makes notifications for the users that an event concerns. */
@NullMarked
package dev.signalbox.example.notifications.listener;

import org.jspecify.annotations.NullMarked;
