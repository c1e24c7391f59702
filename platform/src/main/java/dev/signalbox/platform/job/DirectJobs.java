package dev.signalbox.platform.job;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.registry.RegistryReferences;
import dev.signalbox.platform.registry.TargetCheck;
import dev.signalbox.platform.secret.Secret;
import dev.signalbox.platform.secret.SecretCipher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    public CreatedJob create(JobDraft draft) throws StoreException, InvalidInputException {
        FieldErrors errors = new FieldErrors();
        check(draft, errors);
        errors.throwIfAny();
        return store(List.of(draft)).getFirst();
    }

    /** All of them in one transaction. Of equal ones the first counts. */
    public List<CreatedJob> create(List<JobDraft> drafts) throws StoreException, InvalidInputException {
        FieldErrors errors = new FieldErrors();
        for (int i = 0; i < drafts.size(); i++) {
            check(drafts.get(i), errors.ofItem(i));
        }
        errors.throwIfAny();
        return drafts.isEmpty() ? List.of() : store(drafts);
    }

    private void check(JobDraft draft, FieldErrors errors) throws StoreException {
        targets.checkText("targetUrl", draft.targetUrl(), errors);
        references.check(draft.client(), draft.delivery(), errors);
    }

    private List<CreatedJob> store(List<JobDraft> drafts) throws StoreException {
        Map<String, Integer> known = new HashMap<>();
        Map<Integer, JobDraft> distinct = new LinkedHashMap<>();
        List<Integer> places = new ArrayList<>();
        for (JobDraft draft : drafts) {
            int next = distinct.size();
            String key = draft.idempotencyKey();
            Integer before = key == null ? null : known.putIfAbsent(draft.client() + '\0' + key, next);
            places.add(before == null ? next : before);
            distinct.putIfAbsent(before == null ? next : before, draft);
        }
        List<CreatedJob> created = storeDistinct(List.copyOf(distinct.values()));
        List<CreatedJob> all = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            CreatedJob job = created.get(places.get(i));
            all.add(places.indexOf(places.get(i)) < i ? new CreatedJob(job.job(), true) : job);
        }
        return all;
    }

    private List<CreatedJob> storeDistinct(List<JobDraft> drafts) throws StoreException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            List<NewJob> jobs = new ArrayList<>();
            for (JobDraft draft : drafts) {
                Tsid id = ids.next();
                Secret secret = draft.secret();
                jobs.add(new NewJob(id, draft, secret == null ? null : cipher.store(secret, id.toString())));
            }
            if (store.create(jobs) instanceof JobCreation.Stored(List<CreatedJob> created)) {
                return created;
            }
        }
        throw new StoreException("could not store jobs: ids were taken at each of " + ATTEMPTS + " attempts");
    }
}
