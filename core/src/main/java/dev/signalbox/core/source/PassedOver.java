package dev.signalbox.core.source;

/**
 * What a claim found, settled, and did not bring, because it is known what became of it.
 *
 * @param published was published before, and is done
 * @param inDoubt may have been published before, and is given up where nothing may be published twice
 */
public record PassedOver(int published, int inDoubt) {
    public static final PassedOver NOTHING = new PassedOver(0, 0);

    public PassedOver plus(PassedOver more) {
        return new PassedOver(published + more.published, inDoubt + more.inDoubt);
    }

    public int total() {
        return published + inDoubt;
    }
}
