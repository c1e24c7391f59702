/** Where operators turn to about relays and logs, and what they are shown. */
@NullMarked
package dev.signalbox.runtime.office;

import org.jspecify.annotations.NullMarked;
