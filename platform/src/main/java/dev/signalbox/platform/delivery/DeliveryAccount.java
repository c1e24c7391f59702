package dev.signalbox.platform.delivery;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.registry.ServiceAccount;

/** What delivery needs of a service account. */
public record DeliveryAccount(Tsid id, ServiceAccount.StoredSecrets secrets) {}
