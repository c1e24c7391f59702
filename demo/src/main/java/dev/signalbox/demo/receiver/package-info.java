/** An HTTP API that keeps a ledger and sometimes fails. */
@NullMarked
package dev.signalbox.demo.receiver;

import org.jspecify.annotations.NullMarked;
