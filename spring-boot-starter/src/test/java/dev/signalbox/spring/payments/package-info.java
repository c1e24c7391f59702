/** The example of the documentation for Spring Modulith: an application whose events are externalized. */
@NullMarked
package dev.signalbox.spring.payments;

import org.jspecify.annotations.NullMarked;
