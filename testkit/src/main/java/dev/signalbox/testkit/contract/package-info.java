/** One contract suite for each interface that databases implement. */
@NullMarked
package dev.signalbox.testkit.contract;

import org.jspecify.annotations.NullMarked;
