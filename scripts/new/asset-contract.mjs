// What is asked of a new kind of asset and of its versions, done to them and told of them.
import { ASSET, shapeFiles, USER, VERSION } from './asset-shapes.mjs';

const assetContract = ({ area, called, title, tag, many }) => `import { Type } from '@sinclair/typebox';
import { assetContract } from '../assets/contract.js';
import { example${title} } from './examples.js';
import { ${title}, ${title}Changes, ${title}Input } from './${called}.js';
import { Published${title} } from './states.js';

/** ${tag} as assets: what they are beside what all assets are. */
export const ${called} = assetContract({
  area: '${area}',
  noun: '${title}',
  called: '${called}',
  resource: '${area}',
  tag: '${tag}',
  record: ${title},
  input: ${title}Input,
  changes: ${title}Changes,
  own: { kind: Type.String() },
  state: Published${title},
  filters: { kind: Type.String({ maxLength: 100 }) },
  texts: {
    list: '${many.charAt(0).toUpperCase()}${many.slice(1)}.',
    get: 'The ${called} with its versions; of very many the newest.',
    create: {
      description: 'Version 1 is made with it, and is the active one.',
      reply: 'The ${called} with version 1.',
    },
    update: {
      description:
        'Fields that are sent are set, others stay, \`null\` clears. \`active_version_id\` makes a version of the ${called} the ' +
        'active one, as \`activate\` does. Only who may share the ${called} says who sees it, and from when on its history ' +
        '(\`history_from\`); such a write answers with \`X-History-Visible-From\`.',
    },
  },
  example: example${title},
  sent: { create: { name: 'An example', kind: 'first' }, update: { name: 'Another example' } },
  told: {
    created: {
      id: '${ASSET}',
      user_id: '${USER}',
      name: 'an example',
      description: '',
      notes: '',
      public: false,
      visibility: 'private',
      kind: 'first',
      active_version_id: '${VERSION}',
      readers: [{ token: 'user:${USER}' }],
    },
    updated: { changes: { kind: 'second' } },
  },
});
`;

const versionContract = ({ area, called, title, tag, many }) => `import { Type } from '@sinclair/typebox';
import { versionContract } from '../assets/versions/contract.js';
import { example${title}Version } from './examples.js';
import { ${title}Version, ${title}VersionChanges, ${title}VersionInput } from './version.js';

/** Versions of ${many}: what they are beside what all versions are. */
export const ${called}Version = versionContract({
  area: '${area}',
  noun: '${title}',
  called: '${called}',
  resource: '${area}',
  tag: '${tag}',
  params: { asset: 'id', version: 'version_id' },
  record: ${title}Version,
  input: ${title}VersionInput,
  changes: ${title}VersionChanges,
  own: { text: Type.String() },
  texts: {
    list: 'Versions.',
    get: 'The version.',
    create: { description: 'It says what is sent, and is not the active one.' },
    update: { description: 'Fields that are sent are set, others stay.' },
    duplicate: { description: 'It says what the other one says.' },
  },
  example: example${title}Version,
  listed: example${title}Version,
  sent: { create: { text: 'What it says.' }, update: { description: 'Said more shortly' } },
  told: {
    created: {
      id: '${VERSION}',
      ${called}_id: '${ASSET}',
      user_id: '${USER}',
      name: '',
      description: '',
      version: '',
      text: 'What it says.',
    },
    updated: { changes: { description: 'said more shortly' } },
  },
});
`;

const assetEvents = ({ called }) => `import { byName } from '../../kit/named.js';
import { ${called} } from '../asset.js';
import { ${called}Version } from '../versions.js';

/** The events of \`${called}-<id>\`. */
export const ${called}StreamEvents = {
  ...byName(${called}.events),
  ...byName({ added: ${called}Version.added }),
} as const;
`;

const versionEvents = ({ called }) => `import { byName } from '../../kit/named.js';
import { ${called}Version } from '../versions.js';

/** The events of \`${called}Version-<id>\`. */
export const ${called}VersionStreamEvents = byName(${called}Version.events);
`;

const events = ({ area, called }) => `import { ${called}StreamEvents } from './events/${called}.js';
import { ${called}VersionStreamEvents } from './events/version.js';

export * from './events/${called}.js';
export * from './events/version.js';

/** Every event of the ${area} service, by its name in TypeScript. */
export const ${called}Events = { ...${called}StreamEvents, ...${called}VersionStreamEvents } as const;
`;

const commands = ({ area, called }) => `import { commandsOf } from '../kit/command.js';
import { byOwnName } from '../kit/named.js';
import { ${called} } from './asset.js';
import * as operations from './operations.js';
import { ${called}Version } from './versions.js';

/** Every command of the ${area} service. */
export const ${called}Commands = {
  ...commandsOf('${area}', operations),
  ...byOwnName(${called}.commands),
  ...byOwnName(${called}Version.commands),
} as const;
`;

const assetIds = (title) => [
  ...[`list${title}s`, `create${title}`, `get${title}`, `update${title}`, `delete${title}`],
  ...[
    `activate${title}Version`,
    `transfer${title}`,
    `list${title}History`,
    `restore${title}`,
    `revert${title}`,
  ],
  ...[`get${title}Logo`, `upload${title}Logo`, `delete${title}Logo`],
  ...[`list${title}Shares`, `get${title}Share`, `create${title}Share`, `update${title}Share`],
  ...[`delete${title}Share`, `explain${title}Access`],
];
const versionIds = (title) => [
  ...[`list${title}Versions`, `create${title}Version`, `get${title}Version`, `update${title}Version`],
  ...[`delete${title}Version`, `duplicate${title}Version`, `list${title}VersionHistory`],
  ...[`restore${title}Version`, `revert${title}Version`],
];
/** The operations of a kind of asset and of its versions. */
export const idsOf = (title) => [...assetIds(title), ...versionIds(title)];

const named = (ids, contract, from) => `import { byId } from '../../kit/named.js';
import { ${contract} } from '${from}';

export const { ${ids.join(', ')} } = byId(${contract}.operations);
`;

/** The new files of the contract, by their paths below those of the area. */
export const contractFiles = (wanted) => {
  const { area, called, title } = wanted;
  return {
    ...shapeFiles(wanted),
    'asset.ts': assetContract(wanted),
    'versions.ts': versionContract(wanted),
    [`events/${called}.ts`]: assetEvents(wanted),
    'events/version.ts': versionEvents(wanted),
    'events.ts': events(wanted),
    'commands.ts': commands(wanted),
    [`operations/${area}.ts`]: named(assetIds(title), called, '../asset.js'),
    'operations/versions.ts': named(versionIds(title), `${called}Version`, '../versions.js'),
  };
};
