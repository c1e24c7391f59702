/** Tests of the dependency rules. */
@NullMarked
package dev.signalbox.core.architecture;

import org.jspecify.annotations.NullMarked;
