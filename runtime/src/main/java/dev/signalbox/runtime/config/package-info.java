/** What the program is told to do: read from a file and the environment, checked as a whole before anything starts. */
@NullMarked
package dev.signalbox.runtime.config;

import org.jspecify.annotations.NullMarked;
