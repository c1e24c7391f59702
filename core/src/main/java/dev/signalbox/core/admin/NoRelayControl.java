package dev.signalbox.core.admin;

/** The relay control of nodes without shared tables: it cannot pause, and knows no other node. */
public record NoRelayControl(String why) implements RelayControl {
    @Override
    public RelayStatus status() {
        return RelayStatus.UNKNOWN;
    }

    @Override
    public RelayStatus.Pause pause(String by, String reason) throws RefusedException {
        throw refused();
    }

    @Override
    public boolean resume() throws RefusedException {
        throw refused();
    }

    private RefusedException refused() {
        return new RefusedException(
                "A relay is paused for all its nodes in the schema signalbox, which cannot be used here: " + why
                        + ". An administrator can create it; see docs/operating.md.");
    }
}
