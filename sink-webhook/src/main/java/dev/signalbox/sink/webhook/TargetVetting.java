package dev.signalbox.sink.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Checks a target when a user gives it: its form, and every address that its name has at that moment. One address that may not be
 * dialled refuses it. A name without an address is accepted, because it may get one: each connection checks again.
 */
public final class TargetVetting {
    private static final Duration LONGEST_LOOKUP = Duration.ofSeconds(3);

    private final TargetRules rules;
    private final NameLookup lookup;

    public TargetVetting(TargetRules rules, NameLookup lookup) {
        this.rules = rules;
        this.lookup = lookup;
    }

    /** What is wrong with a URL, as a text that completes "the URL …"; empty if nothing is. */
    public Optional<String> problem(String url) throws InterruptedException {
        TargetUrl target;
        try {
            target = TargetUrl.parse(url, rules);
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
        for (InetAddress address : addresses(target)) {
            String refusal = target.refusal(address, rules);
            if (refusal != null) {
                return Optional.of("must not be used: an address of its host is " + refusal);
            }
        }
        return Optional.empty();
    }

    /** Checks many at once, and returns what is wrong with those that are wrong. Takes hardly longer than one. */
    public Map<String, String> problems(Set<String> urls) throws InterruptedException {
        Map<String, Future<Optional<String>>> checks = new LinkedHashMap<>();
        Map<String, String> wrong = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (String url : new LinkedHashSet<>(urls)) {
                checks.put(url, threads.submit(() -> problem(url)));
            }
            for (Map.Entry<String, Future<Optional<String>>> check : checks.entrySet()) {
                check.getValue().get().ifPresent(problem -> wrong.put(check.getKey(), problem));
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a check has failed", e.getCause());
        }
        return wrong;
    }

    private List<InetAddress> addresses(TargetUrl target) throws InterruptedException {
        if (target.literal() != null) {
            // The form of the URL includes the check of such an address.
            return List.of();
        }
        try {
            return lookup.addresses(target.host(), LONGEST_LOOKUP);
        } catch (UnknownHostException notNow) {
            return List.of();
        }
    }
}
