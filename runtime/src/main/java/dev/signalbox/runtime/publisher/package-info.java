/** The built-in publishers of event logs and those of plug-ins. */
@NullMarked
package dev.signalbox.runtime.publisher;

import org.jspecify.annotations.NullMarked;
