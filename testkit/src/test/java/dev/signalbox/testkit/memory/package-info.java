@NullMarked
package dev.signalbox.testkit.memory;

import org.jspecify.annotations.NullMarked;
