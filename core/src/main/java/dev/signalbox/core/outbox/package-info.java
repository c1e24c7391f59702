/** What the sources of all databases share: rules and small memories that know nothing of any of them. */
@NullMarked
package dev.signalbox.core.outbox;

import org.jspecify.annotations.NullMarked;
