/** An application that commits orders and messages in one transaction. */
@NullMarked
package dev.signalbox.demo.shop;

import org.jspecify.annotations.NullMarked;
