import { createRequire } from 'node:module';
import { areaNames } from './contract.mjs';
import { permissionNames } from '../../contracts/src/permissions.ts';
import { Refused } from './refused.mjs';
import { constant, typeCalled } from './source.mjs';
import { capital, spellingsOfMany } from './words.mjs';

const { folders, nameOf } = createRequire(import.meta.url)('../packages.cjs');

const packageOf = ({ area }) => `${JSON.stringify(
  {
    name: `@cairn/${area}`,
    version: '0.1.0',
    private: true,
    description: capital(area),
    license: 'Apache-2.0',
    main: 'dist/index.js',
    exports: { '.': { source: './src/index.ts', default: './dist/index.js' } },
    files: ['dist'],
    dependencies: { '@cairn/contracts': '0.1.0', '@cairn/kernel': '0.1.0' },
  },
  null,
  2,
)}
`;

const readmeOf = ({ area }) => `# ${area}

## Streams

| stream | state | commands |
|---|---|---|

Events and their examples: \`contracts/src/${area}/events\`.

## Read models

| projection | documents | fed by |
|---|---|---|
`;

const serviceOf = ({ area, service }) => `import { defineService } from '@cairn/kernel';

/** ${capital(area)}. */
export const ${service} = defineService({ name: '${area}' });
`;

const areaOf = ({ area }) => `import { area } from '../kit/area.js';

export const ${area}Area = area('${area}', { streams: {} });
`;

const handlersOf = ({ area, one }) => `import type { AnyHandler } from '../../call/handler.js';

/** What answers the operations of ${area}. */
export const ${one}Handlers: readonly AnyHandler[] = [];
`;

const NOTHING = 'export {};\n';

const inContract = (plan, { area, one }) => {
  const folder = `contracts/src/${area}`;
  plan.make(`${folder}/index.ts`, NOTHING);
  plan.make(`${folder}/operations.ts`, NOTHING);
  plan.make(`${folder}/area.ts`, areaOf({ area }));
  const operations = `${one}Operations`;
  plan.change('contracts/src/areas.ts', (source) =>
    source
      .importing(`${area}Area`, `./${area}/area.js`)
      .importing(`* as ${operations}`, `./${area}/operations.js`)
      .exporting(`./${area}/index.js`)
      .adding(constant('services'), `${area}: ${area}Area`)
      .adding(typeCalled('Served'), `typeof ${operations}`)
      .adding(constant('operations'), `...${operations}`),
  );
  plan.change('contracts/src/permissions.ts', (source) =>
    source
      .adding(constant('permissions'), `'${area}:read': 'See ${area}'`)
      .adding(constant('permissions'), `'${area}:write': 'Create and change ${area}'`)
      .adding(constant('permissions'), `'${area}:delete': 'Delete and restore ${area}'`),
  );
};

/** Gives a package one more of the repository's own. */
export const depending = (plan, folder, name) =>
  plan.changeJson(`${folder}/package.json`, (its) => {
    const all = Object.entries({ ...its.dependencies, [name]: '0.1.0' });
    its.dependencies = Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
  });

const besideServices = (plan, { area, one, service }) => {
  plan.make(`gateway/src/operations/${area}/index.ts`, handlersOf({ area, one }));
  plan.change('gateway/src/operations/index.ts', (source) =>
    source
      .importing(`${one}Handlers`, `./${area}/index.js`)
      .adding(constant('allHandlers'), `...${one}Handlers`),
  );
  plan.change('deploy/services/src/services.ts', (source) =>
    source.importing(service, `@cairn/${area}`).adding(constant('allServices'), service),
  );
  for (const folder of ['gateway', 'deploy/services']) depending(plan, folder, `@cairn/${area}`);
};

const areaFree = (area) => {
  if (!/^[a-z]+$/.test(area))
    throw new Refused(`A service is called by one word in small letters, not ${area}.`);
  if (areaNames.includes(area)) throw new Refused(`There is a service ${area} already.`);
  const others = [...folders.map(nameOf), '@cairn/test'];
  if (others.includes(`@cairn/${area}`)) throw new Refused(`There is a package @cairn/${area} already.`);
  if (permissionNames.some((name) => name.startsWith(`${area}:`)))
    throw new Refused(`The contract has permissions of ${area} already.`);
};

/** A service that has nothing yet: its package, its area, its place in every list. */
export const newService = (plan, area) => {
  areaFree(area);
  const wanted = { area, one: spellingsOfMany(area).camel, service: `${area}Service` };
  inContract(plan, wanted);
  plan.make(`services/${area}/package.json`, packageOf(wanted));
  plan.make(`services/${area}/README.md`, readmeOf(wanted));
  plan.make(`services/${area}/src/service.ts`, serviceOf(wanted));
  plan.make(`services/${area}/src/index.ts`, `export { ${wanted.service} } from './service.js';\n`);
  besideServices(plan, wanted);
  return {
    next: [
      `npm run new -- record ${area}/<name>: what it is about`,
      `services/${area}/README.md: what it does, its streams, its read models`,
      'README.md, docs/events.md, docs/operations.md: its page, its topics, its processes',
    ],
    first: ['npm install'],
    last: ['npm run chart'],
  };
};
