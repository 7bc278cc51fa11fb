import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Package } from './packages.js';
import type { SystemPackage } from './system-packages.js';

/** What is read of a lock file. */
interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
}

export interface SbomParts {
  readonly root: string;
  readonly version: string;
  /** Seconds since 1970. */
  readonly madeAt: number;
  readonly packages: readonly Package[];
  readonly system: readonly SystemPackage[];
  readonly distribution: string;
}

interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly [more: string]: unknown;
}

/** A CycloneDX document of exactly what was put into the image: the same content gives the same document. */
export const sbomOf = (parts: SbomParts) => {
  const { version, madeAt, packages, system, distribution } = parts;
  const cairn = component('application', 'cairn', version, `pkg:npm/cairn@${version}`);
  const refs = new Map(packages.map((one) => [one.folder, refOf(one)]));
  const node = process.versions.node;
  const components = [
    ...unique(packages.map((one) => componentOf(parts.root, one))),
    component('application', 'node', node, `pkg:generic/node@${node}`),
    ...system.map((one) => systemComponent(one, distribution)),
  ];
  const needs = packages.map(({ folder, needs: of }) => ({
    ref: refs.get(folder) ?? '',
    dependsOn: [...new Set(of.map((each) => refs.get(each) ?? ''))].sort(),
  }));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([components, needs]))}`,
    version: 1,
    metadata: { timestamp: new Date(madeAt * 1000).toISOString(), component: cairn },
    components,
    dependencies: merged(needs),
  };
};

const purlOf = ({ manifest: { name, version } }: Package): string =>
  `pkg:npm/${name.replace(/^@/, '%40')}@${encodeURIComponent(version)}`;
const refOf = purlOf;

const component = (
  type: string,
  name: string,
  version: string,
  purl: string,
  more: object = {},
): Component => ({
  'bom-ref': purl,
  type,
  name,
  version,
  purl,
  ...more,
});

const componentOf = (root: string, one: Package): Component => {
  const { name, version, licenses, license = licenses?.[0]?.type } = one.manifest;
  const slash = name.indexOf('/');
  const hash = hashOf(root, one.folder);
  return component('library', name.slice(slash + 1), version, purlOf(one), {
    ...(slash === -1 ? {} : { group: name.slice(0, slash) }),
    ...(license !== undefined ? { licenses: [licenceOf(license)] } : {}),
    ...(hash === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: hash }] }),
    properties: [{ name: 'cairn:path', value: `/app/${one.folder}` }],
  });
};

/** An expression of SPDX or one of its names; what is neither is told as it stands. */
const licenceOf = (text: string): object => {
  if (/ (OR|AND|WITH) /.test(text)) return { expression: text.replaceAll('/', '-') };
  return /^[A-Za-z0-9.+-]+$/.test(text) ? { license: { id: text } } : { license: { name: text } };
};

const locks = new Map<string, Lock>();
const lockIn = (folder: string): Lock => {
  const read =
    locks.get(folder) ?? (JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock);
  locks.set(folder, read);
  return read;
};

const NATIVE = 'services/models/native/';

/** Of what was downloaded, as the lock file has it. */
const hashOf = (root: string, folder: string): string | undefined => {
  const isNative = folder.startsWith(NATIVE);
  const lock = lockIn(isNative ? join(root, NATIVE) : root);
  const { integrity } = lock.packages[isNative ? folder.slice(NATIVE.length) : folder] ?? {};
  const [kind, base64 = ''] = integrity?.split('-') ?? [];
  return kind === 'sha512' ? Buffer.from(base64, 'base64').toString('hex') : undefined;
};

const systemComponent = ({ name, version, architecture }: SystemPackage, distribution: string): Component => {
  const [system = ''] = distribution.split('-');
  const purl = `pkg:deb/${system}/${name}@${encodeURIComponent(version)}?arch=${architecture}&distro=${distribution}`;
  return component('library', name, version, purl);
};

/** The same version in two places is one component. */
const unique = (components: readonly Component[]): readonly Component[] => [
  ...new Map(components.map((one) => [one['bom-ref'], one])).values(),
];

interface Needs {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}
const merged = (needs: readonly Needs[]): readonly Needs[] => {
  const all = new Map<string, Set<string>>();
  for (const { ref, dependsOn } of needs) all.set(ref, new Set([...(all.get(ref) ?? []), ...dependsOn]));
  return [...all].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() }));
};

const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
};
