/** The event platform's part of the demo: notices that go through an outbox and the platform to three webhook receivers. */
@NullMarked
package dev.signalbox.demo.platform;

import org.jspecify.annotations.NullMarked;
