import { type Item, wrong } from './item.js';
import { componentOf, containersOf, ofKind, podsOf, processPodsOf } from './objects.js';

const HOOK = 'helm.sh/hook';
const CHECK = '/app/deploy/image/dist/check.js';
const BACKUP = '/app/scripts/backup.mjs';
const RESTORE = '/app/scripts/restore.mjs';

/** What a set has when its values ask for it; `promises.ts` names the sets that ask. */
export const asked: Readonly<Record<string, Item>> = {
  monitoring: {
    promise: 'a ServiceMonitor that names every process, and the alerts of deploy/observability',
    findings: ({ objects }) => {
      const scraped = ofKind(objects, 'Service').filter(
        ({ metadata }) => metadata.labels?.['cairn/scraped'] === 'true',
      );
      const monitored = ofKind(objects, 'ServiceMonitor').flatMap(({ spec }) => spec?.endpoints ?? []);
      const rules = ofKind(objects, 'PrometheusRule').flatMap(({ spec }) => spec?.groups ?? []);
      return [
        ...(monitored.some(({ port }) => port === 'metrics') ? [] : ['nothing is scraped']),
        ...(rules.length > 0 ? [] : ['no alerts']),
        ...wrong(
          processPodsOf(objects).map(componentOf),
          (name) => scraped.some(({ metadata }) => metadata.labels?.['app.kubernetes.io/component'] === name),
          (name) => `${name} is not scraped`,
        ),
      ];
    },
    spoiled: [
      { kind: 'ServiceMonitor', at: 'kind', to: 'Other' },
      { kind: 'PrometheusRule', at: 'spec groups', to: [] },
      { kind: 'Service', name: 'cairn-relay', at: 'metadata labels cairn/scraped', to: 'false' },
    ],
  },
  scaling: {
    promise: 'processes grow by CPU, and their Deployments leave the number to who scales them',
    findings: ({ objects }) => {
      const scalers = [...ofKind(objects, 'HorizontalPodAutoscaler'), ...ofKind(objects, 'ScaledObject')];
      const scaled = scalers.map(({ spec }) => spec?.scaleTargetRef?.name);
      return [
        ...(scaled.length > 0 ? [] : ['nothing scales']),
        ...wrong(
          ofKind(objects, 'Deployment').filter(({ metadata }) => scaled.includes(metadata.name)),
          ({ spec }) => spec?.replicas === undefined,
          ({ metadata }) => `${metadata.name} says how many`,
        ),
      ];
    },
    spoiled: [{ kind: 'Deployment', at: 'spec replicas', to: 2 }],
  },
  keda: {
    promise: 'where KEDA is there, services grow by how long their work waits',
    findings: ({ objects }) =>
      wrong(
        ofKind(objects, 'ScaledObject').filter(
          ({ metadata }) => metadata.labels?.['app.kubernetes.io/component'] !== 'gateway',
        ),
        ({ spec }) =>
          (spec?.triggers ?? []).some(
            ({ type, metadata }) => type === 'prometheus' && /cairn_/.test(metadata['query'] ?? ''),
          ),
        ({ metadata }) => metadata.name,
      ),
    spoiled: [
      { kind: 'ScaledObject', at: 'spec triggers 1', set: 'keda', to: { type: 'cpu', metadata: {} } },
    ],
  },
  check: {
    promise: 'helm test runs the program of the image, as a hook',
    findings: ({ objects }) => {
      const hooks = podsOf(objects).filter(({ object }) => object.metadata.annotations?.[HOOK] === 'test');
      return hooks.some((pod) => containersOf(pod).some(({ args = [] }) => args[0] === CHECK))
        ? []
        : ['no hook'];
    },
    spoiled: [{ kind: 'Pod', at: 'metadata annotations helm.sh/hook', to: 'post-install' }],
  },
  backup: {
    promise: 'a CronJob backs up beside the pod, never twice at a time, the keys apart',
    findings: ({ objects }) => {
      const jobs = ofKind(objects, 'CronJob');
      const args = podsOf(jobs).flatMap((pod) => containersOf(pod).flatMap((one) => one.args ?? []));
      const claims = podsOf(jobs).flatMap(({ spec }) =>
        (spec.volumes ?? []).filter((one) => 'persistentVolumeClaim' in one),
      );
      return [
        ...(args[0] === BACKUP && args.includes('--vault') ? [] : ['it does not run the backup']),
        ...(jobs[0]?.spec?.concurrencyPolicy === 'Forbid' ? [] : ['two may run']),
        ...(new Set(claims.map((claim) => JSON.stringify(claim['persistentVolumeClaim']))).size === 3
          ? []
          : ['data, backup and keys are not three volumes']),
      ];
    },
    spoiled: [
      { kind: 'CronJob', at: 'spec concurrencyPolicy', to: 'Allow', set: 'embedded-kept' },
      { kind: 'CronJob', at: 'spec jobTemplate spec template spec volumes', to: [], set: 'embedded-kept' },
    ],
  },
  restore: {
    promise: 'a restore runs while nothing else has the data',
    findings: ({ objects }) => {
      const args = podsOf(ofKind(objects, 'Job')).flatMap((pod) =>
        containersOf(pod).flatMap((one) => one.args ?? []),
      );
      return [
        ...(args[0] === RESTORE ? [] : ['nothing restores']),
        ...wrong(
          ofKind(objects, 'StatefulSet'),
          ({ spec }) => spec?.replicas === 0,
          () => 'Cairn runs',
        ),
        ...wrong(
          ofKind(objects, 'CronJob'),
          ({ spec }) => spec?.suspend === true,
          () => 'the backup may run',
        ),
      ];
    },
    spoiled: [
      { kind: 'StatefulSet', at: 'spec replicas', to: 1, set: 'embedded-restoring' },
      { kind: 'CronJob', at: 'spec suspend', to: false, set: 'embedded-restoring' },
    ],
  },
  digest: {
    promise: 'images are named by their digest, at the mirror',
    findings: ({ objects }) =>
      wrong(
        podsOf(objects).flatMap(containersOf),
        ({ image }) => /^registry\.company\.example:5000\/[^@:]+@sha256:[0-9a-f]{64}$/.test(image),
        ({ image }) => image,
      ),
    spoiled: [
      {
        kind: 'Deployment',
        at: 'spec template spec containers 0 image',
        to: 'cairn:0.1.0',
        set: 'air-gapped',
      },
    ],
  },
  kept: {
    promise: 'the data outlive the release',
    findings: ({ objects }) =>
      wrong(
        ofKind(objects, 'StatefulSet'),
        ({ spec }) => spec?.persistentVolumeClaimRetentionPolicy?.['whenDeleted'] === 'Retain',
        ({ metadata }) => metadata.name,
      ),
    spoiled: [
      {
        kind: 'StatefulSet',
        at: 'spec persistentVolumeClaimRetentionPolicy whenDeleted',
        to: 'Delete',
        set: 'embedded-kept',
      },
    ],
  },
};
