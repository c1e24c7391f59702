/** RabbitMQ brokers as child processes. */
@NullMarked
package dev.signalbox.rabbitmq.embedded;

import org.jspecify.annotations.NullMarked;
