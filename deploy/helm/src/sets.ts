import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..');
export const CHART = join(FOLDER, 'cairn');

/** Values with which the chart is rendered, in `sets/<name>.yaml`. */
export interface ValueSet {
  readonly name: string;
  /** Path of the values. */
  readonly values: string;
  /** `# release: blue` in the values; `cairn` where nothing is said. */
  readonly release: string;
  readonly namespace: string;
  /** `# api-versions: keda.sh/v1alpha1` in the values: what the cluster has beside Kubernetes. */
  readonly apiVersions: readonly string[];
  readonly kubeVersion: string;
}

/** What renderings are made for. */
const KUBERNETES = '1.36.0';
const NAMESPACE = 'cairn';

export const valueSets = (): readonly ValueSet[] =>
  readdirSync(join(FOLDER, 'sets'))
    .sort()
    .map((file) => {
      const values = join(FOLDER, 'sets', file);
      const told = (what: string): string | undefined =>
        new RegExp(`^# ${what}: (.*)$`, 'm').exec(readFileSync(values, 'utf8'))?.[1];
      return {
        name: file.replace(/\.yaml$/, ''),
        values,
        release: told('release') ?? 'cairn',
        namespace: NAMESPACE,
        apiVersions: told('api-versions')?.split(/,\s*/) ?? [],
        kubeVersion: KUBERNETES,
      };
    });

/** Those that show what becomes of a change of the chart: they are in git, in `rendered/<name>.yaml`. */
const COMMITTED = ['embedded-kept', 'external', 'full', 'small'];

export const committedSets = (): readonly ValueSet[] =>
  valueSets().filter(({ name }) => COMMITTED.includes(name));

/** Path of the committed rendering. */
export const committedPath = ({ name }: ValueSet): string => join(FOLDER, 'rendered', `${name}.yaml`);

const OF = '# Of chart and values with the fingerprint ';

/** All that decides what is rendered. Where it is what the rendering says, the rendering is that of this chart. */
export const fingerprintOf = ({ values, release, apiVersions, kubeVersion }: ValueSet): string => {
  const hash = createHash('sha256').update(JSON.stringify([release, apiVersions, kubeVersion]));
  for (const path of [...chartFiles(), values]) hash.update(readFileSync(path));
  return hash.digest('hex');
};

/** What is told to people alone decides nothing. */
const TOLD = /\.md$|NOTES\.txt$/;

const chartFiles = (): readonly string[] =>
  readdirSync(CHART, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !TOLD.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

/** The text of a file in `rendered`, of what helm has rendered. */
export const committedText = (set: ValueSet, rendered: string): string =>
  [`# Written by \`npm run chart\`.`, `${OF}${fingerprintOf(set)}`, rendered].join('\n');

/** What was committed of a set: its fingerprint, and what helm had rendered. */
export const committedOf = (set: ValueSet): { fingerprint: string; text: string } => {
  const rendered = committedPath(set);
  if (!existsSync(rendered)) return { fingerprint: 'none', text: '' };
  const [, told = '', ...lines] = readFileSync(rendered, 'utf8').split('\n');
  return { fingerprint: told.slice(OF.length), text: lines.join('\n') };
};
