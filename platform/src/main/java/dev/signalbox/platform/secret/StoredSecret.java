package dev.signalbox.platform.secret;

/**
 * A secret as the database holds it: encrypted, or as text where no key is configured.
 *
 * @param text begins with the version of its form
 */
public record StoredSecret(String text) {
    @Override
    public String toString() {
        return "***";
    }
}
