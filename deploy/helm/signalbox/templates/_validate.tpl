{{/* What the schema cannot say: values that contradict each other. */}}
{{- define "signalbox.validate" -}}
{{- $server := dig "signalbox" "server" dict .Values.config -}}
{{- if hasKey $server "monitoring" -}}
{{- fail "config.signalbox.server.monitoring: the chart sets it, because probes and Prometheus use port 8081. Leave it out." -}}
{{- end -}}
{{- if hasKey (dig "signalbox" "shutdown" dict .Values.config) "grace" -}}
{{- fail "config.signalbox.shutdown.grace: set shutdownGraceSeconds instead, from which the chart also computes terminationGracePeriodSeconds." -}}
{{- end -}}
{{- if or (hasKey $server "address") (hasKey $server "port") (hasKey $server "tls") -}}
{{- fail "config.signalbox.server: the chart sets address, port and tls. Set api.enabled and api.tlsSecret instead." -}}
{{- end -}}
{{- if and .Values.api.enabled (not .Values.api.tlsSecret) (not (index $server "allow-insecure")) -}}
{{- fail "api.tlsSecret: name a Secret with tls.crt and tls.key, because tokens pass this port. Where a service mesh encrypts, set config.signalbox.server.allow-insecure: true instead." -}}
{{- end -}}
{{- range $kind, $ca := .Values.ca -}}
{{- if and $ca.secret $ca.configMap -}}
{{- fail (printf "ca.%s: give either secret or configMap, not both." $kind) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.schema.secret.env (not .Values.schema.secret.name) -}}
{{- fail "schema.secret.name: name the Secret that has the keys of schema.secret.env." -}}
{{- end -}}
{{- if and .Values.metrics.alerts.enabled (ne .Values.metrics.discovery "serviceMonitor") -}}
{{- fail "metrics.alerts.enabled: needs metrics.discovery: serviceMonitor, which gives the metrics the labels that the alerts select. Otherwise load deploy/prometheus/alerts.yaml into your Prometheus." -}}
{{- end -}}
{{- if and .Values.metrics.alerts.enabled (not .Values.metrics.alerts.runbookBaseUrl) -}}
{{- fail "metrics.alerts.runbookBaseUrl: give the address at which you publish the folder docs/, such as https://wiki.example.com/signalbox." -}}
{{- end -}}
{{- if and .Values.networkPolicy.enabled (not .Values.networkPolicy.egress) -}}
{{- fail "networkPolicy.egress: list the ports of your databases and destinations, such as { ports: [5432, 9092] }; nothing else can be reached. Or set networkPolicy.enabled: false." -}}
{{- end -}}
{{- end -}}
