import { escaped, marked, pageOf } from './markup.js';

/** Some lines that are typed together, and what they are for. */
interface Step {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What is typed in one shell, after the section before. */
export interface Steps {
  readonly title: string;
  readonly text: string;
  readonly steps: readonly Step[];
}

const entry = (link: string, name: string, what: string): string =>
  `<dt><a href="${link}">${name}</a></dt>\n<dd>${what}</dd>`;

/** What this is, and where to go on. */
export const firstPage = pageOf(
  'Cairn',
  `<h1>Cairn</h1>
<p>This is a Cairn: it keeps machine-learning assets for many people and teams, and never forgets. Every change is an event, so everything has its history, can be read as it was at any moment, and can be undone.</p>
<dl>
${[
  entry(
    'docs',
    'The whole interface',
    'Every operation, to read and to try out in this browser; it begins with how to sign in.',
  ),
  entry(
    'docs/first-steps',
    'The first five minutes',
    'From an account to a dataset and its history, with curl.',
  ),
  entry(
    'docs/first-steps#working-with-others',
    'Working with others',
    'Give a colleague access, work as a company, make a key for a robot, see who can see something and why.',
  ),
  entry('docs/errors', 'Errors', 'What every refusal means and what to do.'),
  entry(
    'openapi.json',
    'The contract',
    'OpenAPI, for programs; <a href="asyncapi.json">AsyncAPI</a> for who reads the events.',
  ),
  entry('healthz', 'Health', 'Whether it lives, and <a href="readyz">whether it takes requests</a>.'),
].join('\n')}
</dl>`,
);

/** The lines that a person types first, for a Cairn at an address. */
export const firstStepsPage = (baseUrl: string, sections: readonly Steps[]): string =>
  pageOf(
    'Cairn: the first steps',
    `<p>In a shell with curl and Node, one after the other. The <a href="../docs">documents</a> have all operations, to be tried out in the browser too.</p>
${sections.map((section) => sectionOf(section, baseUrl)).join('\n')}`,
  );

const sectionOf = (
  { title, text, steps }: Steps,
  baseUrl: string,
): string => `<section id="${anchorOf(title)}">
<h1>${escaped(title)}</h1>
${text === '' ? '' : `<p>${marked(text)}</p>\n`}${steps.map((step) => stepOf(step, baseUrl)).join('\n')}
</section>`;

/** As a heading is linked in Markdown. */
const anchorOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

const stepOf = ({ title, lines }: Step, baseUrl: string): string => {
  const here = lines.map((line) => (line.startsWith('CAIRN=') ? `CAIRN=${baseUrl}` : line));
  const heading = title === '' ? '' : `<h2>${escaped(title)}</h2>\n`;
  return `${heading}<pre>${escaped(here.join('\n'))}\n</pre>`;
};
