/** What a sink says about a message (outcome), what follows from it (verdict), and what the source records (settlement). */
@NullMarked
package dev.signalbox.core.outcome;

import org.jspecify.annotations.NullMarked;
