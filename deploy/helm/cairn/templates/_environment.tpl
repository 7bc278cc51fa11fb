{{/* The environment of processes. */}}

{{/* Settings that are the same for every process; the pods' checksum is of this. */}}
{{- define "cairn.settings" -}}
{{- range $name, $value := .Values.config }}
{{ $name }}: {{ include "cairn.plain" $value | quote }}
{{- end }}
CAIRN_BASE_URL: {{ include "cairn.baseUrl" . | quote }}
CAIRN_HOST: {{ .Values.listenAddress | quote }}
CAIRN_PORT: "8080"
CAIRN_METRICS_HOST: {{ .Values.listenAddress | quote }}
CAIRN_METRICS_PORT: "9464"
TMPDIR: /tmp
{{- end }}

{{- define "cairn.fromSecret" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
{{- end }}

{{/* An engine that an address names: from its Secret, else from the values. */}}
{{- define "cairn.address" -}}
{{- if .engine.existingSecret }}
{{ include "cairn.fromSecret" (dict "name" .name "secret" .engine.existingSecret "key" .engine.key) }}
{{- else }}
- name: {{ .name }}
  value: {{ .engine.url | quote }}
{{- end }}
{{- end }}

{{- define "cairn.engine.eventstoredb" -}}
{{- include "cairn.address" (dict "name" "CAIRN_EVENTSTOREDB_URL" "engine" .eventstoredb) }}
{{- end }}

{{- define "cairn.engine.mongodb" -}}
{{- include "cairn.address" (dict "name" "CAIRN_MONGODB_URL" "engine" .mongodb) }}
{{- end }}

{{- define "cairn.engine.vault" -}}
{{- include "cairn.address" (dict "name" "CAIRN_VAULT_MONGODB_URL" "engine" .vault) }}
{{- end }}

{{- define "cairn.engine.smtp" -}}
{{- include "cairn.address" (dict "name" "CAIRN_SMTP_URL" "engine" .smtp) }}
{{- end }}

{{- define "cairn.engine.s3" -}}
{{- with .s3 }}
- name: CAIRN_S3_URL
  value: {{ .url | quote }}
- name: CAIRN_S3_REGION
  value: {{ .region | quote }}
- name: CAIRN_S3_BUCKET
  value: {{ .bucket | quote }}
- name: CAIRN_S3_PREFIX
  value: {{ .prefix | quote }}
- name: CAIRN_S3_PATH_STYLE
  value: {{ .pathStyle | quote }}
{{- if .existingSecret }}
{{ include "cairn.fromSecret" (dict "name" "CAIRN_S3_ACCESS_KEY" "secret" .existingSecret "key" .accessKeyKey) }}
{{ include "cairn.fromSecret" (dict "name" "CAIRN_S3_SECRET_KEY" "secret" .existingSecret "key" .secretKeyKey) }}
{{- if .sessionTokenKey }}
{{ include "cairn.fromSecret" (dict "name" "CAIRN_S3_SESSION_TOKEN" "secret" .existingSecret "key" .sessionTokenKey) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "cairn.engine.kafka" -}}
{{- with .kafka }}
- name: CAIRN_KAFKA_BROKERS
  value: {{ .brokers | quote }}
- name: CAIRN_KAFKA_PREFIX
  value: {{ .prefix | quote }}
- name: CAIRN_KAFKA_PARTITIONS
  value: {{ include "cairn.plain" .partitions | quote }}
- name: CAIRN_KAFKA_MODE
  value: {{ .mode | quote }}
- name: CAIRN_KAFKA_TLS
  value: {{ .tls | quote }}
{{- if .clientCertificate.existingSecret }}
- name: CAIRN_KAFKA_CERT_FILE
  value: /etc/cairn/kafka/tls.crt
- name: CAIRN_KAFKA_KEY_FILE
  value: /etc/cairn/kafka/tls.key
{{- end }}
{{- if .sasl }}
- name: CAIRN_KAFKA_SASL
  value: {{ .sasl | quote }}
{{ include "cairn.fromSecret" (dict "name" "CAIRN_KAFKA_USER" "secret" .existingSecret "key" .userKey) }}
{{ include "cairn.fromSecret" (dict "name" "CAIRN_KAFKA_PASSWORD" "secret" .existingSecret "key" .passwordKey) }}
{{- end }}
{{- end }}
{{- end }}

{{/* What wraps the vault, and the first administrator's password, which identity alone needs. */}}
{{- define "cairn.secrets" -}}
{{- with .ctx.Values.secrets }}
{{- if .existingSecret }}
{{ include "cairn.fromSecret" (dict "name" "CAIRN_SECRET" "secret" .existingSecret "key" .secretKey) }}
{{- if .secretBeforeKey }}
{{ include "cairn.fromSecret" (dict "name" "CAIRN_SECRET_BEFORE" "secret" .existingSecret "key" .secretBeforeKey) }}
{{- end }}
{{- if and .adminPasswordKey (has $.process (list "identity" "embedded")) }}
{{ include "cairn.fromSecret" (dict "name" "CAIRN_ADMIN_PASSWORD" "secret" .existingSecret "key" .adminPasswordKey) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* The environment of one process: `ctx`, `process`, `about` (asks, engines), `values`. */}}
{{- define "cairn.environment" -}}
{{- $full := include "cairn.fullname" .ctx -}}
{{- if eq .process "embedded" }}
- name: CAIRN_DATA_DIR
  value: /data/cairn
{{- else }}
- name: CAIRN_SERVICE
  value: {{ .process }}
- name: CAIRN_DATA_DIR
  value: /tmp/cairn
{{- end }}
{{- if .about.asks }}
- name: CAIRN_SERVICES
  value: {{ $all := list }}{{ range .about.asks }}{{ $all = append $all (printf "%s=http://%s-%s:8080" . $full .) }}{{ end }}{{ join ";" $all | quote }}
{{- end }}
{{- include "cairn.secrets" . }}
{{- range .about.engines }}
{{- include (printf "cairn.engine.%s" .) $.ctx.Values.engines }}
{{- end }}
{{- if include "cairn.hasCa" .ctx }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/cairn/ca/ca.crt
{{- end }}
{{- with .values.heapMegabytes }}
- name: NODE_OPTIONS
  value: --max-old-space-size={{ include "cairn.plain" . }}
{{- end }}
{{- with .values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "cairn.hasCa" -}}
{{- if or .Values.tls.caSecret .Values.tls.caConfigMap }}true{{ end -}}
{{- end }}
