/** The notifications example: two services whose events go through RabbitMQ to listeners that create notifications. */
@NullMarked
package dev.signalbox.demo.notifications;

import org.jspecify.annotations.NullMarked;
