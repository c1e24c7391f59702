/** The notifications example: two services, four listeners, guests, and RabbitMQ between them, which is killed now and then. */
@NullMarked
package dev.signalbox.demo.notifications;

import org.jspecify.annotations.NullMarked;
