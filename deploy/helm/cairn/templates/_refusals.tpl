{{/* What the schema cannot say: values that do not fit together. All are told at once, each by its name. */}}
{{- define "cairn.refusals" -}}
{{- $engines := .Values.engines -}}
{{- $all := list -}}
{{- if eq .Values.mode "cluster" -}}
{{- if not .Values.secrets.existingSecret -}}
{{- $all = append $all "secrets.existingSecret: a cluster needs a Secret with CAIRN_SECRET, by which its processes wrap the keys in the vault" -}}
{{- end -}}
{{- range $name := list "eventstoredb" "mongodb" "vault" "smtp" -}}
{{- $engine := get $engines $name -}}
{{- if not (or $engine.url $engine.existingSecret) -}}
{{- $all = append $all (printf "engines.%s.existingSecret or engines.%s.url: a cluster needs it; `mode: embedded` brings engines of its own" $name $name) -}}
{{- end -}}
{{- end -}}
{{- if not $engines.s3.url -}}
{{- $all = append $all "engines.s3.url: a cluster needs it" -}}
{{- end -}}
{{- if and $engines.mongodb.url (eq $engines.mongodb.url $engines.vault.url) -}}
{{- $all = append $all "engines.vault.url: the vault needs a database of its own" -}}
{{- end -}}
{{- if and $engines.mongodb.existingSecret (eq $engines.mongodb.existingSecret $engines.vault.existingSecret) (eq $engines.mongodb.key $engines.vault.key) -}}
{{- $all = append $all "engines.vault.key: it is the same key of the same Secret as engines.mongodb.key, and the vault needs a database of its own" -}}
{{- end -}}
{{- end -}}
{{- if eq .Values.mode "embedded" -}}
{{- if and .Values.embedded.restore.enabled (not .Values.embedded.backup.enabled) -}}
{{- $all = append $all "embedded.restore.enabled: embedded.backup.enabled is false, and names the volumes of the backup" -}}
{{- end -}}
{{- if and .Values.embedded.backup.enabled (or .Values.engines.eventstoredb.url .Values.engines.eventstoredb.existingSecret) -}}
{{- $all = append $all "embedded.backup.enabled: the log is EventStoreDB's, which is backed up by itself (docs/backup.md)" -}}
{{- end -}}
{{- if and .Values.secrets.secretBeforeKey (not .Values.secrets.existingSecret) -}}
{{- $all = append $all "secrets.secretBeforeKey: secrets.existingSecret is missing" -}}
{{- end -}}
{{- end -}}
{{- range $name := list "eventstoredb" "mongodb" "vault" "smtp" -}}
{{- $engine := get $engines $name -}}
{{- if and $engine.url $engine.existingSecret -}}
{{- $all = append $all (printf "engines.%s.url: engines.%s.existingSecret names the address too; set one of them" $name $name) -}}
{{- end -}}
{{- end -}}
{{- if not $engines.allowPlaintext -}}
{{- if and $engines.eventstoredb.url (contains "tls=false" $engines.eventstoredb.url) -}}
{{- $all = append $all "engines.eventstoredb.url: tls=false; engines.allowPlaintext allows it" -}}
{{- end -}}
{{- range $name := list "mongodb" "vault" -}}
{{- $url := (get $engines $name).url -}}
{{- if and $url (not (regexMatch "^mongodb\\+srv://|[?&](tls|ssl)=true(&|$)" $url)) -}}
{{- $all = append $all (printf "engines.%s.url: no tls=true in it; engines.allowPlaintext allows that" $name) -}}
{{- end -}}
{{- end -}}
{{- if hasPrefix "http://" $engines.s3.url -}}
{{- $all = append $all "engines.s3.url: not https; engines.allowPlaintext allows that" -}}
{{- end -}}
{{- if hasPrefix "smtp://" $engines.smtp.url -}}
{{- $all = append $all "engines.smtp.url: not smtps; engines.allowPlaintext allows that" -}}
{{- end -}}
{{- if and $engines.kafka.brokers (not $engines.kafka.tls) -}}
{{- $all = append $all "engines.kafka.tls: false; engines.allowPlaintext allows that" -}}
{{- end -}}
{{- end -}}
{{- if and $engines.kafka.sasl (not $engines.kafka.existingSecret) -}}
{{- $all = append $all "engines.kafka.existingSecret: engines.kafka.sasl needs a Secret with user and password" -}}
{{- end -}}
{{- if and $engines.kafka.clientCertificate.existingSecret (not $engines.kafka.tls) -}}
{{- $all = append $all "engines.kafka.tls: a client certificate needs it" -}}
{{- end -}}
{{- if and .Values.tls.caSecret .Values.tls.caConfigMap -}}
{{- $all = append $all "tls.caSecret, tls.caConfigMap: set one of them" -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) -}}
{{- $all = append $all "ingress.hosts: an Ingress needs one at least" -}}
{{- end -}}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) -}}
{{- $all = append $all "httpRoute.parentRefs: a route belongs to a Gateway" -}}
{{- end -}}
{{- range $process, $_ := include "cairn.processes" . | fromYaml -}}
{{- $values := include "cairn.valuesOf" (dict "ctx" $ "process" $process) | fromYaml -}}
{{- $section := ternary "embeddedProcess" $process (eq $process "embedded") -}}
{{- if lt (int $values.terminationGracePeriodSeconds) (add (int $values.preStopSeconds) 15 | int) -}}
{{- $all = append $all (printf "%s.terminationGracePeriodSeconds: %d is less than preStopSeconds (%d) and the fifteen seconds in which Cairn drains" $section (int $values.terminationGracePeriodSeconds) (int $values.preStopSeconds)) -}}
{{- end -}}
{{- $startSeconds := mul (int $values.startupProbe.periodSeconds) (int $values.startupProbe.failureThreshold) -}}
{{- $waitSeconds := mul 60 (int (get $.Values.config "CAIRN_PATIENCE" | default 1)) -}}
{{- if le $startSeconds $waitSeconds -}}
{{- $all = append $all (printf "%s.startupProbe: it ends a pod after %d s, and a start may wait %d s for an engine: a minute, times config.CAIRN_PATIENCE" $section $startSeconds $waitSeconds) -}}
{{- end -}}
{{- if gt (int $values.autoscaling.minReplicas) (int $values.autoscaling.maxReplicas) -}}
{{- $all = append $all (printf "%s.autoscaling.maxReplicas: less than minReplicas" $section) -}}
{{- end -}}
{{- end -}}
{{- if $all -}}
{{- fail (printf "\n\nThe values of this release cannot be installed:\n  - %s\n" (join "\n  - " $all)) -}}
{{- end -}}
{{- end }}
