{{/* Names and labels. `ctx` is the root, `process` the name of a process. */}}

{{- define "cairn.name" -}}
{{- .Values.nameOverride | default .Chart.Name -}}
{{- end }}

{{- define "cairn.fullname" -}}
{{- $name := include "cairn.name" . -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 42 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 42 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{/* What selects the pods of a release; it may never change. */}}
{{- define "cairn.selector" -}}
app.kubernetes.io/name: {{ include "cairn.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "cairn.processSelector" -}}
{{ include "cairn.selector" .ctx }}
app.kubernetes.io/component: {{ .process }}
{{- end }}

{{- define "cairn.labels" -}}
{{ include "cairn.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: cairn
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The metadata of an object: `name` after the name of the release, `process` where it belongs to one. */}}
{{- define "cairn.metadata" -}}
name: {{ include "cairn.fullname" .ctx }}{{ with .name }}-{{ . }}{{ end }}
namespace: {{ .ctx.Release.Namespace }}
labels:
  {{- include "cairn.labels" .ctx | nindent 2 }}
  {{- with .process }}
  app.kubernetes.io/component: {{ . }}
  {{- end }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with merge (dict) (.annotations | default dict) .ctx.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "cairn.image" -}}
{{- with .Values.image -}}
{{- $name := .repository -}}
{{- if .registry }}{{ $name = printf "%s/%s" (.registry | trimSuffix "/") .repository }}{{ end -}}
{{- if .digest -}}
{{ $name }}@{{ .digest }}
{{- else -}}
{{ $name }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end }}

{{- define "cairn.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "cairn.fullname" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end -}}
{{- end }}

{{/* Where people reach Cairn. */}}
{{- define "cairn.baseUrl" -}}
{{- $in := printf "http://%s.%s.svc" (include "cairn.fullname" .) .Release.Namespace -}}
{{- if .Values.baseUrl -}}
{{ .Values.baseUrl }}
{{- else if and .Values.ingress.enabled .Values.ingress.hosts -}}
{{ ternary "https" "http" (ne .Values.ingress.tlsSecret "") }}://{{ first .Values.ingress.hosts }}
{{- else if and .Values.httpRoute.enabled .Values.httpRoute.hostnames -}}
https://{{ first .Values.httpRoute.hostnames }}
{{- else if eq (int .Values.service.port) 80 -}}
{{ $in }}
{{- else -}}
{{ $in }}:{{ .Values.service.port }}
{{- end -}}
{{- end }}

{{/* The processes of this mode, by name: `asks`, `engines`; as YAML. */}}
{{- define "cairn.processes" -}}
{{- if eq .Values.mode "embedded" -}}
embedded:
  asks: []
  engines: {{ include "cairn.embeddedEngines" . }}
{{- else -}}
{{- $all := .Files.Get "files/processes.yaml" | fromYaml -}}
{{- if not .Values.engines.kafka.brokers }}{{ $all = omit $all "relay" }}{{ end -}}
{{ toYaml $all }}
{{- end -}}
{{- end }}

{{/* The engines that are named: the embedded ones stand in for the others. */}}
{{- define "cairn.embeddedEngines" -}}
{{- $named := list -}}
{{- range $engine := list "eventstoredb" "mongodb" "vault" "s3" "smtp" -}}
{{- $at := get $.Values.engines $engine -}}
{{- if or $at.url (and $at.existingSecret (ne $engine "s3")) }}{{ $named = append $named $engine }}{{ end -}}
{{- end -}}
{{- if .Values.engines.kafka.brokers }}{{ $named = append $named "kafka" }}{{ end -}}
{{ toJson $named }}
{{- end }}

{{/* The values of a process: its own over the defaults; as YAML. */}}
{{- define "cairn.valuesOf" -}}
{{- $section := ternary "embeddedProcess" .process (eq .process "embedded") -}}
{{- toYaml (mergeOverwrite (deepCopy .ctx.Values.defaults) (deepCopy (get .ctx.Values $section))) -}}
{{- end }}

{{/* Which process people reach. */}}
{{- define "cairn.edge" -}}
{{ ternary "embedded" "gateway" (eq .Values.mode "embedded") }}
{{- end }}

{{/* Whole numbers of a values file are floats here: 1e+10 is none that Cairn reads. */}}
{{- define "cairn.plain" -}}
{{- if kindIs "float64" . -}}{{ int64 . }}{{- else -}}{{ . }}{{- end -}}
{{- end }}
