package dev.signalbox.platform.registry;

import dev.signalbox.platform.secret.StoredSecret;
import org.jspecify.annotations.Nullable;

/**
 * The secrets that sign a subscription's webhooks.
 *
 * @param previous signs too for a day after a rotation; null later
 */
public record SigningSecrets(StoredSecret current, @Nullable StoredSecret previous) {}
