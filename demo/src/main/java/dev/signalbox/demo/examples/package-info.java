/** The examples as workloads of the demo: wallets in this process, orders and notifications as programs of their own. */
@NullMarked
package dev.signalbox.demo.examples;

import org.jspecify.annotations.NullMarked;
