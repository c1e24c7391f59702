/** The configuration of sources: which database, how it is reached, and what fits its kind. */
@NullMarked
package dev.signalbox.runtime.config.source;

import org.jspecify.annotations.NullMarked;
