@NullMarked
package dev.signalbox.sink.kafka;

import org.jspecify.annotations.NullMarked;
