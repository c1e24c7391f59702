package dev.signalbox.deploy;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import tools.jackson.databind.JsonNode;

/** The models of Kubernetes' client. They are made from the schemas of the API, and refuse unknown and missing fields, and wrong types. */
final class KubernetesModels {
    private KubernetesModels() {}

    static Object read(JsonNode manifest) {
        String kind = manifest.get("apiVersion").asString() + " "
                + manifest.get("kind").asString();
        JsonElement tree = JsonParser.parseString(manifest.toString());
        Class<?> model = switch (kind) {
            case "v1 Namespace" -> V1Namespace.class;
            case "v1 ServiceAccount" -> V1ServiceAccount.class;
            case "v1 Service" -> V1Service.class;
            case "v1 ConfigMap" -> V1ConfigMap.class;
            case "apps/v1 Deployment" -> V1Deployment.class;
            case "batch/v1 Job" -> V1Job.class;
            case "policy/v1 PodDisruptionBudget" -> V1PodDisruptionBudget.class;
            case "networking.k8s.io/v1 NetworkPolicy" -> V1NetworkPolicy.class;
            default -> throw new IllegalArgumentException("there is no model for " + kind);
        };
        return JSON.getGson().fromJson(tree, model);
    }
}
