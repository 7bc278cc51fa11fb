// `npm run references`, a part of `npm run lint`: what sources, tests and documents cite is there, and in the form that
// docs/requirements.md explains. `node scripts/references.mjs [folder]` prints each fault behind its `file:line`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import GithubSlugger from 'github-slugger';
import { marked } from 'marked';

const root = process.argv[2] ?? '.';
const REQUIREMENTS = 'docs/requirements.md';
const RECORDS = 'docs/decisions';
/** Data, and what is recorded or generated, cite nothing. */
const TEXTS = ['', '.cjs', '.example', '.js', '.md', '.mjs', '.py', '.tpl', '.ts', '.yaml', '.yml'];

/** A blank, or the end of a line of a comment. */
const GAP = String.raw`(?:[ \t]+|[ \t]*\n[ \t]*(?:\*|#|//)?[ \t]*)`;
const inOneLine = (cited) => cited.replace(/\s[\s*#/]*/g, ' ');
const pattern = (source, flags = 'gi') => new RegExp(source, flags);
/** `S3` is the store; the requirement of that number is cited as `S03`. */
const CODE = String.raw`[Ll]aw${GAP}\d+|(?!S3\b)[SR]\d{1,2}|TRAP-\d+|SPEC-[a-z\d-]*[a-z\d]|ADR-\d{4}`;
const CITATION = pattern(String.raw`(?<![\w./$-])(?:${CODE})(?![\w-])`, 'g');
const NUMBERED = 'cite SPEC-24 for the specification, ADR-0024 for a record in docs/decisions';
/** Forms that a citation must not have, and what to write instead. */
const OLD = [
  [pattern(String.raw`\bdecisions?${GAP}\d+`), NUMBERED],
  [/\bdecisions,\s+(?:section|trap|law|point)\b/gi, NUMBERED],
  [/(?<![\w/.]|\]\()docs\/decisions\/\d{4}\b(?!-)/g, 'cite ADR-0024'],
  [/\bformats(?:\.md)?,\s+section\b/gi, 'cite SPEC-dataset-formats or SPEC-model-files'],
  [pattern(String.raw`\bspec${GAP}\d+`), 'cite SPEC-24'],
  [pattern(String.raw`\btraps?${GAP}\d+`), 'cite TRAP-5'],
  [pattern(String.raw`\blaws${GAP}\d+`), 'cite each: law 3 and law 4'],
  [/\(S3\)|\bS\d+,? (?:and )?S3\b|\bS3,? (?:and )?S\d+\b/g, 'S3 is the store: cite the requirement as S03'],
];

/** The paths of the texts below a folder, but for the folders that git ignores by name or path. */
const textsBelow = (folder, ignored) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ignored.has(entry.name) || ignored.has(path) ? [] : textsBelow(path, ignored);
    return entry.isFile() && TEXTS.includes(extname(entry.name)) ? [path] : [];
  });

const ignored = readFileSync(join(root, '.gitignore'), 'utf8').matchAll(/^([^\n]+)\/$/gm);
const paths = textsBelow('', new Set(['.git', ...[...ignored].map(([, name]) => name)]));
const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));

/** Each token of a page, also those within others. */
const tokensOf = (text) => {
  const tokens = [];
  void marked.walkTokens(marked.lexer(text), (token) => void tokens.push(token));
  return tokens;
};
const writtenAnchors = (text) => [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
/** The pages, each with the names by which its parts are linked. */
const pages = new Map(
  [...texts]
    .filter(([path]) => path.endsWith('.md'))
    .map(([path, text]) => {
      const tokens = tokensOf(text);
      const slugger = new GithubSlugger();
      const headings = tokens.filter(({ type }) => type === 'heading').map((one) => slugger.slug(one.text));
      return [path, { tokens, anchors: new Set([...headings, ...writtenAnchors(text)]) }];
    }),
);
const requirements = texts.get(REQUIREMENTS) ?? '';
const ids = new Set(writtenAnchors(requirements));
const records = paths.map((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1]);

/** Citations of a form that must not be, and of what is not there: `[index, sentence]`, as all that follow. */
const citations = (text) => [
  ...OLD.flatMap(([form, instead]) =>
    [...text.matchAll(form)].map(({ 0: cited, index }) => [index, `“${inOneLine(cited)}”: ${instead}`]),
  ),
  ...[...text.matchAll(CITATION)].flatMap(({ 0: cited, index }) => {
    if (cited.startsWith('ADR-'))
      return records.includes(cited.slice(4)) ? [] : [[index, `there is no ${cited} in ${RECORDS}`]];
    const id = inOneLine(cited).replace(' ', '-').toLowerCase();
    return ids.has(id) ? [] : [[index, `there is no ${id} in ${REQUIREMENTS}`]];
  }),
];

/** Why a link leads nowhere, or to another record than it says. */
const lost = (path, { href, text }) => {
  const [file = '', anchor] = decodeURI(href).split('#');
  const target = file === '' ? path : join(dirname(path), file);
  if (!existsSync(join(root, target))) return `there is no ${target}`;
  if (anchor !== undefined && pages.get(target)?.anchors.has(anchor) !== true)
    return `${target} has no heading or anchor “${anchor}”`;
  const [, number] = /^ADR-(\d{4})$/.exec(text) ?? [];
  return number === undefined || target.startsWith(`${RECORDS}/${number}-`)
    ? undefined
    : `${text} leads to ${target}`;
};

/** Links of a page that are lost, and records that it names without a link; a heading or code may. */
const links = (path, text) => {
  let from = 0;
  const found = pages
    .get(path)
    .tokens.filter(({ type, href }) => ['link', 'image'].includes(type) && !/^[a-z]+:/i.test(href))
    .map((link) => {
      from = Math.max(from, text.indexOf(link.raw, from));
      return [from, lost(path, link)];
    });
  const bare = [...text.matchAll(/^(?!#).*?(?<![`[])\bADR-\d{4}\b/gm)];
  return [
    ...found.filter(([, fault]) => fault !== undefined),
    ...bare.map((each) => [each.index + each[0].length - 1, 'a page links the record: [ADR-0024](…)']),
  ];
};

/** Tests that a requirement names and that are not there, or do not cite the law, S or R code that they are said to prove. */
const tests = (text) =>
  [...text.matchAll(/^\| <a id="[^"]+"><\/a>([^|]+) \|.* \| ([^|]*) \|$/gm)].flatMap((row) =>
    [...row[2].matchAll(/`([^`]+\/[^`]*)`/g)].flatMap(([, path]) => {
      if (!existsSync(join(root, path))) return [[row.index, `${row[1]}: there is no ${path}`]];
      const proves = /^(?:law|[SR]\d)/.test(row[1]) && path.endsWith('.spec.ts');
      return !proves || texts.get(path).includes(row[1])
        ? []
        : [[row.index, `${row[1]}: ${path} does not cite it`]];
    }),
  );

const faults = [...texts].flatMap(([path, text]) =>
  [
    ...citations(text),
    ...(pages.has(path) ? links(path, text) : []),
    ...(path === REQUIREMENTS ? tests(text) : []),
  ].map(([index, fault]) => `${path}:${text.slice(0, index).split('\n').length}: ${fault}`),
);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
