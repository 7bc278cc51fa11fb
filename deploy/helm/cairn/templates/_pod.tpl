{{/* The pod of a process: `ctx`, `process`, `about`, `values`. PodSecurity restricted; nothing is written but /tmp and, embedded, /data. */}}

{{- define "cairn.podTemplate" -}}
metadata:
  labels:
    {{- include "cairn.podLabels" . | nindent 4 }}
    {{- with .values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    checksum/settings: {{ include "cairn.settings" .ctx | sha256sum }}
    {{- with .ctx.Values.secrets.revision }}
    checksum/secrets: {{ . | sha256sum }}
    {{- end }}
    {{- with .values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  {{- include "cairn.podSecurity" .ctx | nindent 2 }}
  {{- with include "cairn.scheduling" . | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  terminationGracePeriodSeconds: {{ include "cairn.plain" .values.terminationGracePeriodSeconds }}
  {{- with .values.initContainers }}
  initContainers:
    {{- tpl (toYaml .) $.ctx | nindent 4 }}
  {{- end }}
  containers:
    - name: cairn
      image: {{ include "cairn.image" .ctx }}
      imagePullPolicy: {{ .ctx.Values.image.pullPolicy }}
      ports:
        - name: http
          containerPort: 8080
        - name: metrics
          containerPort: 9464
      envFrom:
        - configMapRef:
            name: {{ include "cairn.fullname" .ctx }}
        {{- with .values.extraEnvFrom }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      env:
        {{- include "cairn.environment" . | trim | nindent 8 }}
      startupProbe:
        {{- include "cairn.probe" (dict "path" "/startupz" "probe" .values.startupProbe) | nindent 8 }}
      livenessProbe:
        {{- include "cairn.probe" (dict "path" "/livez" "probe" .values.livenessProbe) | nindent 8 }}
      readinessProbe:
        {{- include "cairn.probe" (dict "path" "/readyz" "probe" .values.readinessProbe) | nindent 8 }}
      {{- with .values.preStopSeconds }}
      lifecycle:
        preStop:
          sleep:
            seconds: {{ include "cairn.plain" . }}
      {{- end }}
      {{- include "cairn.containerSecurity" . | nindent 6 }}
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      volumeMounts:
        - name: tmp
          mountPath: /tmp
        {{- if eq .process "embedded" }}
        - name: data
          mountPath: /data
        {{- end }}
        {{- include "cairn.tlsMounts" . | nindent 8 }}
        {{- with .values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    {{- with .values.extraContainers }}
    {{- tpl (toYaml .) $.ctx | nindent 4 }}
    {{- end }}
  volumes:
    - name: tmp
      {{- include "cairn.temporary" .values.temporary | nindent 6 }}
    {{- include "cairn.tlsVolumes" . | nindent 4 }}
    {{- with .values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}

{{/* What every pod of the chart has, the hook and the backup too. Without service links: a Service named `cairn` would set CAIRN_PORT. */}}
{{- define "cairn.podSecurity" -}}
serviceAccountName: {{ include "cairn.serviceAccount" . }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  {{- with .Values.security.runAsUser }}
  runAsUser: {{ include "cairn.plain" . }}
  runAsGroup: {{ include "cairn.plain" . }}
  {{- end }}
  {{- with .Values.security.fsGroup }}
  fsGroup: {{ include "cairn.plain" . }}
  fsGroupChangePolicy: OnRootMismatch
  {{- end }}
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{/* Nothing that changes with the release alone: a pod is replaced when something of it has changed. */}}
{{- define "cairn.podLabels" -}}
{{ include "cairn.processSelector" . }}
app.kubernetes.io/part-of: cairn
{{- with .ctx.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "cairn.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "cairn.probe" -}}
httpGet:
  path: {{ .path }}
  port: metrics
periodSeconds: {{ include "cairn.plain" .probe.periodSeconds }}
failureThreshold: {{ include "cairn.plain" .probe.failureThreshold }}
timeoutSeconds: {{ include "cairn.plain" .probe.timeoutSeconds }}
{{- end }}

{{- define "cairn.temporary" -}}
{{- if .storageClassName -}}
ephemeral:
  volumeClaimTemplate:
    spec:
      accessModes: [ReadWriteOnce]
      storageClassName: {{ .storageClassName }}
      resources:
        requests:
          storage: {{ .size }}
{{- else -}}
emptyDir:
  sizeLimit: {{ .size }}
{{- end -}}
{{- end }}

{{- define "cairn.scheduling" -}}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .values.runtimeClassName }}
runtimeClassName: {{ . }}
{{- end }}
{{- with .values.schedulerName }}
schedulerName: {{ . }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity:
  {{- tpl (toYaml .) $.ctx | nindent 2 }}
{{- end }}
{{- with .values.hostAliases }}
hostAliases:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.dnsConfig }}
dnsConfig:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- range . }}
  - {{ toYaml (omit . "labelSelector") | nindent 4 | trim }}
    labelSelector:
      {{- if .labelSelector }}
      {{- toYaml .labelSelector | nindent 6 }}
      {{- else }}
      matchLabels:
        {{- include "cairn.processSelector" $ | nindent 8 }}
      {{- end }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "cairn.tlsMounts" -}}
{{- if include "cairn.hasCa" .ctx }}
- name: ca
  mountPath: /etc/cairn/ca
  readOnly: true
{{- end }}
{{- range .ctx.Values.tls.certificates }}
- name: tls-{{ .name }}
  mountPath: /etc/cairn/tls/{{ .name }}
  readOnly: true
{{- end }}
{{- if include "cairn.hasKafkaCertificate" . }}
- name: kafka-certificate
  mountPath: /etc/cairn/kafka
  readOnly: true
{{- end }}
{{- end }}

{{- define "cairn.tlsVolumes" -}}
{{- with .ctx.Values.tls }}
{{- if .caSecret }}
- name: ca
  secret:
    secretName: {{ .caSecret }}
    items: [{ key: {{ .caKey }}, path: ca.crt }]
{{- else if .caConfigMap }}
- name: ca
  configMap:
    name: {{ .caConfigMap }}
    items: [{ key: {{ .caKey }}, path: ca.crt }]
{{- end }}
{{- range .certificates }}
- name: tls-{{ .name }}
  secret:
    secretName: {{ .existingSecret }}
    defaultMode: 0440
{{- end }}
{{- end }}
{{- if include "cairn.hasKafkaCertificate" . }}
{{- with .ctx.Values.engines.kafka.clientCertificate }}
- name: kafka-certificate
  secret:
    secretName: {{ .existingSecret }}
    defaultMode: 0440
    items:
      - { key: {{ .certificateKey }}, path: tls.crt }
      - { key: {{ .privateKeyKey }}, path: tls.key }
{{- end }}
{{- end }}
{{- end }}

{{- define "cairn.hasKafkaCertificate" -}}
{{- if and (has "kafka" .about.engines) .ctx.Values.engines.kafka.clientCertificate.existingSecret }}true{{ end -}}
{{- end }}
