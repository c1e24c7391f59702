/** One line for each event that an operator would act on. */
@NullMarked
package dev.signalbox.server.logging;

import org.jspecify.annotations.NullMarked;
