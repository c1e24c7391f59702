package dev.signalbox.platform.store;

import static dev.signalbox.platform.store.PlatformFixture.cipher;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.ingest.EventIngest;
import dev.signalbox.platform.registry.ServiceAccount.StoredSecrets;
import dev.signalbox.platform.secret.Secret;
import dev.signalbox.platform.secret.SecretCipher;
import dev.signalbox.platform.secret.SecretKeyCheck;
import dev.signalbox.platform.secret.SecretKeyCheck.KeyFit;
import dev.signalbox.platform.secret.SecretKeyStore.OwnedSecret;
import dev.signalbox.platform.secret.StoredSecret;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** By what a node finds out whether it has the key of the stored secrets. Each test needs an empty store. */
public abstract class SecretKeyStoreContract {
    private static final SecretCipher NO_KEY = SecretCipher.none(new SecureRandom());
    private static final SecretCipher KEY = cipher(1);
    private static final SecretCipher OTHER = cipher(2);

    private PlatformStore store;

    protected abstract PlatformStore emptyStore() throws Exception;

    /** As an operator does who replaces the key. */
    protected abstract void letTheNextKeyCount() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        store = emptyStore();
    }

    private KeyFit check(SecretCipher cipher) throws Exception {
        return new SecretKeyCheck(store.secretKeys(), cipher).check();
    }

    private void subscribe(SecretCipher cipher, String code) throws Exception {
        new PlatformFixture(store, EventIngest.UnknownTypes.ACCEPT, cipher).subscribe(code, "t");
    }

    @Test
    void theKeyOfTheFirstNodeCounts() throws Exception {
        assertThat(check(KEY)).isEqualTo(KeyFit.FITS);

        assertThat(check(OTHER)).isEqualTo(KeyFit.WRONG);
        assertThat(check(NO_KEY)).isEqualTo(KeyFit.MISSING);
        assertThat(check(KEY)).isEqualTo(KeyFit.FITS);
    }

    @Test
    void ofNodesThatStartAtOnceWithDifferentKeysOneHasTheRightOne() throws Exception {
        int nodes = 8;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<KeyFit>> running = new ArrayList<>();
            for (int i = 1; i <= nodes; i++) {
                SecretCipher cipher = cipher(i);
                running.add(threads.submit(() -> check(cipher)));
            }
            List<KeyFit> fits = new ArrayList<>();
            for (Future<KeyFit> each : running) {
                fits.add(each.get());
            }
            assertThat(fits).containsOnlyOnce(KeyFit.FITS).containsOnly(KeyFit.FITS, KeyFit.WRONG);
        }
    }

    @Test
    void aKeyCanBeIntroducedWhereSecretsAreStoredAsText() throws Exception {
        subscribe(NO_KEY, "old");
        assertThat(check(NO_KEY)).isEqualTo(KeyFit.FITS);

        assertThat(check(KEY)).isEqualTo(KeyFit.FITS);

        assertThat(check(NO_KEY)).isEqualTo(KeyFit.MISSING);
    }

    @Test
    void whereNothingIsRecordedYetTheKeyOpensOneOfTheLatestSecrets() throws Exception {
        subscribe(KEY, "a");
        subscribe(OTHER, "b");
        subscribe(NO_KEY, "c");

        assertThat(check(NO_KEY)).isEqualTo(KeyFit.MISSING);
        assertThat(check(cipher(3))).isEqualTo(KeyFit.WRONG);
        assertThat(check(KEY)).as("one of another key is no reason to stop").isEqualTo(KeyFit.FITS);
        assertThat(check(OTHER)).as("the key is recorded now").isEqualTo(KeyFit.WRONG);
    }

    @Test
    void anOperatorCanReplaceTheKey() throws Exception {
        check(KEY);
        subscribe(KEY, "a");
        letTheNextKeyCount();
        assertThat(check(NO_KEY)).isEqualTo(KeyFit.MISSING);

        assertThat(check(OTHER)).isEqualTo(KeyFit.FITS);

        assertThat(check(KEY)).isEqualTo(KeyFit.WRONG);
        assertThat(check(OTHER)).isEqualTo(KeyFit.FITS);
    }

    @Test
    void theLatestSecretsOfSubscriptionsAndAccountsAreThoseThatBeginSo() throws Exception {
        subscribe(KEY, "a");
        subscribe(KEY, "b");
        subscribe(NO_KEY, "text");
        Tsid account = Tsid.from(7);
        StoredSecret secret = KEY.store(new Secret("signing"), account.toString());
        StoredSecret text = NO_KEY.store(new Secret("token"), account.toString());
        store.serviceAccounts().create(account, "", "robot", new StoredSecrets(text, secret));

        List<OwnedSecret> latest = store.secretKeys().latest("aes1:", 1);

        assertThat(latest).hasSize(2).contains(new OwnedSecret(account.toString(), secret));
        assertThat(latest.stream().map(OwnedSecret::owner).filter(it -> !it.equals(account.toString())))
                .allSatisfy(owner -> assertThat(code(owner)).isEqualTo("b"));
    }

    private String code(String subscription) throws Exception {
        return store.subscriptions()
                .find(Tsid.from(subscription))
                .orElseThrow()
                .fields()
                .code();
    }
}
