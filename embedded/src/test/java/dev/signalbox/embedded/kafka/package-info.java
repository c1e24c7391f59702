@NullMarked
package dev.signalbox.embedded.kafka;

import org.jspecify.annotations.NullMarked;
