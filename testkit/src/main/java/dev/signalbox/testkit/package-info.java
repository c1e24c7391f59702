/** What tests of Signalbox and of programs built with it share. */
@NullMarked
package dev.signalbox.testkit;

import org.jspecify.annotations.NullMarked;
