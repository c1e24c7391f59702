/** How jobs are delivered: their outlets and pools, the requests that are sent, and the record of attempts. */
@NullMarked
package dev.signalbox.platform.delivery;

import org.jspecify.annotations.NullMarked;
