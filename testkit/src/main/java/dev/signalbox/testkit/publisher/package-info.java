/** Publishers for tests. */
@NullMarked
package dev.signalbox.testkit.publisher;

import org.jspecify.annotations.NullMarked;
