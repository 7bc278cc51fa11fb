import { allFree, areaThere, assetOf, tagOf } from './contract.mjs';
import { contractFiles } from './job-contract.mjs';
import { handlerOf, serviceFiles } from './job-service.mjs';
import { Refused } from './refused.mjs';
import { argument, constant } from './source.mjs';
import { capital, spellings } from './words.mjs';

const inContract = (plan, wanted) => {
  const { area, name, kind } = wanted;
  const folder = `contracts/src/${area}`;
  plan.makeAll(folder, contractFiles(wanted));
  plan.change(`${folder}/index.ts`, (source) => source.exporting(`./${name.kebab}.js`));
  plan.change(`${folder}/operations.ts`, (source) => source.exporting(`./operations/${name.kebab}.js`));
  plan.change(`${folder}/events.ts`, (source) =>
    source
      .importing(`${kind}StreamEvents`, `./events/${name.kebab}.js`)
      .exporting(`./events/${name.kebab}.js`)
      .adding(constant(/Events$/), `...${kind}StreamEvents`),
  );
  plan.change(`${folder}/area.ts`, (source) =>
    source.addingWithin(argument('area'), 'streams', `${kind}: { entities: ['${name.snake}'] }`, '{}'),
  );
};

const inService = (plan, wanted) => {
  const { area, name, kind, kinds } = wanted;
  const folder = `services/${area}/src`;
  const reads = `./read-models/${name.many.kebab}/queries.js`;
  plan.makeAll(folder, serviceFiles(wanted));
  plan.change(`${folder}/index.ts`, (source) => source.exporting(reads, `${kind}Reads`));
  const described = argument('defineService');
  plan.change(`${folder}/service.ts`, (source) =>
    source
      .importing('waitingJobs', '@cairn/kernel')
      .importing(`${name.camel}ServiceCommands`, `./application/${name.kebab}/commands.js`)
      .importing(kinds, `./domain/${name.kebab}/state.js`)
      .importing(`${kind}Reads`, reads)
      .importing(`${name.many.camel}Projection`, reads)
      .importing(`${name.camel}Work`, `./work/${name.kebab}.js`)
      .addingWithin(described, 'aggregates', `${kinds}.aggregate`)
      .addingWithin(described, 'commands', `...${name.camel}ServiceCommands`)
      .addingWithin(described, 'projections', `${name.many.camel}Projection`)
      .addingWithin(described, 'jobs', `${kind}Reads`)
      .addingWithin(described, 'work', `${name.camel}Work(tools)`, '(tools) => []')
      .addingWithin(
        described,
        'backlog',
        `${name.many.snake}: await waitingJobs(${kinds}, documents)`,
        'async ({ documents }) => ({})',
      ),
  );
};

const atGateway = (plan, wanted) => {
  const { area, name } = wanted;
  const folder = `gateway/src/operations/${area}`;
  plan.make(`${folder}/${name.kebab}.ts`, handlerOf(wanted));
  plan.change(`${folder}/index.ts`, (source) =>
    source
      .importing(`* as ${name.camel}`, `./${name.kebab}.js`)
      .adding(constant(/Handlers$/), `...Object.values<AnyHandler>(${name.camel})`),
  );
};

const inTests = (plan, { area, name, title, its }) => {
  plan.change('test/acceptance/personal-export.spec.ts', (source) =>
    source.adding(constant('TOLD'), `'${area}.${name.snake}.': { file: 'jobs' }`),
  );
  plan.change('test/support/rights.ts', (source) =>
    source.adding(
      (tree) => constant('RIGHTS')(tree)?.arguments[0],
      `...rows(['write', '${its.resource}:write'], 'request${title}')`,
    ),
  );
};

/** A kind of durable work on the assets of an area, `datasets/reindex`: who may write one asks for it. */
export const newJob = (plan, area, text) => {
  areaThere(area);
  const asset = assetOf(area);
  if (asset === undefined)
    throw new Refused(`Work is asked for of an asset, and ${area} has no kind of asset.`);
  const name = spellings(text);
  const { called, noun, resource } = asset;
  const { one, many } = spellings(called);
  const its = { called, noun, resource, one, many: many.said };
  const [title, kind] = [`${noun}${name.pascal}`, `${called}${name.pascal}`];
  allFree(`The job ${area}/${text}`, {
    ids: [`request${title}`],
    paths: [`/api/v1/${area}/{id}/${name.kebab}`],
    category: kind,
    exported: [title, `${title}Input`, `${kind}Commands`, `${kind}Events`],
  });
  const service = plan.source(`services/${area}/src/service.ts`).nameOf(/Service$/);
  const kinds = `${called}${name.many.pascal}`;
  const wanted = { area, name, title, kind, kinds, its, service, tag: tagOf(area, capital(area)) };
  inContract(plan, wanted);
  inService(plan, wanted);
  atGateway(plan, wanted);
  inTests(plan, wanted);
  return {
    next: [
      `contracts/src/${area}/${name.kebab}.ts, events/${name.kebab}.ts: what a request says, and what it comes to`,
      `services/${area}/src/work/${name.kebab}.ts: what is done in a step`,
      'test/support/rights.ts: who may ask for it, where that is another',
    ],
  };
};
