@NullMarked
package dev.signalbox.testkit.log;

import org.jspecify.annotations.NullMarked;
