{{- define "signalbox.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* Leaves room for the ending of the schema's objects. */}}
{{- define "signalbox.fullname" -}}
{{- $name := include "signalbox.name" . -}}
{{- $full := contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name) -}}
{{- .Values.fullnameOverride | default $full | trunc 53 | trimSuffix "-" -}}
{{- end -}}

{{- define "signalbox.selector" -}}
app.kubernetes.io/name: {{ include "signalbox.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* The nodes alone, without the pod that installs the schema. */}}
{{- define "signalbox.nodes" -}}
{{ include "signalbox.selector" . }}
app.kubernetes.io/component: node
{{- end -}}

{{- define "signalbox.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "signalbox.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "signalbox.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (.Values.serviceAccount.create | ternary (include "signalbox.fullname" .) "default") -}}
{{- end -}}

{{- define "signalbox.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Seconds between SIGTERM and SIGKILL. With clients of the API, the first five let them go to other pods. */}}
{{- define "signalbox.stopSeconds" -}}
{{- add (int .Values.shutdownGraceSeconds) 10 (.Values.api.enabled | ternary 5 0) -}}
{{- end -}}

{{/* The configuration of the values, and what has to fit the rest of the manifests. */}}
{{- define "signalbox.config" -}}
{{- $server := dict "monitoring" (dict "address" "0.0.0.0" "port" 8081) -}}
{{- if .Values.api.enabled -}}
{{- $_ := set $server "address" "0.0.0.0" -}}
{{- if .Values.api.tlsSecret -}}
{{- $_ := set $server "tls" (dict "certificate" "/etc/signalbox/tls.crt" "private-key" "/etc/signalbox/tls.key") -}}
{{- end -}}
{{- end -}}
{{- $shutdown := dict "grace" (printf "%ds" (int .Values.shutdownGraceSeconds)) -}}
{{- toYaml (mergeOverwrite (deepCopy .Values.config) (dict "signalbox" (dict "server" $server "shutdown" $shutdown))) -}}
{{- end -}}

{{/* Variables of the Secret; those of `secrets` that come later replace those before of the same name. */}}
{{- define "signalbox.env" -}}
{{- $env := dict -}}
{{- range .secrets -}}
{{- $name := .name -}}
{{- range $variable, $key := .env -}}
{{- $_ := set $env $variable (dict "name" $name "key" $key) -}}
{{- end -}}
{{- end -}}
{{- range $variable, $place := $env }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      name: {{ $place.name }}
      key: {{ $place.key }}
{{- end }}
{{- end -}}

{{- define "signalbox.javaOptions" -}}
{{- $trust := "" -}}
{{- if or .Values.ca.http.secret .Values.ca.http.configMap -}}
{{- $trust = "-Djavax.net.ssl.trustStore=/trust/cacerts -Djavax.net.ssl.trustStorePassword=changeit" -}}
{{- end -}}
{{- trim (printf "%s %s" $trust .Values.javaOptions) -}}
{{- end -}}

{{/* One volume with all files. Certificate and key of the API are at its top, where their replacement is noticed each time. */}}
{{- define "signalbox.files" -}}
- name: files
  projected:
    # Readable by the group of the pod only.
    defaultMode: 0440
    sources:
      - configMap:
          name: {{ .configMap }}
          items:
            - { key: signalbox.yaml, path: signalbox.yaml }
      {{- with .root.Values.secret }}
      {{- if .files }}
      - secret:
          name: {{ .name }}
          items:
            {{- range .files }}
            - { key: {{ . }}, path: secrets/{{ . }} }
            {{- end }}
      {{- end }}
      {{- end }}
      {{- with .root.Values.api }}
      {{- if and .enabled .tlsSecret }}
      - secret:
          name: {{ .tlsSecret }}
          items:
            - { key: tls.crt, path: tls.crt }
            - { key: tls.key, path: tls.key }
      {{- end }}
      {{- end }}
      {{- range $kind, $ca := .root.Values.ca }}
      {{- if $ca.secret }}
      - secret:
          name: {{ $ca.secret }}
          items:
            - { key: {{ $ca.key }}, path: ca/{{ $kind }}/ca.crt }
      {{- else if $ca.configMap }}
      - configMap:
          name: {{ $ca.configMap }}
          items:
            - { key: {{ $ca.key }}, path: ca/{{ $kind }}/ca.crt }
      {{- end }}
      {{- end }}
{{- end -}}

{{- define "signalbox.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "signalbox.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: ["ALL"]
{{- end -}}

{{- define "signalbox.placement" -}}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{- define "signalbox.egress" -}}
- to:
    {{- toYaml .Values.networkPolicy.dns | nindent 4 }}
  ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
{{- range .Values.networkPolicy.egress }}
- ports:
    {{- range .ports }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end -}}
