/** The configuration as a whole: read from a file and the environment, and checked before anything starts. */
@NullMarked
package dev.signalbox.runtime.config;

import org.jspecify.annotations.NullMarked;
