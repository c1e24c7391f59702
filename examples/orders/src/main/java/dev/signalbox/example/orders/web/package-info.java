/** What both programs need to speak HTTP and JSON. */
@NullMarked
package dev.signalbox.example.orders.web;

import org.jspecify.annotations.NullMarked;
