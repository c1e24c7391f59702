/** Settings: their keys, types, defaults and descriptions, the given values, and the problems of those values. */
@NullMarked
package dev.signalbox.runtime.settings;

import org.jspecify.annotations.NullMarked;
