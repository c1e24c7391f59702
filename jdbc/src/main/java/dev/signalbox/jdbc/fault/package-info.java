/** What keeps Signalbox from writing to a table of others, and what mends it. */
@NullMarked
package dev.signalbox.jdbc.fault;

import org.jspecify.annotations.NullMarked;
