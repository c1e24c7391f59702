/** The configuration, read from a file and the environment and checked as a whole before anything starts. */
@NullMarked
package dev.signalbox.runtime.config;

import org.jspecify.annotations.NullMarked;
