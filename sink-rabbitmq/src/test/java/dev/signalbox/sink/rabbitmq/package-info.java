@NullMarked
package dev.signalbox.sink.rabbitmq;

import org.jspecify.annotations.NullMarked;
