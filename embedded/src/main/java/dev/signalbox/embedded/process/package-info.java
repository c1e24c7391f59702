/** Child processes: how they are found, started, awaited and ended. */
@NullMarked
package dev.signalbox.embedded.process;

import org.jspecify.annotations.NullMarked;
