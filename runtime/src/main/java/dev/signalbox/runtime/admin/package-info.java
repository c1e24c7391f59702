/** Where operators turn to about relays and logs, and what they are shown. */
@NullMarked
package dev.signalbox.runtime.admin;

import org.jspecify.annotations.NullMarked;
