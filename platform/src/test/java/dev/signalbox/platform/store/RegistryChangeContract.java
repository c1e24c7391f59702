package dev.signalbox.platform.store;

import static dev.signalbox.platform.store.PlatformFixture.quoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.job.JobBodies;
import dev.signalbox.platform.job.JobChange;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.registry.DispatchPool;
import dev.signalbox.platform.registry.ServiceAccount;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.registry.SubscriptionFields;
import dev.signalbox.platform.registry.SubscriptionFields.SubscriptionStatus;
import dev.signalbox.platform.secret.Secret;
import dev.signalbox.platform.secret.StoredSecret;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store does with changes at the same time, and with what is in use. Each test needs an empty store. */
public abstract class RegistryChangeContract {
    private PlatformFixture node;

    protected abstract PlatformStore emptyStore() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        node = new PlatformFixture(emptyStore());
    }

    private Optional<Subscription> find(Tsid id) throws Exception {
        return node.store.subscriptions().find(id);
    }

    private DispatchPool pool(String json) throws Exception {
        return node.store.dispatchPools().create(node.ids.next(), DispatchPool.readNew("", quoted("{" + json + "}")));
    }

    private ServiceAccount account(String name) throws Exception {
        Tsid id = node.ids.next();
        StoredSecret token = node.cipher.store(new Secret("token"), id.toString());
        return node.store.serviceAccounts().create(id, "", name, new ServiceAccount.StoredSecrets(token, null));
    }

    @Test
    void aChangeDoesNotUndoAPauseThatItHasNotSeen() throws Exception {
        Subscription read = node.subscribe("s", "t");
        node.store.subscriptions().pause(read.id(), "410");

        Subscription changed =
                node.subscriptions.change(read, quoted("{'timeoutSeconds':7}")).orElseThrow();

        assertThat(changed.fields().status()).isEqualTo(SubscriptionStatus.PAUSED);
        assertThat(changed.pauseReason()).isEqualTo("410");
        assertThat(changed.fields().delivery().timeoutSeconds()).isEqualTo(7);
        assertThat(node.store.subscriptions().change(read, read.fields())).isEmpty();
        byte[] stale = JsonWriter.object(read::write);
        assertThat(node.subscriptions.change(changed, stale).orElseThrow().fields())
                .as("what was read before is written back, whatever has changed since")
                .isEqualTo(read.fields());
    }

    @Test
    void changesAtTheSameTimeAreAllKept() throws Exception {
        Subscription read = node.subscribe("s", "t");
        List<String> changes = List.of("'timeoutSeconds':7", "'sequence':8", "'maxRetries':9", "'delaySeconds':10");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (String change : changes) {
                running.add(threads.submit(() -> node.subscriptions.change(read, quoted("{" + change + "}"))));
            }
            running.add(threads.submit(() -> node.store.subscriptions().pause(read.id(), null)));
            for (Future<?> each : running) {
                each.get();
            }
        }

        SubscriptionFields fields = find(read.id()).orElseThrow().fields();
        assertThat(fields.status()).isEqualTo(SubscriptionStatus.PAUSED);
        assertThat(fields.delivery().timeoutSeconds()).isEqualTo(7);
        assertThat(fields.delivery().sequence()).isEqualTo(8);
        assertThat(fields.delivery().maxRetries()).isEqualTo(9);
        assertThat(fields.delaySeconds()).isEqualTo(10);
    }

    @Test
    void whatWaitingJobsReferToIsNotDeleted() throws Exception {
        DispatchPool pool = pool("'code':'p'");
        ServiceAccount account = account("robot");
        String job = "{'code':'c','targetUrl':'https://example.com/','dispatchPoolId':'%s','serviceAccountId':'%s'%s}";
        Tsid now = post(job.formatted(pool.id(), account.id(), ""));
        Tsid later = post(job.formatted(
                pool.id(), account.id(), ",'scheduledFor':'" + Instant.now().plus(Duration.ofDays(300)) + "'"));

        assertThat(catchThrowableOfType(
                        ConflictException.class,
                        () -> node.store.dispatchPools().delete(pool.id())))
                .hasMessageContaining("direct jobs that wait and use it: 2");
        assertThat(catchThrowableOfType(
                        ConflictException.class,
                        () -> node.store.serviceAccounts().delete(account.id())))
                .hasMessageContaining("direct jobs that wait and use it: 2");
        node.store.jobs().cancel(now, "test");
        assertThatThrownBy(() -> node.store.dispatchPools().delete(pool.id())).isInstanceOf(ConflictException.class);

        node.store.jobs().cancel(later, "test");
        assertThat(node.store.dispatchPools().delete(pool.id())).isTrue();
        assertThat(node.store.jobs().retry(later)).as("its pool is gone").isEqualTo(JobChange.REFERENCE_GONE);
        assertThat(node.store.jobs().find(later).orElseThrow().status()).isEqualTo(JobStatus.CANCELLED);
        assertThat(node.store.serviceAccounts().delete(account.id())).isTrue();
        assertThat(node.store.dispatchPools().delete(pool.id())).isFalse();
        assertThat(catchThrowableOfType(
                                InvalidInputException.class, () -> post(job.formatted(pool.id(), account.id(), "")))
                        .errors())
                .extracting(FieldError::field)
                .containsExactly("dispatchPoolId", "serviceAccountId");
    }

    private Tsid post(String json) throws Exception {
        return node.jobs.create(JobBodies.single("", quoted(json))).job().id();
    }
}
