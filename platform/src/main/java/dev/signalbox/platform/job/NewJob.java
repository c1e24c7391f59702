package dev.signalbox.platform.job;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.secret.StoredSecret;
import org.jspecify.annotations.Nullable;

/** A direct job to store. */
public record NewJob(Tsid id, JobDraft draft, @Nullable StoredSecret secret) {}
