package dev.signalbox.platform.store;

import dev.signalbox.core.time.Clock;
import dev.signalbox.platform.event.EventBodies;
import dev.signalbox.platform.event.EventDraft;
import dev.signalbox.platform.event.EventFormat;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.ingest.EventIngest;
import dev.signalbox.platform.ingest.IngestResult;
import dev.signalbox.platform.job.DirectJobs;
import dev.signalbox.platform.matching.SubscriptionMatcher;
import dev.signalbox.platform.registry.RegistryReferences;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.registry.Subscriptions;
import dev.signalbox.platform.registry.TargetCheck;
import dev.signalbox.platform.secret.SecretCipher;
import dev.signalbox.sink.webhook.TargetRules;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;

/** One node of the platform on a store, as its program assembles it. */
public final class PlatformFixture {
    public final PlatformStore store;
    public final TsidIds ids;
    public final SecretCipher cipher;
    public final Subscriptions subscriptions;
    public final EventIngest ingest;
    public final DirectJobs jobs;

    public PlatformFixture(PlatformStore store) {
        this(store, EventIngest.UnknownTypes.ACCEPT);
    }

    public PlatformFixture(PlatformStore store, EventIngest.UnknownTypes unknownTypes) {
        this(store, unknownTypes, cipher(0));
    }

    public PlatformFixture(PlatformStore store, EventIngest.UnknownTypes unknownTypes, SecretCipher cipher) {
        this.store = store;
        this.ids = new TsidIds(store.nodeNumbers(), Clock.SYSTEM);
        this.cipher = cipher;
        RegistryReferences references =
                new RegistryReferences(store.eventTypes(), store.dispatchPools(), store.serviceAccounts());
        TargetCheck targets = new TargetCheck(
                new TargetRules(true, true, List.of()), (name, _) -> List.of(InetAddress.getLoopbackAddress()));
        this.subscriptions = new Subscriptions(store.subscriptions(), references, ids, cipher, targets);
        this.ingest = new EventIngest(
                new SubscriptionMatcher(store.matching(), Clock.SYSTEM), store.ingest(), ids, unknownTypes);
        this.jobs = new DirectJobs(store.jobs(), references, ids, cipher, targets);
    }

    /** With one of several keys; 0 for the usual one. */
    public static SecretCipher cipher(int key) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) key;
        return SecretCipher.withKey(Base64.getEncoder().encodeToString(bytes), new SecureRandom());
    }

    public static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    /** JSON with single quotes in place of double ones. */
    public static byte[] quoted(String json) {
        return bytes(json.replace('\'', '"'));
    }

    /** @param json its members, with single quotes */
    public Subscription subscribe(String code, String type, String... json) throws Exception {
        String more = json.length == 0 ? "" : "," + String.join(",", json);
        return subscriptions
                .create(
                        "",
                        quoted("{'code':'%s','target':'https://example.com/%s','eventTypes':['%s']%s}"
                                .formatted(code, code, type, more)))
                .subscription();
    }

    /** @param json with single quotes */
    public static EventDraft event(String json) throws Exception {
        return EventBodies.single("", EventFormat.PLAIN, quoted(json));
    }

    /** @param json with single quotes */
    public IngestResult post(String json) throws Exception {
        return ingest.post(event(json));
    }

    /** @param json with single quotes */
    public static EventBodies.Batch batch(String json) throws Exception {
        return EventBodies.batch("", EventFormat.PLAIN, quoted(json));
    }
}
