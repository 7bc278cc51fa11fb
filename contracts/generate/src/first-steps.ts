import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const README = join(__dirname, '../../../README.md');
const SECTION = '## The first five minutes';

/** Some lines that are typed together, and what they are for; the first have nothing said of them. */
export interface Step {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The lines of the README that a person types first, by their comments. A page of the gateway shows them. */
export const firstSteps = (readme = readFileSync(README, 'utf8')): readonly Step[] => {
  const section = readme.slice(readme.indexOf(SECTION));
  const block = section.split('```bash\n')[1]?.split('```')[0];
  if (block === undefined) throw new Error(`The README has no lines under “${SECTION}”.`);
  return block
    .trim()
    .split('\n\n')
    .map((step) => {
      const lines = step.split('\n');
      const isTitled = lines[0]!.startsWith('# ');
      return { title: isTitled ? lines[0]!.slice(2) : '', lines: isTitled ? lines.slice(1) : lines };
    });
};
