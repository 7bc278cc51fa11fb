// What the service of a new kind of asset has: its rules, and those of its versions.

const state = ({ called, title }) => `import { assetKind, type NumberingAsset } from '@cairn/assets';
import { ${called} as contract, ${called}Version } from '@cairn/contracts';

/** ${title} as its stream tells it. */
export interface Known${title} extends NumberingAsset {
  readonly kind: string;
}

/** \`${called}-<id>\`, without its versions. */
export const ${called}Kind = assetKind<Known${title}>(contract, { stateVersion: 1, numbered: ${called}Version.added });
`;

const versionState = ({ called, title }) => `import { type KnownVersion, versionKind } from '@cairn/assets';
import { ${called}Version } from '@cairn/contracts';

/** A version of a ${called} as its stream tells it. */
export interface Known${title}Version extends KnownVersion {
  readonly text: string;
}

/** \`${called}Version-<id>\`. */
export const ${called}VersionKind = versionKind<Known${title}Version>(${called}Version, { stateVersion: 1 });
`;

const model = ({
  area,
  called,
  title,
  many,
}) => `import { activationShown, activeVersion, type AssetDocument, assetModel, withoutAbsent } from '@cairn/assets';
import type { ${title}, ${title}Changes, ${title}Version } from '@cairn/contracts';
import { streamOf } from '@cairn/kernel';
import { ${called}Kind } from './domain/${called}/state.js';
import { ${called}VersionKind } from './domain/version/state.js';
import { ${called}Versions } from './versions.js';

interface ${title}Document extends AssetDocument {
  readonly kind: string;
}

/** What is special about ${many}: they say of what kind they are. */
export const ${area} = assetModel(${called}Kind, {
  initial: { kind: '' },
  own: ({ kind }: ${title}Changes) => withoutAbsent({ kind }),
  versions: ${called}Versions.ofAsset,
  documents: { version: 1, indexes: [{ kind: 'compound', fields: ['kind', 'deleted', 'created_at'] }] },
  beside: (context, documents: readonly ${title}Document[]) => ${called}Versions.ofAssets(context, documents),
  resource: (document, shared, versions: readonly ${title}Version[] = []): ${title} => {
    const active = activeVersion(document, versions);
    return {
      ...shared,
      versions: [...versions],
      active_version_id: active ?? '',
      ...activationShown(document, active),
      kind: document.kind,
    };
  },
  streams: (versions = []) => versions.map(({ id }) => streamOf(${called}VersionKind.aggregate, id)),
});

/** How versions of ${many} are read. */
export const ${called}VersionReads = ${called}Versions.reading(${area}.reads);
`;

const versions = ({
  called,
  title,
  many,
}) => `import { type ShownVersion, type VersionDocument, versionModel, withoutAbsent } from '@cairn/assets';
import type { ${title}Version, ${title}VersionInput } from '@cairn/contracts';
import { ${called}Kind } from './domain/${called}/state.js';
import { ${called}VersionKind } from './domain/version/state.js';

interface ${title}VersionDocument extends VersionDocument {
  readonly ${called}_id: string;
  readonly text: string;
}

/** What is special about versions of ${many}: they say something. */
export const ${called}Versions = versionModel(${called}VersionKind, {
  of: ${called}Kind,
  initial: { text: '' },
  first: (): ${title}VersionInput => ({}),
  own: ({ text }: ${title}VersionInput) => withoutAbsent({ text }),
  documents: { version: 1, texts: [] },
  resource: ({ document, shared }: ShownVersion<${title}VersionDocument>): ${title}Version => ({
    ...shared,
    ${called}_id: document.${called}_id,
    text: document.text,
  }),
});
`;

const usage = ({ area, called, many }) => `import { assetUsage } from '@cairn/assets';
import { ${called}Version } from '@cairn/contracts';
import { ${called}Kind } from './domain/${called}/state.js';
import { ${called}VersionKind } from './domain/version/state.js';

const { deleted, purged } = ${called}Version.events;

/** \`${area}.usage\`: the bytes of ${many} and their versions. */
export const ${called}Usage = assetUsage(${called}Kind, {
  version: 1,
  streams: [{ events: ${called}VersionKind.aggregate.events, purged }],
  goesOn: ({ type }) => type === deleted.name,
});
`;

const assetSpec = ({
  area,
  called,
  title,
  service,
}) => `import { assetConformance } from '@cairn/assets/testkit';
import { ${called}Commands } from '@cairn/contracts';
import { ${area} } from './${area}.js';
import { ${service} } from './service.js';

assetConformance(${area}, {
  service: ${service},
  own: { kind: { initial: '', values: ['first', 'second'] } },
  versions: {
    make: (running, who, id) =>
      running.make(who, ${called}Commands.create${title}Version, { id, body: {} }, 'version'),
    remove: (running, who, id, version_id) =>
      running.done(who, ${called}Commands.delete${title}Version, { id, version_id }),
  },
});
`;

const versionSpec = ({
  area,
  called,
  service,
}) => `import { versionConformance } from '@cairn/assets/testkit';
import { ${area} } from './${area}.js';
import { ${service} } from './service.js';
import { ${called}Versions } from './versions.js';

versionConformance(${called}Versions, {
  service: ${service},
  assets: ${area},
  own: { text: { initial: '', values: ['one thing', 'another'] } },
  fresh: [],
});
`;

/** The new files of the service, by their paths below its sources. */
export const serviceFiles = (wanted) => {
  const { area, called } = wanted;
  return {
    [`domain/${called}/state.ts`]: state(wanted),
    'domain/version/state.ts': versionState(wanted),
    [`${area}.ts`]: model(wanted),
    'versions.ts': versions(wanted),
    'usage.ts': usage(wanted),
    'asset.spec.ts': assetSpec(wanted),
    'versions.spec.ts': versionSpec(wanted),
  };
};
