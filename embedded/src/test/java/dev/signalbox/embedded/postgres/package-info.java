@NullMarked
package dev.signalbox.embedded.postgres;

import org.jspecify.annotations.NullMarked;
