/** People who use wallets: the code of the example, on the shop's database. */
@NullMarked
package dev.signalbox.demo.bank;

import org.jspecify.annotations.NullMarked;
