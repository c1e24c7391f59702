package dev.signalbox.sink.webhook;

import java.util.List;

/**
 * Which targets webhooks may have.
 *
 * @param allowPrivateTargets whether targets may be in private networks and on this machine; there, plain http is allowed
 * @param allowPlainHttp whether plain http is allowed for all targets
 * @param deniedNetworks networks that are never dialled, such as your own public ones, or a NAT64 prefix
 */
public record TargetRules(boolean allowPrivateTargets, boolean allowPlainHttp, List<Network> deniedNetworks) {
    /** Public targets, by https only. */
    public static final TargetRules PUBLIC = new TargetRules(false, false, List.of());

    private static final int MAX_DENIED = 1_000;

    public TargetRules {
        deniedNetworks = List.copyOf(deniedNetworks);
        if (deniedNetworks.size() > MAX_DENIED) {
            throw new IllegalArgumentException(
                    deniedNetworks.size() + " denied networks are too many: at most " + MAX_DENIED + " are allowed");
        }
    }

    AddressVetting vetting() {
        return new AddressVetting(allowPrivateTargets, deniedNetworks);
    }
}
