/** The wallet example, whose event log the nodes publish. */
@NullMarked
package dev.signalbox.demo.wallets;

import org.jspecify.annotations.NullMarked;
