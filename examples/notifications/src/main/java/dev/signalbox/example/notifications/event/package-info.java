/** The events of both services, and their recipients. */
@NullMarked
package dev.signalbox.example.notifications.event;

import org.jspecify.annotations.NullMarked;
