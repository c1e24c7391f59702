/** Test support for Signalbox and for programs built with it. */
@NullMarked
package dev.signalbox.testkit;

import org.jspecify.annotations.NullMarked;
