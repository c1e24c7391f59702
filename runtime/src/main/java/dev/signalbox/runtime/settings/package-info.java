/** Settings: their keys, kinds, defaults and meanings, the values that were given for them, and what is wrong with those. */
@NullMarked
package dev.signalbox.runtime.settings;

import org.jspecify.annotations.NullMarked;
