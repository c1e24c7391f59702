/** Takes orders, and records an event for each recipient. */
@NullMarked
package dev.signalbox.example.notifications.order;

import org.jspecify.annotations.NullMarked;
