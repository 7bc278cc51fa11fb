import { contractFiles, idsOf } from './asset-contract.mjs';
import { serviceFiles } from './asset-service.mjs';
import { allFree, areaNames, assetOf } from './contract.mjs';
import { Refused } from './refused.mjs';
import { depending, newService } from './service.mjs';
import { argument, callOf, constant, property } from './source.mjs';
import { capital, spellings } from './words.mjs';

const inContract = (plan, wanted) => {
  const { area, called, title } = wanted;
  const folder = `contracts/src/${area}`;
  plan.makeAll(folder, contractFiles(wanted));
  plan.change(`${folder}/index.ts`, (source) => {
    const files = ['asset', 'commands', 'events', 'examples', called, 'states', 'version', 'versions'];
    for (const file of files) source.exporting(`./${file}.js`);
  });
  plan.change(`${folder}/operations.ts`, (source) =>
    source.exporting(`./operations/${area}.js`).exporting('./operations/versions.js'),
  );
  plan.change(`${folder}/area.ts`, (source) =>
    source
      .importing('type EventDefinition', '../kit/event.js')
      .importing(called, './asset.js')
      .importing(`${called}Events`, './events.js')
      .importing(`${called}Version`, './versions.js')
      .adding(argument('area'), `events: Object.values<EventDefinition>(${called}Events)`)
      .addingWithin(argument('area'), 'assets', called)
      .addingWithin(argument('area'), 'versions', `${called}Version`),
  );
  amongAssets(plan, { area, called, title });
};

/** Where the contract says of all kinds of assets what they are. */
const amongAssets = (plan, { area, called, title }) => {
  plan.change('contracts/src/areas.ts', (source) =>
    source.importing(called, `./${area}/asset.js`).adding(constant('assets'), called),
  );
  plan.change('contracts/src/assets/fields.ts', (source) =>
    source
      .adding(constant('assetResources'), `'${area}'`)
      .adding(constant('entityTypes'), `${area}: '${called}'`),
  );
  plan.change('contracts/src/permissions.ts', (source) =>
    source
      .adding(constant('permissions'), `'${area}:share': 'Share ${area} with others'`)
      .adding(
        constant('permissions'),
        `'${area}:transfer': 'Give ${area} to others, and move them to other organizations and projects'`,
      ),
  );
  plan.change('contracts/src/platform/administration.ts', (source) =>
    source
      .importing(title, `../${area}/${called}.js`)
      .adding(
        (tree) => callOf('resource')(tree)?.arguments[1],
        `${area}: Type.Array(${title}, { description: \`Those that the person owns. \${newest}\` })`,
      )
      .adding(constant('exampleInfo'), `${area}: []`),
  );
};

const inService = (plan, wanted) => {
  const { area, called } = wanted;
  const folder = `services/${area}/src`;
  plan.makeAll(folder, serviceFiles(wanted));
  depending(plan, `services/${area}`, '@cairn/assets');
  plan.change(`${folder}/index.ts`, (source) =>
    source
      .exporting(`./${area}.js`, `${area}, ${called}VersionReads`)
      .exporting('./usage.js', `${called}Usage`)
      .exporting('./versions.js', `${called}Versions`),
  );
  const service = argument('defineService');
  plan.change(`${folder}/service.ts`, (source) =>
    source
      .importing('organizationOfAssets', '@cairn/assets')
      .importing(`${called}Kind`, `./domain/${called}/state.js`)
      .importing(area, `./${area}.js`)
      .importing(`${called}Usage`, './usage.js')
      .importing(`${called}Versions`, './versions.js')
      .addingWithin(service, 'parts', `${area}.parts`)
      .addingWithin(service, 'parts', `${called}Versions.parts(${area}.reads)`)
      .addingWithin(service, 'projections', `${called}Usage.projection`)
      .addingWithin(service, 'needs', "'identity'")
      .adding(service, `admission: ${called}Usage.admission`)
      .adding(service, `organization: organizationOfAssets(${called}Kind${recordsOf(source)})`),
  );
};

/** Records that the service has already are in no asset. */
const recordsOf = (source) => {
  const records = source.at(property(argument('defineService'), 'records'));
  return records === undefined ? '' : `, ${records}`;
};

const besideService = (plan, { area, called }) => {
  plan.change(`gateway/src/operations/${area}/index.ts`, (source) =>
    source
      .importing(area, `@cairn/${area}`)
      .importing(`${called}VersionReads`, `@cairn/${area}`)
      .importing(`${called}Versions`, `@cairn/${area}`)
      .importing('assetHandlers', '../assets/handlers.js')
      .importing('versionHandlers', '../assets/versions.js')
      .adding(constant(/Handlers$/), `...assetHandlers(${area})`)
      .adding(constant(/Handlers$/), `...versionHandlers(${called}Versions, ${called}VersionReads)`),
  );
  plan.change('gateway/src/operations/assets/kinds.ts', (source) =>
    source.importing(area, `@cairn/${area}`).adding(constant('assetKinds'), area),
  );
  plan.change('gateway/src/operations/administration/user-info.ts', (source) =>
    source.adding(constant('LISTS'), `'${area}'`),
  );
  plan.change('deploy/services/src/services.ts', (source) =>
    source
      .importing(`${called}Usage`, `@cairn/${area}`)
      .adding((tree) => callOf('accountRoomsOf')(tree)?.arguments[0], `${called}Usage`),
  );
};

const inTests = (plan, { area, called, title }) => {
  plan.change('test/support/rights.ts', (source) =>
    source
      .adding((tree) => constant('RIGHTS')(tree)?.arguments[0], `...ofAsset('${title}', '${area}')`)
      .adding(
        (tree) => constant('RIGHTS')(tree)?.arguments[0],
        `...rows(['write', '${area}:write'], 'duplicate${title}Version')`,
      ),
  );
  plan.change('test/acceptance/personal-export.spec.ts', (source) =>
    source
      .adding(constant('TOLD'), `'${area}.version.': { not: CONTENT }`)
      .adding(constant('TOLD'), `'${area}.${called}.': { file: '${area}' }`)
      .adding(constant('TOLD'), `'${area}.${called}.share': { file: '${area}_shared_by_you' }`),
  );
  plan.change('test/support/policy/facts.ts', (source) =>
    source.adding(constant('assetKinds'), `'${called}'`),
  );
  plan.change('deploy/services/src/testing/reading.ts', (source) =>
    source.importing(area, `@cairn/${area}`).adding(constant('KINDS'), `${called}: ${area}`),
  );
};

/** A kind of asset with its versions, `prompts/prompt`: in its service, which is made where there is none. */
export const newAsset = (plan, area, called) => {
  if (!/^[a-z]+$/.test(called)) throw new Refused(`A kind of asset is called by one word, not ${called}.`);
  if (area !== `${called}s`)
    throw new Refused(`The area of a kind of asset is called as several of them are: ${called}s/${called}.`);
  const there = assetOf(area);
  if (there !== undefined) throw new Refused(`${area} has a kind of asset already: ${there.called}.`);
  const { pascal: title, one, many } = spellings(called);
  const tag = capital(area);
  allFree(`The asset ${area}/${called}`, {
    ids: idsOf(title),
    paths: [`/api/v1/${area}`],
    category: called,
    exported: [called, title, `${title}Version`, `${called}Events`, `${called}Commands`],
  });
  const { first, last } = areaNames.includes(area) ? {} : newService(plan, area);
  const wanted = { area, called, title, one, many: many.said, tag, service: `${area}Service` };
  inContract(plan, wanted);
  inService(plan, wanted);
  besideService(plan, wanted);
  inTests(plan, wanted);
  return {
    next: [
      `contracts/src/${area}/${called}.ts, asset.ts, states.ts, examples.ts: its own fields; \`kind\` is one`,
      `contracts/src/${area}/version.ts, versions.ts: those of its versions; \`text\` is one`,
      `services/${area}/src/${area}.ts, versions.ts: their rules, and how they are shown`,
      `services/${area}/README.md: its streams, its read models`,
      'README.md, docs/events.md, docs/operations.md: its page, its topics, its processes',
    ],
    first,
    last,
  };
};
