package dev.signalbox.sink.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Tells the HTTP client which addresses to dial: those that it has looked up and vetted itself, so there is no second
 * look-up whose answer could differ. One address that may not be dialled refuses the name.
 */
final class VettedResolver implements DnsResolver {
    /** The longest wait for a look-up. */
    static final Duration LONGEST_LOOKUP = Duration.ofSeconds(5);

    /** How many addresses of a name are tried. */
    private static final int MAX_DIALLED = 8;

    private final NameLookup lookup;
    private final TargetRules rules;

    VettedResolver(NameLookup lookup, TargetRules rules) {
        this.lookup = lookup;
        this.rules = rules;
    }

    /** The target, or one of its addresses, is not allowed. */
    static final class TargetRefusedException extends UnknownHostException {
        private static final long serialVersionUID = 1;

        TargetRefusedException(String message) {
            super(message);
        }
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        Exchange exchange = Exchange.current();
        TargetUrl target = exchange.target();
        if (!target.host().equals(host)) {
            throw new TargetRefusedException(host + " is not the host of the target");
        }
        exchange.resolving();
        List<InetAddress> addresses = addresses(target, exchange);
        for (InetAddress address : addresses) {
            String refusal = target.refusal(address, rules);
            if (refusal != null) {
                throw new TargetRefusedException(
                        "the target must not be used: an address of " + host + " is " + refusal);
            }
        }
        return addresses.stream().limit(MAX_DIALLED).toArray(InetAddress[]::new);
    }

    private List<InetAddress> addresses(TargetUrl target, Exchange exchange) throws UnknownHostException {
        InetAddress literal = target.literal();
        if (literal != null) {
            return List.of(literal);
        }
        Duration left = exchange.timeLeft();
        try {
            List<InetAddress> found =
                    lookup.addresses(target.host(), left.compareTo(LONGEST_LOOKUP) < 0 ? left : LONGEST_LOOKUP);
            if (found.isEmpty()) {
                throw new UnknownHostException(target.host() + ": no address");
            }
            return found;
        } catch (InterruptedException e) {
            // The client's interface has no other exception; the caller finds the interrupt.
            Thread.currentThread().interrupt();
            throw new UnknownHostException(target.host() + ": interrupted");
        }
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }
}
