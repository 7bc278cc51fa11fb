import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const README = join(__dirname, '../../../README.md');
const SECTIONS = ['The first five minutes', 'Working with others'] as const;

/** Some lines that are typed together, and what they are for; the first have nothing said of them. */
interface Step {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What a person types of one section, in one shell after that of the section before. */
export interface Steps {
  readonly title: string;
  /** What is said before the lines, Markdown without tables. */
  readonly text: string;
  readonly steps: readonly Step[];
}

/** The lines of the README that a person types first, by their comments. A page of the gateway shows them. */
export const firstSteps = (readme = readFileSync(README, 'utf8')): readonly Steps[] =>
  SECTIONS.map((title) => {
    const section = readme.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? '';
    const [before = '', rest] = section.slice(title.length).split('```bash\n');
    const block = rest?.split('```')[0];
    if (block === undefined) throw new Error(`The README has no lines under “## ${title}”.`);
    return { title, text: withoutTables(before), steps: block.trim().split('\n\n').map(stepOf) };
  });

const withoutTables = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('|'))
    .join('\n')
    .trim();

const stepOf = (step: string): Step => {
  const lines = step.split('\n');
  const isTitled = lines[0]!.startsWith('# ');
  return { title: isTitled ? lines[0]!.slice(2) : '', lines: isTitled ? lines.slice(1) : lines };
};
