/** Tests of log output. */
@NullMarked
package dev.signalbox.core.diagnostics;

import org.jspecify.annotations.NullMarked;
