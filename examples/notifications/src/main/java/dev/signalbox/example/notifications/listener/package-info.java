/** Consumes the four queues, and creates notifications for the users concerned. */
@NullMarked
package dev.signalbox.example.notifications.listener;

import org.jspecify.annotations.NullMarked;
