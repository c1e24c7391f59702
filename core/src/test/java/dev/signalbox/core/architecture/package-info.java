/** Tests of the rules of which module and package may use what. */
@NullMarked
package dev.signalbox.core.architecture;

import org.jspecify.annotations.NullMarked;
