@NullMarked
package dev.signalbox.core.routing;

import org.jspecify.annotations.NullMarked;
