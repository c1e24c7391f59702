package dev.signalbox.platform.job;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.input.DistinctItems;
import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.registry.DeliverySettings;
import dev.signalbox.platform.registry.RegistryReferences;
import dev.signalbox.platform.registry.TargetCheck;
import dev.signalbox.platform.secret.Secret;
import dev.signalbox.platform.secret.SecretCipher;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Takes jobs that clients post directly. */
public final class DirectJobs {
    private static final int ATTEMPTS = 3;

    private final JobStore store;
    private final RegistryReferences references;
    private final TsidIds ids;
    private final SecretCipher cipher;
    private final TargetCheck targets;

    public DirectJobs(
            JobStore store, RegistryReferences references, TsidIds ids, SecretCipher cipher, TargetCheck targets) {
        this.store = store;
        this.references = references;
        this.ids = ids;
        this.cipher = cipher;
        this.targets = targets;
    }

    /** Checks what is posted, before it is stored and again if that shows that something has changed. */
    @FunctionalInterface
    private interface Check {
        void run() throws StoreException, InvalidInputException;
    }

    public CreatedJob create(JobDraft draft) throws StoreException, InvalidInputException {
        return store(List.of(draft), () -> {
                    FieldErrors errors = new FieldErrors();
                    check(draft, targets.problems(Set.of(draft.targetUrl())), errors);
                    errors.throwIfAny();
                })
                .getFirst();
    }

    /** All of them in one transaction. Of equal ones the first counts. */
    public List<CreatedJob> create(JobBodies.Batch batch) throws StoreException, InvalidInputException {
        List<JobDraft> good = new ArrayList<>();
        for (JobDraft draft : batch.items()) {
            if (draft != null) {
                good.add(draft);
            }
        }
        return store(good, () -> check(batch));
    }

    private void check(JobBodies.Batch batch) throws StoreException, InvalidInputException {
        Set<String> urls = new HashSet<>();
        for (JobDraft draft : batch.items()) {
            if (draft != null) {
                urls.add(draft.targetUrl());
            }
        }
        Map<String, String> refused = targets.problems(urls);
        for (int i = 0; i < batch.items().size(); i++) {
            JobDraft draft = batch.items().get(i);
            if (draft != null) {
                check(draft, refused, batch.errors().ofItem(i));
            }
        }
        batch.errors().throwIfAny();
    }

    private void check(JobDraft draft, Map<String, String> refused, FieldErrors errors) throws StoreException {
        String problem = refused.get(draft.targetUrl());
        if (problem != null) {
            errors.add("targetUrl", problem);
        }
        Instant scheduled = draft.scheduledFor();
        if (scheduled != null && scheduled.isAfter(latestSchedule())) {
            errors.add("scheduledFor", "is more than %d days ahead".formatted(InputLimits.MOST_DAYS_AHEAD));
        }
        references.check(draft.client(), draft.delivery(), DeliverySettings.DEFAULTS, errors);
    }

    private Instant latestSchedule() throws StoreException {
        return Instant.ofEpochMilli(ids.databaseMillis()).plus(Duration.ofDays(InputLimits.MOST_DAYS_AHEAD));
    }

    private List<CreatedJob> store(List<JobDraft> drafts, Check check) throws StoreException, InvalidInputException {
        check.run();
        if (drafts.isEmpty()) {
            return List.of();
        }
        DistinctItems<JobDraft> distinct = DistinctItems.of(
                drafts,
                draft -> draft.idempotencyKey() == null ? null : draft.client() + '\0' + draft.idempotencyKey());
        return distinct.spread(storeDistinct(distinct.items(), check), created -> new CreatedJob(created.job(), true));
    }

    private List<CreatedJob> storeDistinct(List<JobDraft> drafts, Check check)
            throws StoreException, InvalidInputException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            List<NewJob> jobs = new ArrayList<>();
            for (JobDraft draft : drafts) {
                Tsid id = ids.next();
                Secret secret = draft.secret();
                jobs.add(new NewJob(id, draft, secret == null ? null : cipher.store(secret, id.toString())));
            }
            switch (store.create(jobs)) {
                case JobCreation.Stored(List<CreatedJob> created) -> {
                    return created;
                }
                case JobCreation.ReferenceGone() -> check.run();
                case JobCreation.IdTaken() -> {
                    // The next attempt has other ids.
                }
            }
        }
        throw new StoreException(
                "could not store jobs: ids were taken, or pools deleted, at each of " + ATTEMPTS + " attempts");
    }
}
