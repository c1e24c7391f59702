package dev.signalbox.core.coordination;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a node's lease and wins relays for it. A state machine like the dispatcher: asks for one command at a time, is
 * told its result, and knows at any moment which relays are ours and until when that can be trusted.
 *
 * <p>A lease is trusted until the time before its renewal was sent, plus its length, minus a margin: whatever the answer's
 * delay, the database cannot have ended it earlier. An unanswered renewal changes nothing; only the word that we are
 * fenced does, and then a new life begins under a new name.
 */
public final class Membership {
    private static final long RETRY = Duration.ofMillis(250).toNanos();

    private final LeaseTerms terms;
    private final Supplier<Incarnation> names;
    private final Map<String, Candidacy> relays = new LinkedHashMap<>();

    private @Nullable Incarnation incarnation;
    private boolean joined;
    private long trustedUntil;
    private long renewAt;
    private long joinAt = Long.MIN_VALUE;

    /** Where we stand with one relay. */
    private static final class Candidacy {
        boolean owned;
        long tryAt = Long.MIN_VALUE;

        @Nullable
        String rival;
    }

    /** @param names gives an incarnation that has never been used */
    public Membership(LeaseTerms terms, Supplier<Incarnation> names) {
        this.terms = terms;
        this.names = names;
    }

    /** Wants this relay from now on. */
    public void contend(String relay) {
        relays.computeIfAbsent(relay, _ -> new Candidacy());
    }

    /** Does not want this relay any more; its owner gives it back. */
    public void withdraw(String relay) {
        relays.remove(relay);
    }

    /** What is to be done now, or null. The lease goes first. */
    public @Nullable LeaseCommand next(long now) {
        Incarnation me = incarnation;
        if (!joined || me == null) {
            if (now < joinAt) {
                return null;
            }
            Incarnation fresh = names.get();
            incarnation = fresh;
            return new LeaseCommand.Join(fresh);
        }
        if (now >= renewAt) {
            return new LeaseCommand.Renew(me);
        }
        for (Map.Entry<String, Candidacy> relay : relays.entrySet()) {
            Candidacy candidacy = relay.getValue();
            if (!candidacy.owned && now >= candidacy.tryAt) {
                return new LeaseCommand.Acquire(me, relay.getKey());
            }
        }
        return null;
    }

    public long nextWakeup() {
        if (!joined) {
            return joinAt;
        }
        long next = renewAt;
        for (Candidacy candidacy : relays.values()) {
            if (!candidacy.owned) {
                next = Math.min(next, candidacy.tryAt);
            }
        }
        return next;
    }

    /** @param sentAt the time before the command was sent */
    public void joined(LeaseCommand.Join join, long sentAt) {
        if (join.incarnation().equals(incarnation)) {
            joined = true;
            trust(sentAt);
        }
    }

    /** Whether it took effect is not known; the name is not used again. */
    public void joinFailed(LeaseCommand.Join join, long now) {
        if (join.incarnation().equals(incarnation)) {
            joinAt = now + RETRY;
        }
    }

    public void renewed(LeaseCommand.Renew renew, boolean stillOurs, long sentAt) {
        if (!renew.incarnation().equals(incarnation)) {
            return;
        }
        if (stillOurs) {
            trust(sentAt);
        } else {
            fenced();
        }
    }

    public void renewFailed(LeaseCommand.Renew renew, long now) {
        if (renew.incarnation().equals(incarnation)) {
            renewAt = now + RETRY;
        }
    }

    public void acquired(LeaseCommand.Acquire acquire, Acquisition acquisition, long now) {
        Candidacy candidacy = relays.get(acquire.relay());
        if (!acquire.incarnation().equals(incarnation) || candidacy == null) {
            return;
        }
        switch (acquisition) {
            case Acquisition.Acquired() -> {
                candidacy.owned = true;
                candidacy.rival = null;
            }
            case Acquisition.Taken(String owner, Duration tryAgainIn) -> {
                candidacy.rival = owner;
                candidacy.tryAt = now + tryAgainIn.toNanos();
            }
            case Acquisition.Fenced() -> fenced();
        }
    }

    public void acquireFailed(LeaseCommand.Acquire acquire, long now) {
        Candidacy candidacy = relays.get(acquire.relay());
        if (candidacy != null) {
            candidacy.tryAt = now + RETRY;
        }
    }

    private void trust(long sentAt) {
        trustedUntil = sentAt + terms.ttl().minus(terms.margin()).toNanos();
        renewAt = sentAt + terms.renewEvery().toNanos();
    }

    private void fenced() {
        joined = false;
        incarnation = null;
        joinAt = Long.MIN_VALUE;
        for (Candidacy candidacy : relays.values()) {
            candidacy.owned = false;
            candidacy.tryAt = Long.MIN_VALUE;
        }
    }

    /** The incarnation under which we own this relay, or null if it is not ours. */
    public @Nullable Incarnation ownerOf(String relay) {
        Candidacy candidacy = relays.get(relay);
        return joined && candidacy != null && candidacy.owned ? incarnation : null;
    }

    /** The incarnation that holds a lease now, or null. */
    public @Nullable Incarnation incarnation() {
        return joined ? incarnation : null;
    }

    /** Who has the relay as far as we were told, or null. */
    public @Nullable String rivalOf(String relay) {
        Candidacy candidacy = relays.get(relay);
        return candidacy == null ? null : candidacy.rival;
    }

    public long trustedUntil() {
        return trustedUntil;
    }

    public LeaseTerms terms() {
        return terms;
    }
}
