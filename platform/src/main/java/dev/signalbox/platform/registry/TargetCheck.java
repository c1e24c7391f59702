package dev.signalbox.platform.registry;

import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.sink.webhook.NameLookup;
import dev.signalbox.sink.webhook.TargetRules;
import dev.signalbox.sink.webhook.TargetUrl;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/** Refuses targets that no webhook may have. Each connection checks again, because a name may get other addresses. */
public final class TargetCheck {
    private static final Duration LONGEST_LOOKUP = Duration.ofSeconds(2);

    private final TargetRules rules;
    private final NameLookup lookup;

    public TargetCheck(TargetRules rules, NameLookup lookup) {
        this.rules = rules;
        this.lookup = lookup;
    }

    /** Checks how the URL is written, without a look-up of its name. */
    public void checkText(String field, String url, FieldErrors errors) {
        try {
            var _ = TargetUrl.parse(url, rules);
        } catch (IllegalArgumentException e) {
            errors.add(field, String.valueOf(e.getMessage()));
        }
    }

    /** Checks the addresses of its host as well. A name without an address is accepted: it may get one. */
    void checkAddresses(String field, String url, FieldErrors errors) {
        try {
            TargetUrl target = TargetUrl.parse(url, rules);
            for (InetAddress address : lookup.addresses(target.host(), LONGEST_LOOKUP)) {
                String refusal = target.refusal(address, rules);
                if (refusal != null) {
                    errors.add(field, "must not be used: an address of its host is " + refusal);
                    return;
                }
            }
        } catch (IllegalArgumentException e) {
            errors.add(field, String.valueOf(e.getMessage()));
        } catch (UnknownHostException e) {
            // The job's attempts say so, until the name has an address.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
