package dev.signalbox.platform.secret;

/**
 * A secret of a client, which no log shows.
 *
 * @param text the secret itself
 */
public record Secret(String text) {
    @Override
    public String toString() {
        return "***";
    }
}
