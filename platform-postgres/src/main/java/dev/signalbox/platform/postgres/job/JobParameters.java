package dev.signalbox.platform.postgres.job;

import dev.signalbox.platform.job.JobDraft;
import dev.signalbox.platform.job.NewJob;
import dev.signalbox.platform.postgres.database.DeduplicationKey;
import dev.signalbox.platform.postgres.database.RowValues;
import dev.signalbox.platform.postgres.database.TextPairColumn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Direct jobs as the arrays of the statement that stores them. */
final class JobParameters {
    private final List<NewJob> jobs;
    private final Map<String, Object> values = new HashMap<>();

    /** @param jobs in the order of their places */
    JobParameters(List<NewJob> jobs) {
        this.jobs = jobs;
        values.put("ids", numbers(it -> it.id().toLong()));
        values.put("keys", texts(JobParameters::key));
        values.put("kinds", texts(it -> it.kind().name()));
        values.put("codes", texts(JobDraft::code));
        values.put("sources", texts(JobDraft::source));
        values.put("subjects", texts(JobDraft::subject));
        values.put("events", numbers(it -> RowValues.number(it.draft().eventId())));
        values.put("subscriptions", numbers(it -> RowValues.number(it.draft().subscriptionId())));
        values.put("target_urls", texts(JobDraft::targetUrl));
        values.put(
                "payloads",
                texts(it -> it.payload() == null ? null : it.payload().text()));
        values.put("content_types", texts(JobDraft::payloadContentType));
        values.put("groups", texts(JobDraft::messageGroup));
        values.put("clients", texts(JobDraft::client));
        values.put(
                "streams",
                numbers(it -> DeduplicationKey.streamOf(
                        it.draft().client(), it.draft().targetUrl(), it.draft().delivery())));
        values.put("scheduled", texts(it -> RowValues.text(it.scheduledFor())));
        values.put("expiring", texts(it -> RowValues.text(it.expiresAt())));
        values.put("correlation_ids", texts(JobDraft::correlationId));
        values.put("idempotency_keys", texts(JobDraft::idempotencyKey));
        values.put("external_ids", texts(JobDraft::externalId));
        values.put("headers", texts(it -> TextPairColumn.write(it.headers())));
        values.put(
                "metadata",
                texts(it -> it.metadata() == null ? null : it.metadata().text()));
        addDelivery();
    }

    static @Nullable String key(JobDraft draft) {
        return DeduplicationKey.ofJob(draft.client(), draft.idempotencyKey());
    }

    private void addDelivery() {
        values.put("modes", texts(it -> it.delivery().mode().name()));
        values.put("pools", numbers(it -> RowValues.number(it.draft().delivery().dispatchPoolId())));
        values.put(
                "accounts", numbers(it -> RowValues.number(it.draft().delivery().serviceAccountId())));
        values.put("timeouts", wholes(it -> it.delivery().timeoutSeconds()));
        values.put("retries", wholes(it -> it.delivery().maxRetries()));
        values.put("sequences", wholes(it -> it.delivery().sequence()));
        values.put("data_only", wholes(it -> it.delivery().dataOnly() ? 1 : 0));
        @Nullable String[] secrets = new String[jobs.size()];
        for (int i = 0; i < secrets.length; i++) {
            var secret = jobs.get(i).secret();
            secrets[i] = secret == null ? null : secret.text();
        }
        values.put("secrets", secrets);
    }

    Map<String, Object> values() {
        return values;
    }

    private @Nullable String[] texts(Function<JobDraft, @Nullable String> field) {
        @Nullable String[] texts = new String[jobs.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = field.apply(jobs.get(i).draft());
        }
        return texts;
    }

    private @Nullable Long[] numbers(Function<NewJob, @Nullable Long> field) {
        @Nullable Long[] numbers = new Long[jobs.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = field.apply(jobs.get(i));
        }
        return numbers;
    }

    private Integer[] wholes(Function<JobDraft, Integer> field) {
        return jobs.stream().map(it -> field.apply(it.draft())).toArray(Integer[]::new);
    }
}
