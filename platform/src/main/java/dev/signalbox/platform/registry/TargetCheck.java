package dev.signalbox.platform.registry;

import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.sink.webhook.NameLookup;
import dev.signalbox.sink.webhook.TargetRules;
import dev.signalbox.sink.webhook.TargetVetting;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses targets that the webhook client would not dial, for subscriptions and direct jobs. Each connection checks again, because a
 * name may get other addresses.
 */
public final class TargetCheck {
    private final TargetVetting vetting;

    public TargetCheck(TargetRules rules, NameLookup lookup) {
        this.vetting = new TargetVetting(rules, lookup);
    }

    /** Checks a URL and the addresses of its host. */
    public void check(String field, String url, FieldErrors errors) throws StoreException {
        Optional.ofNullable(problems(Set.of(url)).get(url)).ifPresent(problem -> errors.add(field, problem));
    }

    /** What is wrong with each of these URLs; those that are not in the result may be dialled. */
    public Map<String, String> problems(Set<String> urls) throws StoreException {
        try {
            return vetting.problems(urls);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("the check of a target was interrupted", e);
        }
    }
}
