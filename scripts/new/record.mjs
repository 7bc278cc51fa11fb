import { allFree, areaThere, hasPermissions, tagOf } from './contract.mjs';
import { Refused } from './refused.mjs';
import { argument, callOf, constant } from './source.mjs';
import { capital, spellings } from './words.mjs';

/** Where the record stands, and who may do what with it. */
const placesOf = (area, { many }) => {
  const isForAll = hasPermissions(area);
  const path = `${isForAll ? '/api/v1' : '/admin'}/${many.kebab}`;
  const access = (action) => (isForAll ? `${area}:${action}` : 'administrator');
  return { isForAll, path, access };
};

const contractOf = ({ area, name, places, tag }) => {
  const { many, pascal, camel, snake, said, one } = name;
  const { path, access } = places;
  const plural = many.pascal === `${pascal}s` ? '' : `\n  plural: '${many.pascal}',`;
  return `import { optional, required } from '../kit/fields.js';
import { record } from '../kit/record.js';
import { Prose, uniqueName } from '../kit/schemas.js';

/** ${capital(one)} has a name that no other one has. */
export const ${camel} = record({
  area: '${area}',
  entity: '${snake}',
  title: '${pascal}',${plural}
  tag: '${tag}',
  paths: { many: '${path}', one: '${path}/{id}' },
  access: { read: '${access('read')}', write: '${access('write')}', delete: '${access('delete')}' },
  fields: {
    name: required(uniqueName(), { sort: true, words: true }),
    description: optional(Prose, ''),
  },
  unique: [{ field: 'name' }],
  example: { name: 'an example', description: 'What the ${said} is for.' },
});
`;
};

const idsOf = ({ pascal, many }) => ({
  reads: [`list${many.pascal}`, `get${pascal}`, `list${pascal}History`],
  writes: [`create${pascal}`, `update${pascal}`, `revert${pascal}`],
  deletes: [`delete${pascal}`, `restore${pascal}`],
});

const operationsOf = ({ name }) => {
  const { reads, writes, deletes } = idsOf(name);
  return `import { operationsById } from '../../kit/record.js';
import { ${name.camel} } from '../${name.kebab}.js';

export const { ${[...reads, ...writes, ...deletes].join(', ')} } = operationsById(${name.camel});
`;
};

const modelOf = ({ area, name: { camel, many }, places }) => `import { ${camel} } from '@cairn/contracts';
import { recordModel } from '@cairn/kernel';

/** ${
  places.isForAll
    ? `Who may write ${area} makes and changes them.`
    : 'Administrators make, change and see them.'
} */
export const ${many.camel} = recordModel(${camel});
`;

const specOf = ({ area, name: { many }, places: { isForAll }, service }) => {
  const stranger = isForAll
    ? `{ principal: { ...someone(), scopes: ['${area}:read'] }, code: 'scope_missing' }`
    : `{ principal: someone(), code: 'administrator_required' }`;
  return `import { ${isForAll ? '' : 'anAdministrator, '}recordConformance, someone } from '@cairn/kernel/testkit';
import { ${many.camel} } from './${many.kebab}.js';
import { ${service} } from './service.js';

recordConformance(${many.camel}, {
  service: ${service},
  principal: ${isForAll ? 'someone()' : 'anAdministrator()'},
  stranger: ${stranger},
});
`;
};

const rowsOf = ({ area, name, places }) => {
  const { reads, writes, deletes } = idsOf(name);
  const row = (action, ids) => {
    const right = places.isForAll
      ? `'of everybody', '${area}:${action}'`
      : `'administrator', 'admin:${action === 'read' ? 'read' : 'write'}'`;
    return `...rows([${right}], ${ids.map((id) => `'${id}'`).join(', ')})`;
  };
  return [row('read', reads), row('write', writes), row('delete', deletes)];
};

const inContract = (plan, wanted) => {
  const { area, name } = wanted;
  const folder = `contracts/src/${area}`;
  plan.make(`${folder}/${name.kebab}.ts`, contractOf(wanted));
  plan.make(`${folder}/operations/${name.many.kebab}.ts`, operationsOf(wanted));
  plan.change(`${folder}/index.ts`, (source) => source.exporting(`./${name.kebab}.js`));
  plan.change(`${folder}/operations.ts`, (source) => source.exporting(`./operations/${name.many.kebab}.js`));
  plan.change(`${folder}/area.ts`, (source) =>
    source.importing(name.camel, `./${name.kebab}.js`).addingWithin(argument('area'), 'records', name.camel),
  );
};

/** A record of a service of assets is in none of them, and so in no organization. */
const inNoAsset = (source, records) => {
  const asked = callOf('organizationOfAssets');
  const nobodys = (tree) => asked(tree)?.arguments[1];
  if (source.has(nobodys)) source.adding(nobodys, records);
  else if (source.has(asked)) source.adding(asked, `[${records}]`);
};

const inService = (plan, wanted) => {
  const { area, name } = wanted;
  const folder = `services/${area}/src`;
  const from = `./${name.many.kebab}.js`;
  plan.make(`${folder}/${name.many.kebab}.ts`, modelOf(wanted));
  plan.make(`${folder}/${name.many.kebab}.spec.ts`, specOf(wanted));
  plan.change(`${folder}/index.ts`, (source) => source.exporting(from, name.many.camel));
  plan.change(`${folder}/service.ts`, (source) => {
    source.importing(name.many.camel, from);
    source.addingWithin(argument('defineService'), 'records', name.many.camel);
    inNoAsset(source, name.many.camel);
  });
};

const atGateway = (plan, { area, name: { many } }) =>
  plan.change(`gateway/src/operations/${area}/index.ts`, (source) =>
    source
      .importing(many.camel, `@cairn/${area}`)
      .importing('recordHandlers', '../record.js')
      .adding(constant(/Handlers$/), `...recordHandlers(${many.camel})`),
  );

const inTests = (plan, wanted) =>
  plan.change('test/support/rights.ts', (source) => {
    for (const row of rowsOf(wanted)) source.adding(rights, row);
  });
const rights = (tree) => constant('RIGHTS')(tree)?.arguments[0];

const entityFree = (area, { snake }) => {
  const own = area.replace(/s$/, '');
  if (snake.startsWith(`${own}_`))
    throw new Refused(`A name leaves its area out: ${snake.slice(own.length + 1)}, not ${snake}.`);
};

/** A plain resource of an area, `models/badge`: from its definition to its rights in the black box. */
export const newRecord = (plan, area, text) => {
  areaThere(area);
  const name = spellings(text);
  entityFree(area, name);
  const places = placesOf(area, name);
  const { reads, writes, deletes } = idsOf(name);
  allFree(`The record ${area}/${text}`, {
    ids: [...reads, ...writes, ...deletes],
    paths: [places.path],
    category: name.camel,
    exported: [name.camel, name.pascal],
  });
  const service = plan.source(`services/${area}/src/service.ts`).nameOf(/Service$/);
  const wanted = { area, name, places, service, tag: tagOf(area, capital(area)) };
  inContract(plan, wanted);
  inService(plan, wanted);
  atGateway(plan, wanted);
  inTests(plan, wanted);
  return {
    next: [
      `contracts/src/${area}/${name.kebab}.ts: its fields, and what is unique`,
      `services/${area}/src/${name.many.kebab}.ts: its rules`,
      'test/support/rights.ts: who may do what, where that is another',
    ],
  };
};
