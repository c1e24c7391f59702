/** Reads configuration files, YAML or properties, into entries with their lines. */
@NullMarked
package dev.signalbox.runtime.config.file;

import org.jspecify.annotations.NullMarked;
