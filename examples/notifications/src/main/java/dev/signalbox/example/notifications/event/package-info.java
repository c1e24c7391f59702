/** What both services tell, and to whom. */
@NullMarked
package dev.signalbox.example.notifications.event;

import org.jspecify.annotations.NullMarked;
