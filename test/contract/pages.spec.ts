import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, type SharedCairn, topologies } from '../support/topology.js';

/** As browsers ask for a page. */
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' };
const PAGES = ['/', '/docs', '/docs/errors', '/docs/first-steps'];

describe.each(topologies)('pages for people on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared();
  });
  afterAll(() => cairn.leave());
  const asked = (path: string, headers: Readonly<Record<string, string>> = BROWSER) =>
    fetch(new URL(path, cairn.baseUrl), { headers });

  it('the address itself is a page that says what this is and leads on', async () => {
    const page = await asked('/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const links = linksIn(await page.text());
    for (const path of ['docs', 'docs/errors', 'docs/first-steps', 'healthz', 'readyz', 'openapi.json'])
      expect(links).toContain(path);
    for (const link of links) expect([link, (await asked(link)).status]).toEqual([link, 200]);
  });

  it.each([{}, { Accept: '*/*' }, { Accept: 'application/json' }, { Accept: 'text/html;q=0' }])(
    'and tells a program the same in JSON: %j',
    async (headers) => {
      const told = await asked('/', headers);
      expect(told.headers.get('content-type')).toBe('application/json');
      const { name, ...links } = (await told.json()) as Record<string, string>;
      expect(name).toBe('Cairn');
      for (const [what, link] of Object.entries(links))
        expect([what, (await asked(link)).status]).toEqual([what, 200]);
    },
  );

  it.each(PAGES)(
    '%s loads nothing from elsewhere, and its policy lets it load what is here alone',
    async (path) => {
      const page = await asked(path);
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*script-src 'self'/);
      const text = await page.text();
      expect(text).not.toMatch(/\b(?:src|href)="(?:https?:)?\/\//);
      expect(text).not.toMatch(/<script>|\bon\w+="|url\(/);
    },
  );

  it('the first steps are those of the README, to this Cairn', async () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const page = unescaped(await (await asked('/docs/first-steps')).text());
    for (const title of ['The first five minutes', 'Working with others']) {
      const section = readme.slice(readme.indexOf(`## ${title}\n`));
      const script = /```bash\n([^]*?)```/.exec(section)?.[1] ?? '';
      const lines = script.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      expect(lines.length).toBeGreaterThan(10);
      for (const line of lines.filter((one) => !one.startsWith('CAIRN='))) expect(page).toContain(line);
    }
    expect(page).toContain(`CAIRN=${cairn.baseUrl}\n`);
  });

  it('a newcomer finds from each page how to give access, make a key for a robot and see who can see something', async () => {
    const link = 'first-steps#working-with-others';
    for (const path of ['/', '/docs']) expect(await (await asked(path)).text()).toContain(link);
    expect(await (await asked('/openapi.json')).text()).toContain(`(/docs/${link})`);
    const page = unescaped(await (await asked('/docs/first-steps')).text());
    expect(page).toContain('<section id="working-with-others">');
    for (const lines of [/share -d|share\b.*role_slug/, /me\/apikeys/, /\/access/])
      expect(page).toMatch(lines);
  });

  it('the documents begin with how to sign in, and have the areas in the order of the specification', async () => {
    const { info, tags } = (await (await asked('/openapi.json')).json()) as {
      info: { description: string };
      tags: readonly { name: string }[];
    };
    for (const step of ['register', 'login', '`apikey`', 'Authorize', 'Try it out'])
      expect(info.description).toContain(step);
    const file = join(root, 'contracts/specification-operations.json');
    const operations = JSON.parse(readFileSync(file, 'utf8')) as readonly { area: string }[];
    const areas = [...new Set(operations.map(({ area }) => area.replace(/ and authentication$/, '')))];
    const names = tags.map(({ name }) => name);
    expect(names.filter((name) => areas.includes(name))).toEqual(
      areas.filter((area) => names.includes(area)),
    );
    const start = await (await asked('/docs/start.js')).text();
    expect(start).toContain('persistAuthorization: true');
  });
});

describe('the documents of the contract', () => {
  it('name no format that an import refuses as unknown', () => {
    const text = readFileSync(require.resolve('@cairn/contracts/openapi.json'), 'utf8');
    const named = new Set([...text.matchAll(/One of (`[^;]+); lower case/g)].map(([, names]) => names));
    expect([...named]).toEqual(['`jsonl`, `ndjson`, `json`, `csv`, `tsv`']);
  });
});

const linksIn = (page: string): readonly string[] =>
  [...page.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link!);

const unescaped = (page: string): string =>
  page.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
