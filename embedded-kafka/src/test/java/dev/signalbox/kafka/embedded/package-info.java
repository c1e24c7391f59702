@NullMarked
package dev.signalbox.kafka.embedded;

import org.jspecify.annotations.NullMarked;
