/** RabbitMQ brokers as child processes. */
@NullMarked
package dev.signalbox.embedded.rabbitmq;

import org.jspecify.annotations.NullMarked;
