// What the contract says of a new kind of asset. It has one field of its own, `kind`; its versions have one, `text`.

export const ASSET = '018f4d1a-0000-7000-8000-0000000000e1';
export const VERSION = '018f4d1a-0000-7000-8000-0000000000e2';
export const USER = '018f4d1a-0000-7000-8000-000000000009';

const versionShapes = ({ called, title }) => `import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { Name, namedFields, Prose, Uuid } from '../kit/schemas.js';

export const ${title}Version = resource('${title}Version', {
  ...namedFields,
  user_id: Type.String(),
  ${called}_id: Uuid,
  version: Type.String({ description: 'As people call it; its number when nobody said.' }),
  version_number: Type.Integer({ minimum: 1, description: 'Counts up within the ${called}, without gaps.' }),
  text: Type.String({ description: 'What it says.' }),
});
export type ${title}Version = Readonly<Static<typeof ${title}Version>>;

const settable = {
  name: Type.Optional(Name),
  description: Type.Optional(Prose),
  version: Type.Optional(Type.String({ maxLength: 100 })),
  text: Type.Optional(Type.String({ maxLength: 10_000 })),
};

export const ${title}VersionInput = resource('${title}VersionInput', settable);
export type ${title}VersionInput = Readonly<Static<typeof ${title}VersionInput>>;

export const ${title}VersionChanges = resource('${title}VersionChanges', settable);
export type ${title}VersionChanges = Readonly<Static<typeof ${title}VersionChanges>>;
`;

const assetShapes = ({ called, title }) => `import { type Static, Type } from '@sinclair/typebox';
import { assetFields, HistoryFrom, historyFromField, settableFields } from '../assets/fields.js';
import { resource } from '../kit/resource.js';
import { Name, Uuid } from '../kit/schemas.js';
import { ${title}Version } from './version.js';

export const ${title} = resource('${title}', {
  ...assetFields,
  versions: Type.Array(${title}Version, { description: 'All, oldest first.' }),
  active_version_id: Type.String(),
  kind: Type.String({ description: 'Open-ended.' }),
  history_from: historyFromField('${called}'),
});
export type ${title} = Readonly<Static<typeof ${title}>>;

const settable = {
  ...settableFields,
  kind: Type.Optional(Type.String({ maxLength: 100 })),
  history_from: Type.Optional(HistoryFrom),
};

export const ${title}Input = resource('${title}Input', { name: Name, ...settable });
export type ${title}Input = Readonly<Static<typeof ${title}Input>>;

export const ${title}Changes = resource('${title}Changes', {
  name: Type.Optional(Name),
  ...settable,
  active_version_id: Type.Optional(Uuid),
});
export type ${title}Changes = Readonly<Static<typeof ${title}Changes>>;
`;

const states = ({ area, called, title, one }) => `import { type Static, Type } from '@sinclair/typebox';
import { publishedFields, publishedLastFields } from '../assets/fields.js';
import { state } from '../kit/state.js';

export const Published${title} = state({
  type: '${area}.${called}.state.v1',
  description: '${one.charAt(0).toUpperCase()}${one.slice(1)} as it is now, without its versions and without who may read it.',
  schema: Type.Object({ ...publishedFields, kind: Type.String(), ...publishedLastFields }),
  example: {
    id: '${ASSET}',
    created_at: '2026-01-31T12:00:00.000Z',
    updated_at: '2026-02-01T08:30:00.000Z',
    user_id: '${USER}',
    name: 'an example',
    description: '',
    notes: '',
    visibility: 'private',
    organization_id: null,
    project_id: null,
    kind: 'first',
    active_version_id: '${VERSION}',
    logo: null,
  },
});
export type Published${title} = Readonly<Static<typeof Published${title}.schema>>;
`;

const examples = ({ called, title }) => `import type { ${title} } from './${called}.js';
import type { ${title}Version } from './version.js';

const ID = '${ASSET}';
const USER = '${USER}';
const times = { created_at: '2026-03-02T09:15:00.000Z', updated_at: '2026-03-02T09:15:00.000Z' };

export const example${title}Version: ${title}Version = {
  id: '${VERSION}',
  ...times,
  name: '',
  description: '',
  user_id: USER,
  ${called}_id: ID,
  version: '1',
  version_number: 1,
  text: 'What it says.',
};

/** Data that the examples of the documents share. */
export const example${title}: ${title} = {
  id: ID,
  ...times,
  name: 'An example',
  description: 'What the ${called} is for',
  notes: '',
  user_id: USER,
  has_logo: false,
  logo: '',
  public: false,
  shared_with_me: false,
  visibility: 'private',
  versions: [example${title}Version],
  active_version_id: example${title}Version.id,
  activation: { version_id: example${title}Version.id, at: times.created_at, user_id: USER, reason: '' },
  kind: 'first',
};
`;

/** The shapes of a kind of asset and of its versions, by their paths below those of the area. */
export const shapeFiles = (wanted) => ({
  'version.ts': versionShapes(wanted),
  [`${wanted.called}.ts`]: assetShapes(wanted),
  'states.ts': states(wanted),
  'examples.ts': examples(wanted),
});
