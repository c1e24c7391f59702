/** Log output that stays short during an outage and safe with foreign text. */
@NullMarked
package dev.signalbox.core.diagnostics;

import org.jspecify.annotations.NullMarked;
