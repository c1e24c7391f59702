/** The databases of sources: opens them, inspects their tables at the start, and notices when they stay unreachable. */
@NullMarked
package dev.signalbox.runtime.database;

import org.jspecify.annotations.NullMarked;
